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

import io.tierline.rlsm.layout.FileMeta;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/** Whatever happens to a store in whatever order, no cell is lost and none comes back. */
class PlannerProperties {
  private static final int ROWS = 40;
  private static final int STEPS = 120;

  @Provide
  Arbitrary<PlannerSettings> settings() {
    Arbitrary<Integer> least = Arbitraries.integers().between(2, 4);
    return Combinators.combine(
            Arbitraries.longs().between(1, 40),
            Arbitraries.integers().between(1, 12),
            Arbitraries.integers().between(2, 12),
            least,
            Arbitraries.integers().between(0, 6),
            Arbitraries.integers().between(1, 4),
            Arbitraries.doubles().between(0.1, 1),
            Arbitraries.of(true, false))
        .as(
            (bytes, partitions, slices, runMin, runMore, idle, space, keeps) ->
                new PlannerSettings(
                    bytes,
                    1,
                    partitions,
                    slices,
                    runMin,
                    runMin + runMore,
                    idle,
                    space,
                    space,
                    // Two in three wait for space at times.
                    slices % 3,
                    1,
                    keeps));
  }

  static ModelFamily family(PlannerSettings settings, Random random) {
    return new ModelFamily(
        1 + random.nextInt(3),
        random.nextInt(3) == 0 ? 1 : 0,
        settings.keepsDeleted(),
        random.nextInt(20));
  }

  private static Set<Integer> someRows(Random random, int rows) {
    return switch (random.nextInt(5)) {
      case 0 -> window(random, rows, 1 + random.nextInt(3));
      case 1 -> window(random, rows, 1 + random.nextInt(rows / 2));
      case 2 -> IntStream.range(0, rows).boxed().collect(Collectors.toSet());
      default ->
          random.ints(1 + random.nextInt(rows / 2), 0, rows).boxed().collect(Collectors.toSet());
    };
  }

  private static Set<Integer> window(Random random, int rows, int size) {
    int from = random.nextInt(rows - size + 1);
    return IntStream.range(from, from + size).boxed().collect(Collectors.toSet());
  }

  private static Situation situation(ModelStore store, Random random) {
    boolean major = random.nextInt(30) == 0;
    int debt = random.nextInt(3);
    return new Situation(
        store.busy(),
        random.nextInt(3) == 0,
        major,
        partition -> debt == 0 && partition.range().hashCode() % 3 == 0 ? Long.MAX_VALUE : 0,
        debt == 1 ? Long.MAX_VALUE : 0);
  }

  private static void work(ModelStore store, Random random) {
    int what = random.nextInt(100);
    if (what < 40) {
      store.write(someRows(random, ROWS), random.nextInt(3) * 30);
    } else if (what < 43) {
      store.write(Set.of(), 0);
    } else if (what < 47) {
      store.bulkLoad(
          IntStream.range(0, 1 + random.nextInt(3)).mapToObj(i -> someRows(random, ROWS)).toList());
    } else if (what < 75) {
      store.begin(situation(store, random));
    } else if (!store.running().isEmpty()) {
      store.finish(store.running().get(random.nextInt(store.running().size())));
    }
  }

  private static void assertSettles(ModelStore store) {
    while (!store.running().isEmpty()) {
      store.finish(store.running().get(0));
    }
    // Where two files are the cap, each partition of a deep store is folded more than once.
    int most = 60 + 2 * store.files().size();
    store.settle(Situation.quiet(false), most);
    store.settle(Situation.quiet(true), most);
  }

  /** The life of a store in which nothing fails. */
  static void live(PlannerSettings settings, Random random) {
    ModelStore store = new ModelStore(ROWS, settings, family(settings, random), random);
    for (int step = 0; step < STEPS; step++) {
      work(store, random);
      store.check();
    }
    assertSettles(store);
  }

  /** The life of a store with crashes, splits of its region and lost metadata. */
  static void liveWithFaults(PlannerSettings settings, Random random) {
    ModelStore store = new ModelStore(ROWS, settings, family(settings, random), random);
    for (int step = 0; step < STEPS; step++) {
      switch (random.nextInt(40)) {
        case 0, 1 -> store.crash();
        case 2 -> store.loseInfo();
        case 3 -> store.split(1 + random.nextInt(ROWS - 1), random.nextBoolean());
        default -> work(store, random);
      }
      store.check();
    }
    assertSettles(store);
    assertThat(store.files()).noneMatch(file -> file.meta().isReference());
  }

  @Tag("slow")
  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void storeGivesTheNewestCellsWhileItCompacts(
      @ForAll("settings") PlannerSettings settings, @ForAll long seed) {
    live(settings, new Random(seed));
  }

  @Tag("slow")
  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void storeGivesTheNewestCellsAfterCrashesSplitsAndLostInfo(
      @ForAll("settings") PlannerSettings settings, @ForAll long seed) {
    liveWithFaults(settings, new Random(seed));
  }

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void majorCompactionLeavesOneFileForEachRange(
      @ForAll("settings") PlannerSettings settings, @ForAll long seed) {
    Random random = new Random(seed);
    ModelStore store = new ModelStore(ROWS, settings, family(settings, random), random);
    for (int step = 0; step < 60; step++) {
      work(store, random);
    }
    while (!store.running().isEmpty()) {
      store.finish(store.running().get(0));
    }
    store.begin(new Situation(Set.of(), false, true, partition -> 0)).ifPresent(store::finish);
    store.check();
    List<FileMeta> files = store.layout().files();
    assertThat(files).allMatch(file -> file.role() == FileMeta.Role.BASE);
    assertThat(store.layout().partitions()).allMatch(partition -> partition.depth() == 1);
  }
}
