/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.openlineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Rename;
import io.tierline.ldm.openlineage.RunEvent.JobRef;
import io.tierline.ldm.openlineage.RunEvent.RunRef;
import io.tierline.ldm.openlineage.RunEvent.Type;
import io.tierline.ldm.testing.ThreadTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunEventReaderTest {
  private static DatasetPath hdfs(String path) {
    return new DatasetPath("hdfs://nn:8020", path);
  }

  @ParameterizedTest
  @EnumSource(Type.class)
  void everyTypeIsRead(Type type) throws Exception {
    RunEvent event =
        Events.read(
            Events.event(
                type.name(), "r1", "load", "", Events.dataset("/a"), Events.dataset("/b")));
    assertThat(event.type()).isEqualTo(type);
    assertThat(event.run()).isEqualTo(new RunRef("r1", new JobRef("etl", "load")));
    assertThat(event.inputs()).containsExactly(hdfs("/a"));
    assertThat(event.outputs()).containsExactly(hdfs("/b"));
    assertThat(event.parent()).isEmpty();
  }

  @Test
  void parentIsReadInItsNewAndItsOldForm() throws Exception {
    RunRef dag = new RunRef("r0", new JobRef("etl", "dag"));
    String parent = Events.parent("r0", "dag");
    assertThat(Events.read(Events.event("START", "r1", "j", parent, "", "")).parent())
        .contains(dag);
    String old = parent.replace("\"parent\":", "\"parentRun\":");
    assertThat(Events.read(Events.event("START", "r1", "j", old, "", "")).parent()).contains(dag);
    String rooted =
        parent.substring(0, parent.length() - 1)
            + ",\"root\":{\"run\":{\"runId\":\"r00\"},\"job\":{\"namespace\":\"etl\",\"name\":\"top\"}}}";
    RunEvent event = Events.read(Events.event("START", "r1", "j", rooted, "", ""));
    assertThat(event.parent()).contains(dag);
    assertThat(event.root()).contains(new RunRef("r00", new JobRef("etl", "top")));
  }

  @Test
  void jobsDownstreamAreRead() throws Exception {
    String facet =
        """
        "jobDependencies": {"upstream": [], "downstream": [null, {"job": null},
          {"job": {"namespace": "etl", "name": "next"}, "run": {"runId": "x"},
           "dependency_type": "DIRECT_INVOCATION"}]}
        """;
    assertThat(Events.read(Events.event("START", "r1", "j", facet, "", "")).downstream())
        .containsExactly(new JobRef("etl", "next"));
  }

  @ParameterizedTest
  @CsvSource({
    "hdfs://nn:8020, /a/b, hdfs://nn:8020/a/b",
    "hdfs://nn:8020/, a/b, hdfs://nn:8020/a/b",
    "hdfs://nn:8020, hdfs://nn:8020/a, hdfs://nn:8020/a",
    "s3://bucket, x/y, s3://bucket/x/y",
    "file, /tmp/x, file:/tmp/x",
    "file:, /tmp/x, file:/tmp/x",
  })
  void filesAreNamedByFileSystemAndPath(String namespace, String name, String place)
      throws Exception {
    String dataset = "{\"namespace\":\"%s\",\"name\":\"%s\"}".formatted(namespace, name);
    assertThat(Events.read(Events.event("START", "r", "j", "", dataset, "")).inputs())
        .containsExactly(DatasetPath.of(place));
  }

  @Test
  void tableIsTheFilesItsSymlinksLeadTo() throws Exception {
    String table =
        """
        {"namespace": "hive://meta:9083", "name": "db.t", "facets": {"symlinks": {"identifiers": [
          null, {"namespace": "hive://meta:9083", "name": "db.alias", "type": "TABLE"},
          {"namespace": "hdfs://nn:8020", "name": "/warehouse/t", "type": "LOCATION"}]}}}
        """;
    String other = "{\"namespace\": \"postgres://db:5432\", \"name\": \"d.s.t\"}";
    String bare =
        "{\"namespace\": \"hive://m:1\", \"name\": \"x\", \"facets\": {\"symlinks\": {}}}";
    String inputs = String.join(",", table, other, bare, "{}", "null");
    assertThat(Events.read(Events.event("START", "r", "j", "", inputs, "")).inputs())
        .containsExactly(hdfs("/warehouse/t"));
  }

  @Test
  void movedOutputIsARenameAndADroppedOneIsNone() throws Exception {
    String moved =
        """
        {"namespace": "hdfs://nn:8020", "name": "/final", "facets": {"lifecycleStateChange": {
          "lifecycleStateChange": "RENAME",
          "previousIdentifier": {"namespace": "hdfs://nn:8020", "name": "/staged"}}}}
        """;
    String dropped =
        """
        {"namespace": "hdfs://nn:8020", "name": "/gone",
         "facets": {"lifecycleStateChange": {"lifecycleStateChange": "DROP"}}}
        """;
    String renamedFromNothing =
        """
        {"namespace": "hdfs://nn:8020", "name": "/same",
         "facets": {"lifecycleStateChange": {"lifecycleStateChange": "RENAME"}}}
        """;
    String all = String.join(",", moved, dropped, renamedFromNothing, "null");
    RunEvent event = Events.read(Events.event("COMPLETE", "r", "j", "", "", all));
    assertThat(event.renames()).containsExactly(new Rename(hdfs("/staged"), hdfs("/final")));
    assertThat(event.outputs()).containsExactly(hdfs("/same"));
  }

  @Test
  void arraysAreReadAndEventsWithoutARunSkipped() throws Exception {
    String one = Events.event("START", "r1", "a", "", "", "");
    String job = "{\"eventTime\": \"x\", \"job\": {\"namespace\": \"n\", \"name\": \"j\"}}";
    String dataset = "{\"eventTime\": \"x\", \"dataset\": " + Events.dataset("/d") + "}";
    EventBatch batch = RunEventReader.read("[" + String.join(",", one, job, dataset, one) + "]");
    assertThat(batch.events()).containsOnlyKeys(0, 3);
    assertThat(batch.refused()).isEmpty();
    assertThat(RunEventReader.read("[]").events()).isEmpty();
    assertThat(Events.read("{\"run\":{\"runId\":\"r\"},\"job\":{\"name\":\"j\"}}").type())
        .isEqualTo(Type.OTHER);
  }

  @Test
  void oneBadEventRefusesNoOthers() throws Exception {
    String[] all = new String[RunEventReader.MAX_EVENTS];
    Arrays.setAll(all, i -> Events.event("START", "r" + i, "a", "", "", ""));
    all[7] = "{\"run\":{\"runId\":\"r\"}}";
    all[9] = "{\"run\":[1]}";
    all[11] = "17";
    EventBatch batch = RunEventReader.read("[" + String.join(",", all) + "]");
    assertThat(batch.events()).hasSize(997).containsKeys(0, 8, 999);
    assertThat(batch.refused()).containsOnlyKeys(7, 9, 11);
    assertThat(batch.refused().values())
        .allSatisfy(why -> assertThat(why).isNotBlank().doesNotContain("\n"));
    assertThat(batch.refused().get(7)).contains("job.name");
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> RunEventReader.read("[" + all[7] + "," + all[9] + "]"))
        .withMessageContaining("event 0: ");
  }

  private static String with(String facets, String condition, String name) {
    return """
        {"namespace": "hdfs://nn:8020", "name": "%s", "%sFacets": {"subset": {"%sCondition": %s}}}
        """
        .formatted(name, facets, facets, condition);
  }

  private static RunEvent reading(String condition) throws Exception {
    return Events.read(Events.event("START", "r", "j", "", with("input", condition, "/t"), ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{'type': 'location', 'locations': ['hdfs://nn:8020/t/d=1', '/t/d=2', 'd=3']}; /t/d=1 /t/d=2 /t/d=3",
        "{'type': 'partition', 'partitions': [{'dimensions': {'year': 2026, 'day': '07'}}]}; /t/year=2026/day=07",
        "{'type': 'partition', 'partitions': [{'identifier': 'x', 'dimensions': {'at': '1:2/3', 'b': null}}]}; /t/at=1%3A2%2F3/b=__HIVE_DEFAULT_PARTITION__",
        "{'type': 'binary', 'operator': 'OR', 'left': {'type': 'location', 'locations': ['a']}, 'right': {'type': 'location', 'locations': ['b']}}; /t/a /t/b",
        "{'type': 'binary', 'operator': 'AND', 'left': {'type': 'location', 'locations': ['a', 'b']}, 'right': {'type': 'location', 'locations': ['b/c', 'd']}}; /t/b/c",
        "{'type': 'binary', 'operator': 'AND', 'left': {'type': 'compare'}, 'right': {'type': 'location', 'locations': ['b']}}; /t/b",
      })
  void partsOfADatasetAreReadInItsPlace(String condition, String places) throws Exception {
    RunEvent event = reading(condition.replace('\'', '"'));
    assertThat(event.inputs())
        .containsExactlyInAnyOrder(
            Arrays.stream(places.split(" "))
                .map(RunEventReaderTest::hdfs)
                .toArray(DatasetPath[]::new));
    assertThat(event.narrowed().inputs()).containsExactly(hdfs("/t"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "[]",
        "{}",
        "{'type': 'location', 'locations': []}",
        "{'type': 'location', 'locations': [17]}",
        "{'type': 'location', 'locations': ['../secret']}",
        "{'type': 'partition', 'partitions': [{'dimensions': {}}]}",
        "{'type': 'partition', 'partitions': [{'dimensions': {'year': [2025, 2026]}}]}",
        "{'type': 'partition', 'partitions': [{'dimensions': {'y': 1, 'm': {'from': 1}}}]}",
        "{'type': 'partition', 'partitions': 'all'}",
        "{'type': 'compare', 'left': {'type': 'field', 'field': 'a'}, 'comparison': 'EQUAL'}",
        "{'type': 'binary', 'operator': 'OR', 'left': {'type': 'compare'}, 'right': {'type': 'location', 'locations': ['b']}}",
      })
  void whatNamesNoPartsIsTheWholeDataset(String condition) throws Exception {
    RunEvent event = reading(condition.replace('\'', '"'));
    assertThat(event.inputs()).containsExactly(hdfs("/t"));
    assertThat(event.narrowed().inputs()).isEmpty();
  }

  @Test
  void partsAreWrittenTooAndBounded() throws Exception {
    String day = "{\"type\": \"location\", \"locations\": [\"d=1\"]}";
    RunEvent event =
        Events.read(Events.event("START", "r", "j", "", "", with("output", day, "/t")));
    assertThat(event.outputs()).containsExactly(hdfs("/t/d=1"));
    assertThat(event.narrowed().outputs()).containsExactly(hdfs("/t"));
    StringBuilder many = new StringBuilder("\"d=0\"");
    for (int i = 1; i <= Subset.PARTS_MAX; i++) {
      many.append(",\"d=").append(i).append('"');
    }
    assertThat(reading("{\"type\": \"location\", \"locations\": [" + many + "]}").inputs())
        .containsExactly(hdfs("/t"));
  }

  private static String locations(String prefix, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> '"' + prefix + i + '"')
        .collect(Collectors.joining(",", "{\"type\": \"location\", \"locations\": [", "]}"));
  }

  private static String joined(String operator, String left, String right) {
    return "{\"type\": \"binary\", \"operator\": \"%s\", \"left\": %s, \"right\": %s}"
        .formatted(operator, left, right);
  }

  /** As many parts as one wants, 2,000 in each leaf. */
  private static String wide(String prefix, int leaves) {
    List<String> level =
        IntStream.range(0, leaves)
            .mapToObj(i -> locations(prefix + i + "-", Subset.PARTS_MAX))
            .collect(Collectors.toCollection(ArrayList::new));
    while (level.size() > 1) {
      level.add(joined("OR", level.remove(0), level.remove(0)));
    }
    return level.get(0);
  }

  @Test
  void whatIsJoinedIsBounded() throws Exception {
    assertThat(reading(joined("OR", locations("a", 1_500), locations("b", 500))).inputs())
        .hasSize(Subset.PARTS_MAX);
    String tooMany = joined("OR", locations("a", 1_500), locations("b", 501));
    assertThat(reading(tooMany).inputs()).containsExactly(hdfs("/t"));
    // What is too much to tell limits nothing: the other side does.
    assertThat(reading(joined("AND", tooMany, locations("a", 1))).inputs())
        .containsExactly(hdfs("/t/a0"));
    ThreadTime.assertWithin(
        Duration.ofSeconds(20), () -> reading(joined("AND", wide("a", 64), wide("b", 64))));
  }

  @Test
  void comparingPartsIsBounded() throws Exception {
    String few = joined("AND", locations("a", 300), locations("a", 200));
    assertThat(reading(few).inputs()).hasSize(200);
    String many = joined("AND", locations("a", 1_500), locations("a", 200));
    assertThat(reading(many).inputs()).hasSize(200);
    String all = joined("AND", locations("a", 2_000), locations("a", 1_000));
    assertThat(reading(all).inputs()).containsExactly(hdfs("/t"));
    String globs = joined("AND", locations("{a,b/c}*/", 100), locations("a0/", 100));
    assertThat(reading(globs).inputs()).containsExactly(hdfs("/t"));
  }

  @Test
  void comparingPartsIsBoundedInAllEventsTogether() throws Exception {
    String many = joined("AND", locations("a", 1_500), locations("a", 200));
    String event = Events.event("START", "r", "j", "", with("input", many, "/t"), "");
    EventBatch batch = RunEventReader.read("[" + event + "," + event + "]");
    assertThat(batch.events().get(0).inputs()).hasSize(200);
    assertThat(batch.events().get(1).inputs()).containsExactly(hdfs("/t"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "null",
        "[null]",
        "{}",
        "\"x\"",
        "{\"run\":{}}",
        "{\"run\":{\"runId\":\"r\"}}",
        "{\"run\":{\"runId\":\" \"},\"job\":{\"name\":\"j\"}}",
        "{\"run\":{\"runId\":\"r\\n\"},\"job\":{\"name\":\"a\\u0001b\"}}",
        "{\"run\":{\"runId\":\"r\"},\"job\":{\"name\":\"j\"},\"eventType\":\"LATER\"}",
        "{\"run\":{\"runId\":\"r\",\"facets\":{\"parent\":{}}},\"job\":{\"name\":\"j\"}}",
        "{\"run\":{\"runId\":\"r\"},\"job\":{\"name\":\"j\"}} x",
      })
  void whatIsNoRunEventIsRefusedInOneLine(String json) {
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> RunEventReader.read(json))
        .satisfies(e -> assertThat(e.getMessage()).isNotBlank().doesNotContain("\n"));
  }

  @Test
  void sizesAreBounded() {
    String one = Events.event("START", "r1", "a", "", "", "") + ",";
    String many = one.repeat(RunEventReader.MAX_EVENTS) + one.strip().replaceFirst(",$", "");
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> RunEventReader.read("[" + many + "]"))
        .withMessageContaining("1000");
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> Events.read(Events.event("START", "r", "j".repeat(600), "", "", "")));
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(
            () ->
                Events.read(
                    Events.event("START", "r", "j", "", Events.dataset("/x".repeat(9000)), "")))
        .withMessageContaining("8000");
  }
}
