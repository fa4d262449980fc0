/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.lineage.Rename;
import io.tierline.ldm.live.Chain;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.live.Uses;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportDocumentTest {
  private static final Reading READING =
      Reading.UNKNOWN
          .at(Instant.parse("2026-11-24T01:00:00Z"))
          .waitingFor(Instant.parse("2026-11-24T01:20:00Z"))
          .until(Set.of("load"))
          .taking(Duration.ofMinutes(10))
          .by(3);

  private static Observation job(Origin origin, String run) {
    return new Observation(
        origin,
        run,
        "ann",
        Chain.stated("7-W", "nightly"),
        "sort",
        "nightly/sort",
        JobState.FAILED,
        new Uses(
            List.of(DatasetPath.of("/in"), DatasetPath.of("s3a://b/x"), DatasetPath.of("${nn}/y")),
            List.of(DatasetPath.of("/out/{a,b}*")),
            List.of(new Rename(DatasetPath.of("/tmp/x"), DatasetPath.of("/out/x")))),
        Set.of("load", "check"),
        READING);
  }

  private static SourceReport report(Observation seen, Observation coming, String noJob) {
    return new SourceReport(
        Origin.OOZIE,
        "ann",
        List.of(seen),
        List.of("3-C@12"),
        List.of(coming),
        List.of("3-C@11"),
        List.of("6-W"),
        List.of(noJob));
  }

  private static ReportDocument.Batch read(String reports) throws LineageException {
    return ReportDocument.read("{\"version\":1,\"reports\":" + reports + "}");
  }

  @Test
  void whatIsWrittenIsRead() throws Exception {
    SourceReport told =
        report(job(Origin.OOZIE, "7-W@sort#0"), job(Origin.SCHEDULED, "3-C@13/sort"), "r");
    ReportDocument.Batch batch = ReportDocument.read(ReportDocument.write(List.of(told, told)));
    assertThat(batch.refused()).isEmpty();
    // The same, but that nobody's runs can be taken for those of others.
    SourceReport read =
        report(
            job(Origin.OOZIE, "ann/7-W@sort#0"), job(Origin.SCHEDULED, "ann/3-C@13/sort"), "ann/r");
    assertThat(batch.reports()).hasSize(2).containsEntry(0, read).containsEntry(1, read);
  }

  @Test
  void whatIsMissingIsEmptyAndWhatIsUnknownIsPassedOver() throws Exception {
    var batch =
        read(
            "[{\"source\":\"openlineage\",\"user\":\"ann\",\"later\":1,\"seen\":[{\"run\":\"r\","
                + "\"workflow\":\"w\",\"workflowName\":\"n\",\"job\":\"j\",\"application\":\"a\","
                + "\"state\":\"RUNNING\",\"later\":{}}]}]");
    assertThat(batch.reports().get(0).seen())
        .singleElement()
        .satisfies(
            seen -> {
              assertThat(seen.origin()).isEqualTo(Origin.OPENLINEAGE);
              assertThat(seen.uses()).isEqualTo(Uses.NONE);
              assertThat(seen.reading()).isEqualTo(Reading.UNKNOWN);
            });
  }

  @Test
  void oneThatIsNoneHindersNoOthers() throws Exception {
    var batch =
        read(
            "[null,{\"source\":\"oozie\",\"user\":\"ann\",\"ended\":[\"w\"]},7,"
                + "{\"source\":\"yarn\",\"user\":\"ann\"},{\"source\":\"oozie\"}]");
    assertThat(batch.reports()).containsOnlyKeys(1);
    assertThat(batch.refused()).containsOnlyKeys(0, 2, 3, 4);
    assertThat(batch.refused().values()).noneMatch(why -> why.contains("\n"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "`` | needs 'version'",
        "[] | needs 'version'",
        "{\"version\":1} | needs 'version' and 'reports'",
        "{\"version\":\"1\",\"reports\":[]} | needs 'version'",
        "{\"version\":2,\"reports\":[]} | of version 2; this NameNode reads 1",
        "{\"version\":1,\"reports\":[]} x | Unrecognized token"
      })
  void whatIsNoDocumentIsRefusedAsAWhole(String text, String why) {
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> ReportDocument.read(text))
        .withMessageContaining(why);
  }

  private static String manyOf(int many, String json) {
    return "[" + String.join(",", Collections.nCopies(many, json)) + "]";
  }

  private static String job(String field, String json) {
    String job =
        "{\"run\":\"r\",\"workflow\":\"w\",\"workflowName\":\"n\",\"job\":\"j\","
            + "\"application\":\"a\",\"state\":\"RUNNING\"}";
    String with = job.replaceFirst("\"" + field + "\":\"[^\"]*\",?", "");
    return with.substring(0, with.length() - 1).replaceFirst(",$", "") + json + "}";
  }

  static Stream<String> refusedJobs() {
    return Stream.of(
        "null",
        job("run", ""),
        job("workflow", ""),
        job("workflowName", ""),
        job("job", ""),
        job("application", ""),
        job("state", ""),
        job("state", ",\"state\":\"DREAMING\""),
        job("run", ",\"run\":\"a\\u0007b\""),
        job("run", ",\"run\":\"" + "x".repeat(1_025) + "\""),
        job("-", ",\"reads\":[\"relative\"]"),
        job("-", ",\"reads\":[null]"),
        job("-", ",\"reads\":[\"/" + "x".repeat(8_000) + "\"]"),
        job("-", ",\"reads\":" + manyOf(10_001, "\"/a\"")),
        job("-", ",\"renames\":[null]"),
        job("-", ",\"renames\":[{\"source\":\"/a\"}]"),
        job("-", ",\"followers\":[\"\"]"),
        job("-", ",\"start\":\"tonight\""));
  }

  @ParameterizedTest
  @MethodSource("refusedJobs")
  void reportWithAJobThatIsNoneIsRefused(String job) throws Exception {
    var batch = read("[{\"source\":\"oozie\",\"user\":\"ann\",\"seen\":[" + job + "]}]");
    assertThat(batch.reports()).isEmpty();
    assertThat(batch.refused()).hasSize(1);
  }

  @Test
  void nothingIsWithoutBound() throws Exception {
    String empty = "{\"source\":\"oozie\",\"user\":\"ann\"}";
    assertThat(read(manyOf(ReportDocument.MAX_REPORTS, empty)).refused()).isEmpty();
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> read(manyOf(ReportDocument.MAX_REPORTS + 1, empty)));
    String ids = manyOf(ReportDocument.MAX_IDS + 1, "\"w\"");
    String jobs = manyOf(ReportDocument.MAX_JOBS + 1, job("-", ""));
    String names =
        "["
            + job(
                "-",
                Stream.iterate(0, i -> i + 1)
                    .limit(10_001)
                    .map(i -> "\"" + i + "\"")
                    .collect(java.util.stream.Collectors.joining(",", ",\"until\":[", "]")))
            + "]";
    for (String each : List.of("\"gone\":" + ids, "\"coming\":" + jobs, "\"seen\":" + names)) {
      assertThat(read("[{\"source\":\"oozie\",\"user\":\"ann\"," + each + "}]").refused())
          .as(each.substring(0, 8))
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[",
        "{\"x\":",
        "{\"version\":1,\"reports\":[",
        "{\"version\":1,\"reports\":[{\"x\":",
        "{\"version\":1,\"reports\":[{\"seen\":[{\"x\":"
      })
  void deepNestingIsRefused(String opening) {
    for (String deep : List.of("[".repeat(1_000_000), "{\"a\":".repeat(500_000))) {
      assertThatExceptionOfType(LineageException.class)
          .isThrownBy(() -> ReportDocument.read(opening + deep))
          .withMessageStartingWith("not a document of reports: ");
    }
  }

  @Test
  void jobsOfOthersAreNoneOfAUsersReport() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SourceReport.seen(
                    Origin.OOZIE, "bob", List.of(job(Origin.OOZIE, "r")), List.of(), List.of()));
  }
}
