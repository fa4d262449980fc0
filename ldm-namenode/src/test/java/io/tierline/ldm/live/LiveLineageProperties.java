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

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.registry.LineageRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever sources say, in whatever order: nothing is thrown, and nobody's registration is lost.
 */
class LiveLineageProperties {
  private static final int STEPS = 40;
  private static final List<Origin> ORIGINS = List.of(Origin.YARN, Origin.OPENLINEAGE);

  private static Observation random(Random random) {
    List<io.tierline.ldm.lineage.DatasetPath> paths =
        List.of(at("/d/0"), at("/d/1"), at("/d/2"), at("/d/2026-11-21"), at("/d/*"), at("/d"));
    Uses uses =
        Uses.of(
            List.of(paths.get(random.nextInt(6))),
            random.nextInt(4) == 0 ? List.of() : List.of(paths.get(random.nextInt(6))));
    boolean stated = random.nextBoolean();
    return new Observation(
        ORIGINS.get(random.nextInt(2)),
        "run" + random.nextInt(12),
        random.nextInt(5) == 0 ? "bob" : "ann",
        stated ? Chain.stated("w" + random.nextInt(3), "w") : Chain.adHoc("adhoc"),
        "job" + random.nextInt(4),
        "app" + random.nextInt(3),
        JobState.values()[random.nextInt(4)],
        random.nextInt(6) == 0 ? Uses.NONE : uses,
        random.nextInt(3) == 0 ? Set.of("job" + random.nextInt(4)) : Set.of());
  }

  @Property(tries = 100)
  void registrationsStandAndGraphsAreWhole(@ForAll long seed) throws Exception {
    check(seed);
  }

  /** Seeds that once left jobs for ever. */
  @ParameterizedTest
  @ValueSource(longs = {325, 3164, 5500, -202405, -1937963115691179269L})
  void seedsThatOnceFailed(long seed) throws Exception {
    check(seed);
  }

  private static void check(long seed) throws Exception {
    Random random = new Random(seed);
    LineageRegistry registry = new LineageRegistry(6);
    LiveLineage live =
        new LiveLineage(
            registry,
            new LiveLimits(
                Duration.ofMinutes(5), Duration.ofMinutes(30), Duration.ofMinutes(5), 20, 20),
            conflict -> {});
    Workflow stated =
        Samples.workflow("stated", Samples.job("j").reads(at("/d/0")).writes(at("/d/1")));
    Instant now = Instant.EPOCH;
    live.register(stated, "ann", now);
    for (int i = 0; i < STEPS; i++) {
      now = now.plusSeconds(random.nextInt(300));
      try {
        switch (random.nextInt(12)) {
          case 0 -> live.tick(now);
          case 1 ->
              live.take(
                  SourceReport.ended(Origin.OOZIE, "ann", "w" + random.nextInt(3), List.of()), now);
          case 2 ->
              live.take(
                  Seen.noJob(ORIGINS.get(random.nextInt(2)), "run" + random.nextInt(12)), now);
          case 3 -> live.register(stated, "ann", now);
          case 4 ->
              live.register(
                  Samples.workflow("w0", Samples.job("job0").reads(at("/d/1"))), "ann", now);
          case 5 -> live.withdraw("w" + random.nextInt(3));
          default -> live.observe(List.of(random(random), random(random)), now);
        }
      } catch (LineageException full) {
        assertThat(full.getMessage()).containsAnyOf("live jobs", "workflows are registered");
      }
      assertThat(registry.view().registrations()).containsKey("stated");
      assertThat(registry.view().registrations().get("stated").workflow()).isEqualTo(stated);
      assertThat(live.jobs()).isBetween(0, 20);
    }
    live.tick(now.plus(Duration.ofDays(1)));
    live.tick(now.plus(Duration.ofDays(2)));
    assertThat(live.jobs()).as("everything live goes").isZero();
    assertThat(registry.view().registrations().keySet()).isSubsetOf("stated", "w0", "w0@@ann");
  }
}
