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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.limits.Limit;
import io.tierline.ldm.limits.LimitException;
import io.tierline.ldm.limits.UserLimits;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.registry.LineageRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Live jobs of one user stop at his limits, and leave room for those of others. */
class LiveAccountsTest {
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

  private final LineageRegistry registry = new LineageRegistry(100);
  private final LiveLineage live =
      new LiveLineage(
          registry,
          new LiveLimits(
              Duration.ofHours(1), Duration.ofDays(7), Duration.ofHours(1), 1_000, 1_000),
          conflict -> {});

  private static Observation job(String owner, String name, int paths) {
    return job(owner, name, paths, JobState.RUNNING);
  }

  private static Observation job(String owner, String name, int paths, JobState state) {
    List<DatasetPath> writes =
        IntStream.range(0, paths)
            .mapToObj(i -> new DatasetPath("", "/out/" + owner + "/" + name + "/" + i))
            .toList();
    return new Observation(
        Origin.OPENLINEAGE,
        owner + "/" + name,
        owner,
        Chain.adHoc("live:" + owner),
        name,
        name,
        state,
        Uses.of(List.of(), writes),
        Set.of());
  }

  private void limit(Limit limit, long most) {
    live.accounts().limit(owner -> new UserLimits(Map.of(limit, most)), Long.MAX_VALUE);
  }

  private void observe(Observation seen) throws LineageException {
    live.observe(List.of(seen), NOW);
  }

  @Test
  void aUserHasSoManyLiveJobsAndOthersHaveTheirOwn() throws Exception {
    limit(Limit.LIVE_JOBS, 2);
    observe(job("eve", "a", 1));
    observe(job("eve", "b", 1));
    assertThatThrownBy(() -> observe(job("eve", "c", 1)))
        .isInstanceOf(LimitException.class)
        .hasMessageContaining("eve would have 3 live jobs; at most 2");
    observe(job("ann", "a", 1));
    assertThat(live.accounts().usage().get("eve")).containsEntry(Limit.LIVE_JOBS, 2L);
    assertThat(live.accounts().usage().get("ann")).containsEntry(Limit.LIVE_JOBS, 1L);
  }

  @Test
  void aJobOfManyPathsIsMeasuredByThem() throws Exception {
    limit(Limit.LIVE_MEMORY, 100_000);
    assertThatThrownBy(() -> observe(job("eve", "a", 500)))
        .isInstanceOf(LimitException.class)
        .hasMessageContaining("live-memory");
    observe(job("ann", "a", 50));
  }

  /** Else what has run would read for days, and keep the room that it was refused for. */
  @Test
  void endOfAKnownJobHasRoomAlways() throws Exception {
    observe(job("eve", "a", 30));
    limit(Limit.LIVE_MEMORY, 1_000);
    observe(job("eve", "a", 30, JobState.SUCCEEDED));
    assertThat(registry.view().registrations().get("live:eve").finished()).containsExactly("a");
    assertThatThrownBy(() -> observe(job("eve", "a", 31, JobState.SUCCEEDED)))
        .isInstanceOf(LimitException.class);
    assertThatThrownBy(() -> observe(job("eve", "b", 1, JobState.SUCCEEDED)))
        .isInstanceOf(LimitException.class);
  }

  @Test
  void allTogetherHaveAShareOfTheHeap() throws Exception {
    live.accounts().limit(owner -> UserLimits.NONE, 50_000);
    observe(job("eve", "a", 30));
    assertThatThrownBy(() -> observe(job("ann", "b", 30)))
        .isInstanceOf(LineageException.class)
        .hasMessageContaining("heap-share");
  }

  @Test
  void whatIsLetGoCountsNoMore() throws Exception {
    observe(job("eve", "a", 3));
    observe(job("eve", "a", 5));
    live.withdraw("live:eve");
    assertThat(live.accounts().usage()).isEmpty();
    assertThat(live.jobs()).isZero();
  }
}
