/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class QuiescenceTest {
  private final Quiescence rest = new Quiescence(10, 100);

  private boolean look(double now, boolean busy, String... files) {
    return rest.isQuiet(new StoreState(busy, Set.of(files)), now);
  }

  @Test
  void restBeginsWithTheLastChangeOfFiles() {
    assertThat(look(101, false, "a", "b")).isFalse();
    assertThat(look(110, false, "c")).isFalse();
    assertThat(look(119.9, false, "c")).isFalse();
    assertThat(look(120, false, "c")).isTrue();
    assertThat(rest.lastChange()).isEqualTo(110);
  }

  @Test
  void workUnderWayIsNoRestThoughFilesStay() {
    assertThat(look(101, true, "a")).isFalse();
    assertThat(look(130, true, "a")).isFalse();
    assertThat(look(139, false, "a")).isFalse();
    assertThat(look(140, false, "a")).isTrue();
  }

  @Test
  void anEmptyStoreComesToRestToo() {
    assertThat(look(109, false)).isFalse();
    assertThat(look(110, false)).isTrue();
  }
}
