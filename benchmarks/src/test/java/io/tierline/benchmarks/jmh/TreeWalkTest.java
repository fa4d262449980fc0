/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.index.PathIndex;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A contender that answers wrongly, or is slow because it answers more, proves nothing. */
class TreeWalkTest {
  private static final int DATASETS = 10_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 16})
  void answersAsTheIndexDoes(int depth) {
    PathNames names = new PathNames(depth, DATASETS, 60);
    Map<String, Integer> datasets = new HashMap<>();
    for (int i = 0; i < DATASETS; i++) {
      datasets.put(names.dataset(i), i);
    }
    TreeWalk<Integer> tree = TreeWalk.of(datasets);
    PathIndex<Integer> index = PathIndex.of(datasets);

    for (int i = 0; i < DATASETS; i++) {
      assertThat(tree.lookup(names.file(i, 3))).isEqualTo(i);
      assertThat(index.lookup(names.file(i, 3))).isEqualTo(i);
      assertThat(index.lookup(names.temporary(i, 3))).isEqualTo(i);
      assertThat(tree.lookup(names.temporary(i, 3))).isEqualTo(i);
      assertThat(tree.lookup(names.beside(i, 3))).isNull();
      assertThat(index.lookup(names.beside(i, 3))).isNull();
      assertThat(tree.lookup(names.elsewhere(i, 3))).isNull();
      assertThat(index.lookup(names.elsewhere(i, 3))).isNull();
    }
  }
}
