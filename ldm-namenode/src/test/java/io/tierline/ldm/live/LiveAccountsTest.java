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
import java.util.stream.Collectors;
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

  /** Each is no larger than the one before; together they would fill the heap. */
  @Test
  void oneRunToldOfAgainWithOtherFollowersIsMeasuredByAllOfThem() throws Exception {
    limit(Limit.LIVE_MEMORY, 100_000);
    observe(followed(0));
    long first = live.accounts().usage().get("eve").get(Limit.LIVE_MEMORY);
    assertThat(first).isBetween(80_000L, 100_000L);
    observe(followed(0));
    for (int time = 1; time < 5; time++) {
      Observation again = followed(time);
      assertThatThrownBy(() -> observe(again))
          .isInstanceOf(LimitException.class)
          .hasMessageContaining("live-memory");
    }
    assertThat(live.accounts().usage().get("eve")).containsEntry(Limit.LIVE_MEMORY, first);
  }

  private static Observation followed(int time) {
    Observation job = job("eve", "a", 0);
    Set<String> followers =
        IntStream.range(0, 10)
            .mapToObj(i -> "follower" + time + i + "x".repeat(1_000))
            .collect(Collectors.toSet());
    return new Observation(
        job.origin(),
        job.run(),
        job.owner(),
        job.chain(),
        job.job(),
        job.application(),
        job.state(),
        job.uses(),
        followers);
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
