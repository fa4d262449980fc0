/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import static io.tierline.ldm.lineage.Samples.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunHistoryTest {
  private final RunHistory history = new RunHistory(100);

  private static Uses uses(String read, String written) {
    return Uses.of(
        read.isEmpty() ? List.of() : List.of(at(read)),
        written.isEmpty() ? List.of() : List.of(at(written)));
  }

  private static Application application(String name, Uses uses) {
    return Application.of("ann", name, uses).orElseThrow();
  }

  private Application run(String name, Uses uses) {
    Application application = application(name, uses);
    history.started(application, uses);
    history.succeeded(application, name, uses);
    return application;
  }

  private List<String> names(Application application, Uses uses) {
    return history.expected(application, uses).stream().map(RunHistory.Expected::name).toList();
  }

  @Test
  void wholeChainIsExpectedWithProducersFirst() {
    Uses made = uses("", "/a");
    Application make = run("make", made);
    run("use", uses("/a/part-*", "/b"));
    run("end", uses("/b", "/c"));
    List<RunHistory.Expected> expected = history.expected(make, made);
    assertThat(expected).extracting(RunHistory.Expected::name).containsExactly("use", "end");
    assertThat(expected).extracting(RunHistory.Expected::producer).containsExactly(-1, 0);
  }

  @Test
  void latestWholeRunCounts() {
    Uses made = uses("", "/a");
    Application make = run("make", made);
    run("old", uses("/a", "/b"));
    history.started(make, made);
    assertThat(names(make, made)).containsExactly("old");
    run("new", uses("/a", "/n"));
    history.started(make, made);
    assertThat(names(make, made)).containsExactly("new");
    history.started(make, made);
    assertThat(names(make, made)).as("a run without consumers teaches nothing").hasSize(1);
  }

  @Test
  void readersOfADirectoryAboveAndOfAGlobAreConsumers() {
    Uses made = uses("", "/d/2026-11-20/in");
    Application make = run("make", made);
    run("above", uses("/d/2026-11-20", "/o/2026-11-20/above"));
    run("glob", uses("/d/*/in", "/o/2026-11-20/glob"));
    run("beside", uses("/d/2026-11-20-other", "/o/beside"));
    List<RunHistory.Expected> expected = history.expected(make, uses("", "/d/2026-11-21/in"));
    assertThat(expected)
        .extracting(e -> e.uses().text())
        .containsExactlyInAnyOrder(
            uses("/d/2026-11-21", "/o/2026-11-21/above").text(),
            uses("/d/*/in", "/o/2026-11-21/glob").text());
  }

  @Test
  void jobThatFeedsItselfIsNotExpectedOverAndOver() {
    Uses step = uses("/state", "/state");
    Application iterate = run("iterate", step);
    history.started(iterate, step);
    assertThat(history.expected(iterate, step)).isEmpty();
  }

  @Test
  void circleOfApplicationsEnds() {
    Uses first = uses("/b", "/a");
    Application a = run("a", first);
    run("b", uses("/a", "/b"));
    history.started(a, first);
    history.succeeded(a, "a", first);
    assertThat(names(a, first)).containsExactly("b");
  }

  @Test
  void consumerWhoseInputCannotBeToldIsNotExpected() {
    Uses made = uses("", "/a/1000000");
    Application make = run("make", made);
    run("use", uses("/a/1000000", "/b"));
    assertThat(names(make, uses("", "/z/1000001"))).isEmpty();
    assertThat(names(make, uses("", "/a/1000001"))).containsExactly("use");
  }

  @Test
  void missedConsumerIsForgotten() {
    Uses made = uses("", "/a");
    Application make = run("make", made);
    Application use = run("use", uses("/a", "/b"));
    history.missed(use);
    assertThat(names(make, made)).isEmpty();
  }

  @Test
  void memoryIsBounded() {
    RunHistory small = new RunHistory(2);
    Uses made = uses("", "/a");
    Application make = application("make", made);
    small.started(make, made);
    Uses used = uses("/a", "");
    small.succeeded(application("use", used), "use", used);
    assertThat(small.expected(make, made)).hasSize(1);
    for (int i = 0; i < 5; i++) {
      Uses other = uses("", "/o/" + i);
      small.started(application("other", other), other);
    }
    assertThat(small.expected(make, made)).isEmpty();
    assertThat(new RunHistory(0).expected(make, made)).isEmpty();
  }

  @Test
  void consumersAndPredictionsAreBounded() {
    Uses made = uses("", "/a");
    Application make = run("make", made);
    for (int i = 0; i < 2 * RunHistory.MAX_CONSUMERS; i++) {
      run("use", uses("/a", "/o/" + i));
    }
    run("use", uses("/a", "/o/0"));
    assertThat(names(make, made)).hasSize(RunHistory.MAX_CONSUMERS);
  }

  @Test
  void jobOfTooManyDatasetsIsNotRemembered() {
    List<io.tierline.ldm.lineage.DatasetPath> many =
        java.util.stream.IntStream.rangeClosed(0, Application.MAX_DATASETS)
            .mapToObj(i -> at("/m/" + i))
            .toList();
    assertThat(Application.of("ann", "many", Uses.of(many, List.of()))).isEmpty();
    assertThat(Application.of("ann", "many", Uses.of(List.of(), many))).isEmpty();
    assertThat(Application.of("ann", "none", Uses.NONE)).isEmpty();
  }
}
