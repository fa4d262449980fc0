/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairsTest {
  private static List<Boolean> firsts(int repeat) {
    return IntStream.range(0, 4).mapToObj(life -> Pairs.isStockFirst(repeat, life)).toList();
  }

  @Test
  void eachIsTheFirstInTheHeapInHalfOfTheLives() {
    assertThat(firsts(1)).containsExactly(true, false, false, true);
    assertThat(firsts(2)).containsExactly(false, true, true, false);
  }
}
