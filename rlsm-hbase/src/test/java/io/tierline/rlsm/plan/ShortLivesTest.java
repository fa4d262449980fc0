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

import io.tierline.rlsm.plan.ModelFamily.Cell;
import io.tierline.rlsm.plan.ModelFamily.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every life of a store up to a few events, compacted as the planner wants it, with two compactions
 * at a time: no plan breaks {@link DropRule}, and no compaction changes an answer. Stores are so
 * small that they are compacted as a whole, or small, or not; what the planner does differently for
 * each is in it. {@link DropRuleTest} has compactions that no planner would want.
 */
@Tag("slow")
class ShortLivesTest {
  private static final int ROWS = 4;

  /** What is drawn, such as what samples say, is the same for all lives that begin alike. */
  private static final long SEED = 1;

  /** Each event more makes about six times as many lives; what is under way then ends. */
  private static final int EVENTS =
      Integer.getInteger("rlsm.events", Boolean.getBoolean("tierline.extended") ? 5 : 4);

  /** The first happen in any case. */
  private static final int FIRST_FLUSHES = 2;

  private static final Situation BUSY = Situation.quiet(false);
  private static final Situation IDLE = Situation.quiet(true);

  private final Set<String> reasons = new HashSet<>();
  private long lives;

  /** What may happen; whether it did, as there is not always something to begin or to end. */
  private enum Event {
    PUT_ALL,
    PUT_HALF,
    PUT_OLDER,
    DELETE_VERSION,
    DELETE_ROWS,
    LOAD,
    BEGIN,
    BEGIN_IDLE,
    END_FIRST,
    END_LAST,
    CRASH
  }

  static Stream<Arguments> stores() {
    List<Arguments> stores = new ArrayList<>();
    // Live bytes are of less than two flushes, of four, and of more than can be said.
    for (long partitionBytes : new long[] {80, 8, 1}) {
      stores.add(Arguments.of(partitionBytes, new ModelFamily(1, 0, false, 0)));
      stores.add(Arguments.of(partitionBytes, new ModelFamily(2, 0, false, 0)));
      stores.add(Arguments.of(partitionBytes, new ModelFamily(1, 1, false, 3)));
      stores.add(Arguments.of(partitionBytes, new ModelFamily(1, 0, true, 0)));
    }
    return stores.stream();
  }

  @ParameterizedTest
  @MethodSource("stores")
  void noneChangesAnAnswer(long partitionBytes, ModelFamily family) {
    PlannerSettings settings =
        new PlannerSettings(
            partitionBytes,
            1,
            4,
            4,
            2,
            4,
            1,
            0.1,
            0.1,
            0,
            family.versions(),
            family.keepsDeleted());
    live(settings, family, new ArrayList<>());
    System.out.println(lives + " lives of a store of " + partitionBytes + ", " + family);
    assertThat(lives).isGreaterThan(4_000);
    assertThat(reasons).hasSizeGreaterThan(2);
  }

  /** Goes on with a life in every way, until it has had all its events. */
  private void live(PlannerSettings settings, ModelFamily family, List<Event> events) {
    for (Event next : Event.values()) {
      events.add(next);
      if (happens(settings, family, events)) {
        lives++;
        if (events.size() < EVENTS) {
          live(settings, family, events);
        }
      }
      events.remove(events.size() - 1);
    }
  }

  /** Whether the last of these events changes anything after those before it. */
  private boolean happens(PlannerSettings settings, ModelFamily family, List<Event> events) {
    ModelStore store = new ModelStore(ROWS, settings, family, new Random(SEED));
    try {
      for (int flush = 0; flush < FIRST_FLUSHES; flush++) {
        happen(store, Event.PUT_ALL);
      }
      boolean happened = true;
      for (Event event : events) {
        happened = happen(store, event);
      }
      while (happened && !store.running().isEmpty()) {
        store.finish(store.running().get(0));
      }
      store.check();
      return happened;
    } catch (AssertionError e) {
      throw new AssertionError(settings + ", " + family + ", " + events, e);
    }
  }

  private boolean happen(ModelStore store, Event event) {
    int running = store.running().size();
    switch (event) {
      case PUT_ALL -> store.write(time -> cells(ROWS, Kind.PUT, time, time));
      case PUT_HALF -> store.write(time -> cells(ROWS / 2, Kind.PUT, time, time));
      case PUT_OLDER -> store.write(time -> cells(ROWS, Kind.PUT, Math.max(1, time - 2), time));
      case DELETE_VERSION -> store.write(time -> cells(ROWS, Kind.DELETE_VERSION, time - 1, time));
      case DELETE_ROWS -> store.write(time -> cells(ROWS / 2, Kind.DELETE_FAMILY, time - 1, time));
      case LOAD -> store.bulkLoad(List.of(Set.of(0, 1), Set.of(1, 3)));
      case BEGIN, BEGIN_IDLE -> {
        return running < 2 && begins(store, event == Event.BEGIN ? BUSY : IDLE);
      }
      case END_FIRST, END_LAST -> {
        boolean ends = event == Event.END_FIRST ? running > 0 : running > 1;
        if (ends) {
          store.finish(store.running().get(event == Event.END_FIRST ? 0 : running - 1));
        }
        return ends;
      }
      case CRASH -> {
        store.crash();
        return running > 0;
      }
    }
    return true;
  }

  private boolean begins(ModelStore store, Situation quiet) {
    Situation now = new Situation(store.busy(), quiet.idle(), false, partition -> 0);
    Optional<ModelStore.Running> begun = store.begin(now);
    begun.ifPresent(each -> reasons.add(each.plan().reason()));
    return begun.isPresent();
  }

  private static List<Cell> cells(int rows, Kind kind, long time, long write) {
    return IntStream.range(0, rows).mapToObj(row -> new Cell(row, kind, time, write)).toList();
  }
}
