/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.live.RegistrationLife;
import io.tierline.ldm.live.TermTime;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.state.KeptLineage;
import io.tierline.ldm.state.MemoryStore;
import io.tierline.ldm.state.StateCodec;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RegistrationExpiryTest {
  private static final long DAY = Duration.ofDays(1).toMillis();

  private final MemoryStore store = new MemoryStore();
  private final AtomicLong clock = new AtomicLong(100 * DAY);
  private final List<String> told = new ArrayList<>();
  private final AtomicLong failures = new AtomicLong();
  private RegistrationLife life = new RegistrationLife(Duration.ofDays(7), Duration.ofHours(1));
  private LineageRegistry registry;
  private KeptLineage lineage;
  private RegistrationExpiry expiry;

  /** As at a start, or when another NameNode takes over. */
  private void load() throws IOException {
    registry = new LineageRegistry(10);
    lineage = new KeptLineage(registry, store, new StateCodec(16 << 10, 32), clock::get);
    lineage.load();
    expiry =
        new RegistrationExpiry(
            lineage,
            () -> registry.view().registrations().values(),
            new TermTime(() -> life, clock::get),
            new RegistrationExpiry.Outcome(
                id -> registry.withdraw(id),
                (id, why) -> told.add(id + ": " + why),
                failures::incrementAndGet));
    expiry.newTerm();
  }

  private void pass(long millis) throws IOException {
    clock.addAndGet(millis);
    expiry.tick();
  }

  private Registration tera() {
    return registry.view().registrations().get("tera");
  }

  @Test
  void whatNobodySawIsWithdrawnAndToldOf() throws IOException {
    load();
    registry.register(Samples.teraChain(), "ann");
    assertThat(expiry.endOf(tera()))
        .hasValueSatisfying(end -> assertThat(end.at()).isEqualTo(Instant.ofEpochMilli(107 * DAY)));
    pass(7 * DAY - 1);
    assertThat(tera()).isNotNull();
    assertThat(told).isEmpty();
    pass(1);
    assertThat(tera()).isNull();
    assertThat(told).singleElement().asString().startsWith("tera: none of its jobs has been seen");
    assertThat(store.records).isEmpty();
  }

  @Test
  void jobThatIsSeenPutsItOff() throws IOException {
    load();
    registry.register(Samples.teraChain(), "ann");
    pass(6 * DAY);
    lineage.saw("tera");
    pass(6 * DAY);
    assertThat(tera()).isNotNull();
    pass(DAY);
    assertThat(tera()).isNull();
  }

  @Test
  void whatFailsIsCountedAndDoneTheNextTime() throws IOException {
    load();
    registry.register(Samples.teraChain(), "ann");
    clock.addAndGet(8 * DAY);
    store.failure = new IOException("safe mode");
    expiry.saw(new JobId("tera", "gen"));
    assertThat(failures).hasValue(1);
    clock.addAndGet(8 * DAY);
    expiry.tickOrLater();
    assertThat(failures).hasValue(2);
    assertThat(tera()).isNotNull();
    store.failure = null;
    expiry.tickOrLater();
    assertThat(tera()).isNull();
  }

  @Test
  void timeRunsOnThroughRestarts() throws IOException {
    load();
    registry.register(Samples.teraChain(), "ann");
    pass(4 * DAY);
    load();
    pass(2 * DAY);
    load();
    assertThat(expiry.endOf(tera()).orElseThrow().at()).isEqualTo(Instant.ofEpochMilli(107 * DAY));
    pass(DAY);
    assertThat(tera()).isNull();
  }

  @Test
  void clusterThatWasDownForWeeksGetsTimeToRunItsJobs() throws IOException {
    load();
    registry.register(Samples.teraChain(), "ann");
    clock.addAndGet(30 * DAY);
    load();
    pass(DAY - 1);
    assertThat(tera()).isNotNull();
    pass(1);
    assertThat(tera()).isNull();
  }

  @Test
  void whatHasEndedGoesAfterAnHour() throws IOException {
    load();
    registry.register(Samples.teraChain(), "ann");
    for (String job : List.of("gen", "sort", "validate")) {
      registry.finish("tera", job);
    }
    pass(Duration.ofHours(1).toMillis() - 1);
    assertThat(tera()).isNotNull();
    pass(1);
    assertThat(tera()).isNull();
    assertThat(told).singleElement().asString().startsWith("tera: all of its jobs have ended");
  }

  @Test
  void otherSettingsHoldAtOnceAndWhatNobodyRegisteredIsLeftAlone() throws Exception {
    load();
    registry.register(Samples.teraChain(), "ann");
    life = new RegistrationLife(Duration.ZERO, Duration.ZERO);
    pass(1000 * DAY);
    assertThat(tera()).isNotNull();
    Registration live =
        new Registration(Samples.workflow("live", Samples.job("x")), "ann", Set.of("x"));
    registry.change(List.of(live), List.of());
    life = new RegistrationLife(Duration.ofDays(7), Duration.ofHours(1));
    assertThat(expiry.endOf(live)).isEmpty();
    pass(0);
    assertThat(registry.view().registrations()).containsOnlyKeys("live");
  }
}
