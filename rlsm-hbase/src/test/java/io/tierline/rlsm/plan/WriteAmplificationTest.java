/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.layout.Partition;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a store writes for each byte that is flushed, with rows that are all new. */
class WriteAmplificationTest {
  /** Rows of a flush; every row weighs one. */
  private static final int FLUSH = 128;

  private static ModelStore load(List<Integer> rows) {
    ModelStore store =
        new ModelStore(
            rows.size(),
            PlannerSettings.defaults(FLUSH),
            new ModelFamily(1, 0, false, 0),
            new Random(rows.size()));
    for (int from = 0; from < rows.size(); from += FLUSH) {
      store.put(rows.subList(from, from + FLUSH));
      while (store.begin(Situation.quiet(false)).map(done -> finish(store, done)).isPresent()) {
        assertThat(store.layout().maxDepth()).isLessThanOrEqualTo(128);
      }
    }
    return store;
  }

  private static ModelStore.Running finish(ModelStore store, ModelStore.Running done) {
    store.finish(done);
    return done;
  }

  private static List<Integer> rows(int flushes) {
    return IntStream.range(0, flushes * FLUSH).boxed().collect(Collectors.toList());
  }

  private static double rest(ModelStore store) {
    while (store.begin(Situation.quiet(true)).map(done -> finish(store, done)).isPresent()) {
      assertThat(store.running()).isEmpty();
    }
    store.check();
    return (double) store.written() / store.flushed();
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {64, 128, 256, 512, 1024})
  void everyCellIsWrittenLessThanThreeTimesHoweverManyThereAre(int flushes) {
    List<Integer> rows = rows(flushes);
    Collections.shuffle(rows, new Random(flushes));
    ModelStore store = load(rows);
    assertThat(rest(store)).isBetween(2.0, 2.9);
    assertThat(store.layout().maxDepth() + store.layout().level0().size()).isLessThanOrEqualTo(6);
  }

  @Test
  void rowsInOrderAreWrittenOnceAndSeldomMore() {
    ModelStore store = load(rows(64));
    assertThat(store.layout().level0()).isEmpty();
    assertThat(store.layout().partitions()).extracting(Partition::depth).allMatch(n -> n <= 1);
    assertThat(rest(store)).isEqualTo(1.0);
  }

  /** What came in order keeps its place: Level 0 has the newcomer and nothing else. */
  @Test
  void oneWideFlushLeavesTheRangesOfManyNarrowOnesAlone() {
    ModelStore store = load(rows(64));
    store.put(IntStream.range(0, FLUSH).map(i -> i * 64).boxed().toList());
    assertThat(store.layout().level0()).hasSize(1);
    assertThat(store.begin(Situation.quiet(false))).isEmpty();
  }
}
