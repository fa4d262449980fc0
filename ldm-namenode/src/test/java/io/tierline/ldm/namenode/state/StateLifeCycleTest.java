/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.namespace.HaRole;
import io.tierline.ldm.namenode.placement.Advisors;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.state.FormatVersion;
import io.tierline.ldm.state.KeptLineage;
import io.tierline.ldm.state.KeptLineage.Mode;
import io.tierline.ldm.state.MemoryStore;
import io.tierline.ldm.state.NewerStateException;
import io.tierline.ldm.state.StateCodec;
import io.tierline.ldm.state.StateUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StateLifeCycleTest {
  private final LdmMetrics metrics = LdmMetrics.create();
  private final LineageRegistry registry = new LineageRegistry(5);
  private final StateCodec codec = new StateCodec(16 << 10, 32);
  private final MemoryStore store = new MemoryStore();
  private final KeptLineage lineage = new KeptLineage(registry, store, codec, () -> 0);
  private final PlacementAdvisor advisor = Advisors.advisor(registry, metrics);
  private final FakeRole role = new FakeRole();
  private final FakeCompanion companion = new FakeCompanion();
  private long now = 1_000;
  private final StateLifeCycle state =
      new StateLifeCycle(role, new StateLifeCycle.Loaded(lineage, companion), advisor, () -> now);

  @BeforeEach
  void keepOne() throws IOException {
    store.put("tera", codec.encode(new Registration(Samples.teraChain(), "ann", Set.of())));
  }

  @AfterEach
  void close() {
    state.stop();
    metrics.close();
  }

  @Test
  void activeLoadsOnceForEachTerm() {
    role.becomes(true);
    assertThat(state.isCurrent()).isFalse();
    state.step();
    state.step();
    assertThat(state.isWritable()).isTrue();
    assertThat(registry.view().registrations()).containsOnlyKeys("tera");
    assertThat(metrics.stateLoads.value()).isEqualTo(1);
    assertThat(metrics.workflows.value()).isEqualTo(1);
    assertThat(companion.loads).isEqualTo(1);
  }

  /** A loader that had died of it left LDM waiting for good. */
  @Test
  void loadingThatRunsOutOfMemoryIsTriedAgainAfterGrowingPausesAndSaid() {
    role.becomes(true);
    companion.error = new OutOfMemoryError("injected");
    state.step();
    assertThat(state.status().mode()).isEqualTo(Mode.WAITING.name());
    assertThat(state.status().why()).contains("1 times", "OutOfMemoryError");
    now += 999;
    state.step();
    now += 1;
    state.step();
    assertThat(metrics.stateFailures.value()).isEqualTo(2);
    now += 1_999;
    companion.error = null;
    state.step();
    assertThat(state.isCurrent()).isFalse();
    now += 1;
    state.step();
    assertThat(state.isWritable()).isTrue();
    assertThat(state.status().why()).isNull();
  }

  @Test
  void nothingIsLoadedOnceLdmIsOffForGood() {
    role.becomes(true);
    companion.error = new NoSuchMethodError("injected");
    state.step();
    companion.error = null;
    now += 100_000;
    state.step();
    assertThat(state.isCurrent()).isFalse();
    assertThat(state.status().mode()).isEqualTo(StateLifeCycle.REFUSED);
    assertThat(state.status().why()).contains("LDM is off", "injected");
  }

  /** As when a thread that holds the lock waits for an edit log that is closed. */
  @Test
  void stoppingIsNotHeldUpByWhatIsKeptBeside() {
    role.becomes(true);
    state.step();
    companion.lock.lock();
    try {
      assertTimeoutPreemptively(Duration.ofMinutes(1), state::stop);
    } finally {
      companion.lock.unlock();
    }
    assertThat(companion.releases).isZero();
  }

  @Test
  void standbyLetsGo() {
    role.becomes(true);
    state.step();
    role.becomes(false);
    assertThat(state.isCurrent()).isFalse();
    state.step();
    assertThat(lineage.mode()).isEqualTo(Mode.WAITING);
    assertThat(companion.releases).isEqualTo(1);
    state.step();
    assertThat(companion.releases).isEqualTo(1);
  }

  @Test
  void termThatBeganAndEndedUnseenIsNoticed() {
    role.becomes(true);
    state.step();
    role.becomes(false);
    store.records.clear();
    role.becomes(true);
    assertThat(state.isCurrent()).isFalse();
    state.step();
    assertThat(state.isCurrent()).isTrue();
    assertThat(registry.view().registrations()).isEmpty();
  }

  @Test
  void blocksBeforeTheLoadAreStockAndCounted() {
    role.becomes(true);
    advisor.advise("/tera/in/part-0", 3, null, null, false);
    assertThat(metrics.fallbacksLoading.value()).isEqualTo(1);
    state.step();
    advisor.advise("/tera/in/part-0", 3, null, null, false);
    assertThat(metrics.fallbacksLoading.value()).isEqualTo(1);
    role.becomes(false);
    state.step();
    advisor.advise("/tera/in/part-0", 3, null, null, false);
    assertThat(metrics.fallbacksLoading.value()).isEqualTo(2);
  }

  @Test
  void failedLoadIsTriedAgainAfterAWhile() {
    role.becomes(true);
    store.failure = new IOException("gone");
    state.step();
    store.failure = null;
    state.step();
    assertThat(state.isCurrent()).isFalse();
    assertThat(metrics.stateFailures.value()).isEqualTo(1);
    now += 1_000;
    state.step();
    assertThat(state.isCurrent()).isTrue();
  }

  @Test
  void lineageWithoutItsPoliciesIsNotCurrent() {
    role.becomes(true);
    companion.failure = new IOException("gone");
    state.step();
    assertThat(state.isCurrent()).isFalse();
    assertThat(lineage.mode()).isEqualTo(Mode.WAITING);
  }

  @Test
  void damagedRecordsWaitForTheEndOfSafeMode() {
    store.records.put("begun", Map.of());
    role.becomes(true);
    role.safeMode = true;
    state.step();
    state.step();
    assertThat(store.aside).isEmpty();
    assertThat(metrics.stateRecordsSetAside.value()).isEqualTo(1);
    role.safeMode = false;
    state.step();
    assertThat(store.aside).containsOnlyKeys("begun");
    assertThat(state.status().mode()).isEqualTo(Mode.READY.name());
    assertThat(state.status().setAside()).isEqualTo(1);
  }

  @Test
  void failureToSetAsideIsCountedAndTriedAgain() {
    store.records.put("begun", Map.of());
    role.becomes(true);
    state.step();
    store.failure = new IOException("gone");
    state.step();
    assertThat(metrics.stateFailures.value()).isEqualTo(1);
    store.failure = null;
    state.step();
    assertThat(store.aside).containsOnlyKeys("begun");
  }

  @Test
  void recordsOfALaterVersionKeepItOffForTheTerm() {
    role.becomes(true);
    state.step();
    byte[] later = "{\"version\":\"9.0\"}".getBytes(UTF_8);
    store.records.put("later", Map.of("head", later));
    role.becomes(false);
    state.step();
    role.becomes(true);
    state.step();
    assertOff();
    store.failure = new IOException("read again");
    now += 10_000;
    state.step();
    assertThat(metrics.stateFailures.value()).isZero();
    store.failure = null;
    assertThat(store.records).containsOnlyKeys("tera", "later");

    role.becomes(false);
    state.step();
    assertThat(metrics.stateRefused.value()).isZero();
    store.records.remove("later");
    role.becomes(true);
    state.step();
    assertThat(state.isWritable()).isTrue();
    assertThat(advisor.ordersReads()).isTrue();
    assertThat(registry.view().registrations()).containsOnlyKeys("tera");
  }

  private void assertOff() {
    assertThat(state.isCurrent()).isFalse();
    assertThat(state.refusal()).hasValueSatisfying(why -> assertThat(why).contains("format 9.0"));
    assertThat(state.status().mode()).isEqualTo("REFUSED");
    assertThat(state.status().why()).isNotEmpty();
    assertThat(metrics.stateRefused.value()).isEqualTo(1);
    assertThat(advisor.ordersReads()).isFalse();
    assertThat(registry.view().registrations()).isEmpty();
    advisor.advise("/tera/in/part-0", 3, null, null, false);
    assertThat(metrics.fallbacksLoading.value()).isZero();
  }

  @Test
  void nothingIsTakenOverWhenAnotherKindOfRecordsIsOfALaterVersion() {
    companion.newer = new NewerStateException(new FormatVersion(2, 0), FormatVersion.CURRENT);
    role.becomes(true);
    state.step();
    assertThat(state.refusal()).isPresent();
    assertThat(registry.view().registrations()).isEmpty();
    assertThat(companion.loads).isZero();
  }

  @Test
  void standbyDoesNotAnswerFromWhatItCannotRead() {
    store.records.put("later", Map.of("head", "{\"version\":\"9.0\"}".getBytes(UTF_8)));
    assertThatExceptionOfType(StateUnavailableException.class)
        .isThrownBy(state::readInStandby)
        .withMessageContaining("format 9.0");
    assertThat(metrics.stateFailures.value()).isZero();
  }

  @Test
  void standbyReadsItsNamespaceNowAndThen() throws IOException {
    role.becomes(false);
    state.readInStandby();
    assertThat(registry.view().registrations()).containsOnlyKeys("tera");
    store.records.clear();
    state.readInStandby();
    assertThat(registry.view().registrations()).hasSize(1);
    now += 3_000;
    state.readInStandby();
    assertThat(registry.view().registrations()).isEmpty();
    assertThat(state.status().mode()).isEqualTo(Mode.WAITING.name());
  }

  @Test
  void standbyThatCannotReadSaysSo() {
    store.failure = new IOException("gone");
    assertThatExceptionOfType(StateUnavailableException.class)
        .isThrownBy(state::readInStandby)
        .withMessageContaining("cannot be read");
  }

  private static final class FakeRole implements HaRole {
    private boolean active;
    private long term;
    private boolean safeMode;

    private void becomes(boolean nowActive) {
      active = nowActive;
      term++;
    }

    @Override
    public boolean isActive() {
      return active;
    }

    @Override
    public long term() {
      return term;
    }

    @Override
    public boolean isInSafeMode() {
      return safeMode;
    }
  }

  private static final class FakeCompanion implements StateLifeCycle.Companion {
    private final Lock lock = new ReentrantLock();
    private int loads;
    private int releases;
    private IOException failure;
    private NewerStateException newer;
    private Error error;

    @Override
    public void prepare() throws IOException {
      if (error != null) {
        throw error;
      }
      if (newer != null) {
        throw newer;
      }
    }

    @Override
    public void load() throws IOException {
      if (failure != null) {
        throw failure;
      }
      loads++;
    }

    @Override
    public void release() {
      lock.lock();
      releases++;
      lock.unlock();
    }
  }
}
