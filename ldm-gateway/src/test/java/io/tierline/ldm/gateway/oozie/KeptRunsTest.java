/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.spy;

import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.oozie.coord.ObservedRuns.Known;
import io.tierline.ldm.state.MemoryStore;
import io.tierline.ldm.state.StateStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeptRunsTest {
  private static final Known RUNS =
      new Known(
          "",
          "1-C",
          Instant.EPOCH,
          List.of(Duration.ofMinutes(2)),
          List.of(Duration.ofHours(1), Duration.ofHours(2)));
  private static final Known LATE =
      new Known(
          "ann",
          "/out/${YEAR}",
          Instant.parse("2026-11-22T00:00:00Z"),
          List.of(),
          List.of(Duration.ofMinutes(40)));

  private final MemoryStore store = new MemoryStore();
  private final ObservedRuns first = new ObservedRuns();

  private void keep(Known... all) {
    KeptRuns kept = new KeptRuns(first, store);
    kept.save();
    for (Known known : all) {
      first.restore(known);
      first.notKept(known);
    }
    kept.save();
  }

  private ObservedRuns restarted() {
    ObservedRuns next = new ObservedRuns();
    new KeptRuns(next, store).save();
    return next;
  }

  private static List<Known> all(ObservedRuns observed, Known... asked) {
    for (Known known : asked) {
      observed.notKept(known);
    }
    return observed.takeChanged(100);
  }

  @Test
  void whatRunsTookIsKnownAfterARestart() {
    keep(RUNS, LATE);
    assertThat(all(restarted(), RUNS, LATE)).containsExactly(RUNS, LATE);
  }

  @Test
  void whatIsForgottenIsKeptNoLonger() {
    keep(RUNS, LATE);
    ObservedRuns next = new ObservedRuns();
    KeptRuns kept = new KeptRuns(next, store);
    kept.save();
    next.forget("1-C");
    kept.save();
    assertThat(restarted().knows("", "1-C")).isFalse();
    assertThat(restarted().knows("ann", "/out/${YEAR}")).isTrue();
  }

  @Test
  void whatCannotBeKeptNowIsKeptLater() {
    KeptRuns kept = new KeptRuns(first, store);
    kept.save();
    for (Known known : List.of(RUNS, LATE)) {
      first.restore(known);
      first.notKept(known);
    }
    store.failure = new IOException("in safe mode");
    kept.save();
    store.failure = null;
    assertThat(restarted().knows("", "1-C")).isFalse();
    kept.save();
    assertThat(restarted().knows("", "1-C")).isTrue();
    assertThat(restarted().knows("ann", "/out/${YEAR}")).isTrue();
  }

  @Test
  void storeThatGoesWrongIsAskedAgain() throws Exception {
    keep(RUNS);
    StateStore odd = spy(store);
    doThrow(new IllegalStateException("odd")).doCallRealMethod().when(odd).readAll(any());
    ObservedRuns next = new ObservedRuns();
    KeptRuns kept = new KeptRuns(next, odd);
    kept.save();
    assertThat(next.knows("", "1-C")).isFalse();
    assertThat(kept.problem()).contains("odd");
    kept.save();
    assertThat(next.knows("", "1-C")).isTrue();
    assertThat(kept.problem()).isEmpty();
  }

  @Test
  void recordsOfNoUseHinderNothing() throws Exception {
    keep(RUNS);
    store.put("odd", Map.of("runs", new byte[] {1}));
    assertThat(restarted().knows("", "1-C")).isTrue();
  }
}
