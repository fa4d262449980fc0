/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.testing.ThreadTime;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class UsesTest {
  private static final int CASES = 2_000;

  private static Uses writes(int count, String format) {
    List<DatasetPath> writes =
        IntStream.range(0, count).mapToObj(i -> DatasetPath.of(format.formatted(i))).toList();
    return Uses.of(List.of(), writes);
  }

  private static List<DatasetPath> random(Random random, int count) {
    String[] names = {"a", "b", "c", "d*", "e", "f", "g", "h"};
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              StringBuilder path = new StringBuilder();
              for (int depth = 1 + random.nextInt(3); depth >= 0; depth--) {
                path.append('/').append(names[random.nextInt(names.length)]);
                path.append(random.nextInt(9));
              }
              return DatasetPath.of(path.toString());
            })
        .toList();
  }

  /** Many paths are held against each other by another way than few; both find the same. */
  @Tag("slow")
  @Test
  void manyPathsMeetWhereOneMeetsOne() {
    Random random = new Random(7);
    int met = 0;
    for (int i = 0; i < CASES; i++) {
      List<DatasetPath> some = random(random, 20);
      List<DatasetPath> others = random(random, 20);
      boolean meet = some.stream().anyMatch(one -> others.stream().anyMatch(one::overlaps));
      met += meet ? 1 : 0;
      assertThat(Uses.of(List.of(), some).overwrites(Uses.of(List.of(), others)))
          .as("%s and %s", some, others)
          .isEqualTo(meet);
    }
    assertThat(met).isBetween(20, CASES - 20);
  }

  /** 1,600,000,000 comparisons, one by one. */
  @Test
  void manyPathsAreNotHeldAgainstEachOtherOneByOne() {
    Uses some = writes(40_000, "/some/%d");
    Uses others = writes(40_000, "/others/%d");
    ThreadTime.assertWithin(
        Duration.ofSeconds(5),
        () -> {
          assertThat(some.overwrites(others)).isFalse();
          assertThat(some.mustBe(others)).isFalse();
          assertThat(some.mustBe(writes(40_000, "/some/%d"))).isTrue();
        });
  }
}
