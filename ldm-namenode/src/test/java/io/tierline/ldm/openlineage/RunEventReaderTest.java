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
import java.util.List;
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
    List<RunEvent> events =
        RunEventReader.read("[" + String.join(",", one, job, dataset, one) + "]");
    assertThat(events).hasSize(2);
    assertThat(RunEventReader.read("[]")).isEmpty();
    assertThat(Events.read("{\"run\":{\"runId\":\"r\"},\"job\":{\"name\":\"j\"}}").type())
        .isEqualTo(Type.OTHER);
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
