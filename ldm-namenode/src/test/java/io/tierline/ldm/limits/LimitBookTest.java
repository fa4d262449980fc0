/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitBookTest {
  private static final UserLimits EVERYBODY =
      new UserLimits(Map.of(Limit.WORKFLOWS, 10L, Limit.JOBS, 100L));

  private final LimitBook book =
      LimitBook.of(
          EVERYBODY,
          Map.of(
              "user.ann.workflows", 3L,
              "user.first.last.jobs", 7L,
              "group.etl.workflows", 20L,
              "group.batch.workflows", 30L,
              "group.batch.jobs", 50L));

  @Test
  void everybodyHasWhatIsSaidOfNobody() {
    assertThat(book.of("bob", List.of(), false)).isEqualTo(EVERYBODY);
    assertThat(book.of("bob", List.of("unknown"), false)).isEqualTo(EVERYBODY);
  }

  @Test
  void theMostGenerousGroupCounts() {
    UserLimits limits = book.of("bob", List.of("etl", "batch"), false);
    assertThat(limits.of(Limit.WORKFLOWS)).isEqualTo(30);
    assertThat(limits.of(Limit.JOBS)).isEqualTo(50);
  }

  @Test
  void usersOwnComeBeforeThoseOfTheirGroups() {
    UserLimits limits = book.of("ann", List.of("etl"), false);
    assertThat(limits.of(Limit.WORKFLOWS)).isEqualTo(3);
    assertThat(limits.of(Limit.JOBS)).isEqualTo(100);
  }

  @Test
  void namesOfUsersMayHoldDots() {
    assertThat(book.of("first.last", List.of(), false).of(Limit.JOBS)).isEqualTo(7);
  }

  @Test
  void administratorsHaveOnlyWhatIsSaidOfThemByName() {
    assertThat(book.of("root", List.of("etl"), true).of(Limit.WORKFLOWS)).isEqualTo(Long.MAX_VALUE);
    assertThat(book.of("ann", List.of(), true).of(Limit.WORKFLOWS)).isEqualTo(3);
    assertThat(book.of("ann", List.of(), true).of(Limit.JOBS)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void keysThatNameNoLimitAreRefused() {
    for (String key : List.of("user.ann", "user..jobs", "group.etl.job", "team.a.jobs", "jobs")) {
      assertThat(LimitBook.isOverride(key)).as(key).isFalse();
      assertThatThrownBy(() -> LimitBook.of(EVERYBODY, Map.of(key, 1L))).hasMessageContaining(key);
    }
  }
}
