/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.tell;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.live.Chain;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.live.Uses;
import io.tierline.ldm.wire.ReportDocument;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReportPartsTest {
  private static Observation job(Origin origin, String workflow, int number, int paths) {
    List<DatasetPath> reads =
        IntStream.range(0, paths)
            .mapToObj(i -> DatasetPath.of("/data/" + number + "/" + i))
            .toList();
    return new Observation(
        origin,
        workflow + "@" + number,
        "ann",
        Chain.stated(workflow, "nightly"),
        "job" + number,
        "nightly/job" + number,
        JobState.RUNNING,
        Uses.of(reads, List.of()),
        Set.of());
  }

  private static List<SourceReport> read(List<String> documents) throws Exception {
    List<SourceReport> reports = new ArrayList<>();
    for (String document : documents) {
      ReportDocument.Batch batch = ReportDocument.read(document);
      assertThat(batch.refused()).isEmpty();
      reports.addAll(batch.reports().values());
    }
    return reports;
  }

  @Test
  void whatIsSmallGoesAsOne() throws Exception {
    SourceReport told =
        SourceReport.seen(
            Origin.OOZIE, "ann", List.of(job(Origin.OOZIE, "w", 0, 3)), List.of("c"), List.of());
    assertThat(read(ReportParts.documents(told)))
        .singleElement()
        .satisfies(report -> assertThat(report.insteadOf()).containsExactly("c"));
    assertThat(ReportDocument.read(ReportParts.NOTHING).reports()).isEmpty();
  }

  private static int bytes(String document) {
    return document.getBytes(StandardCharsets.UTF_8).length;
  }

  /** For each document the NameNode makes anew what is linked with it. */
  @Test
  void whatComesOfASiteGoesAsOne() {
    List<Observation> coming =
        IntStream.range(0, 700).mapToObj(i -> job(Origin.SCHEDULED, "c@" + i, i, 150)).toList();
    List<String> documents =
        ReportParts.documents(SourceReport.scheduled(Origin.OOZIE, "ann", coming, List.of()));
    assertThat(documents).singleElement().matches(each -> bytes(each) > 3 << 19);
  }

  @Test
  void bytesAreCountedAndNotCharacters() {
    List<Observation> many =
        IntStream.range(0, 1_200)
            .mapToObj(i -> job(Origin.OOZIE, "\u6d41".repeat(1_000), i, 5))
            .toList();
    assertThat(
            ReportParts.documents(
                SourceReport.seen(Origin.OOZIE, "ann", many, List.of(), List.of())))
        .hasSizeGreaterThan(1)
        .allMatch(each -> bytes(each) <= 3 << 20);
  }

  @Test
  void whatIsLargeIsCutBetweenJobsAndEachIsToldOnce() throws Exception {
    List<Observation> jobs =
        IntStream.range(0, 80).mapToObj(i -> job(Origin.OOZIE, "w", i, 9_000)).toList();
    List<String> documents =
        ReportParts.documents(
            SourceReport.seen(Origin.OOZIE, "ann", jobs, List.of("c"), List.of()));
    assertThat(documents).hasSizeGreaterThan(2).allMatch(each -> bytes(each) <= 3 << 20);
    List<SourceReport> reports = read(documents);
    assertThat(reports.stream().flatMap(each -> each.seen().stream()).map(Observation::job))
        .containsExactlyElementsOf(jobs.stream().map(Observation::job).toList());
    assertThat(reports.get(0).insteadOf()).containsExactly("c");
    assertThat(reports.subList(1, reports.size())).allMatch(each -> each.insteadOf().isEmpty());
  }

  @Test
  void workflowThatIsToComeStaysWhole() throws Exception {
    List<Observation> coming = new ArrayList<>();
    for (int action = 0; action < 70; action++) {
      coming.add(job(Origin.SCHEDULED, "c@" + action, 0, 4_000));
      coming.add(job(Origin.SCHEDULED, "c@" + action, 1, 4_000));
    }
    List<SourceReport> reports =
        read(
            ReportParts.documents(
                SourceReport.scheduled(Origin.OOZIE, "ann", coming, List.of("old"))));
    assertThat(reports).hasSizeGreaterThan(2);
    Set<String> seen = new java.util.HashSet<>();
    for (SourceReport report : reports) {
      Set<String> chains = new java.util.HashSet<>();
      report.coming().forEach(job -> chains.add(job.chain().id()));
      assertThat(report.coming()).hasSize(2 * chains.size());
      assertThat(seen).doesNotContainAnyElementsOf(chains);
      seen.addAll(chains);
    }
    assertThat(seen).hasSize(70);
    assertThat(reports.get(0).gone()).containsExactly("old");
  }

  @Test
  void whatCannotBeCutGoesAsItIs() {
    SourceReport told =
        SourceReport.seen(
            Origin.OOZIE, "ann", List.of(job(Origin.OOZIE, "w", 0, 90_000)), List.of(), List.of());
    assertThat(ReportParts.documents(told)).hasSize(1);
  }
}
