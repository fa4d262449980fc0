/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.uninstall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.ldm.state.MemoryStore;
import io.tierline.ldm.state.StateUnavailableException;
import io.tierline.ldm.state.UninstallRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class UninstallTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final MemoryStore store = new MemoryStore();
  private final AtomicLong clock = new AtomicLong(1_000);
  private final FakeParts parts = new FakeParts();
  private Uninstall uninstall = new Uninstall(store, parts, clock::get);

  /** Three workflows, one withdrawn at a time, and two policies. */
  private static final class FakeParts implements Uninstall.Parts {
    private int workflows = 3;
    private int policies = 2;
    private IOException failure;
    private final List<String> audited = new ArrayList<>();

    @Override
    public int withdraw(BooleanSupplier goOn) throws IOException {
      if (failure != null) {
        throw failure;
      }
      workflows = Math.max(0, workflows - 1);
      return workflows;
    }

    @Override
    public int restorePolicies() {
      policies = workflows == 0 ? Math.max(0, policies - 1) : policies;
      return policies;
    }

    @Override
    public List<String> leaving() {
      return List.of("/a", "/b");
    }

    @Override
    public void audit(String what) {
      audited.add(what);
    }
  }

  private void step() {
    clock.addAndGet(1_000);
    uninstall.step(() -> true);
  }

  private Map<String, Object> view() {
    Map<String, Object> view =
        MAPPER.convertValue(uninstall.progress(), new TypeReference<Map<String, Object>>() {});
    view.values().removeIf(Objects::isNull);
    return view;
  }

  /** Another NameNode takes over, or this one starts again. */
  private void failOver() throws IOException {
    uninstall.release();
    uninstall = new Uninstall(store, parts, clock::get);
    uninstall.read();
    uninstall.load();
  }

  @Test
  void nothingHappensBeforeSomebodySaysSo() throws IOException {
    step();
    failOver();
    assertThat(uninstall.isOn()).isFalse();
    assertThat(view()).containsExactly(Map.entry("state", "NOT_BEGUN"));
    assertThat(parts.workflows).isEqualTo(3);
    assertThat(store.records).isEmpty();
  }

  /** Each NameNode starts in safe mode, which is over when somebody asks for an uninstallation. */
  @Test
  void whatWasWaitedForBeforeItBeganIsNotTold() throws IOException {
    uninstall.waits("the NameNode is in safe mode");
    uninstall.begin("ann");
    assertThat(view()).doesNotContainKey("trouble");
  }

  /** As in safe mode: who asked is to ask again, and LDM works meanwhile. */
  @Test
  void whatCannotBeKeptDoesNotBegin() throws IOException {
    store.failure = new IOException("Name node is in safe mode.\nThe reported blocks");
    assertThatThrownBy(() -> uninstall.begin("ann"))
        .isInstanceOf(StateUnavailableException.class)
        .hasMessage("nothing was begun, since it could not be kept: Name node is in safe mode.");
    assertThat(uninstall.isOn()).isFalse();
    store.failure = null;
    uninstall.begin("ann");
    assertThat(uninstall.isOn()).isTrue();
  }

  @Test
  void everythingGoesThenTheRecordsAndTheMarkStays() throws IOException {
    uninstall.begin("ann");
    assertThat(uninstall.isOn()).isTrue();
    step();
    assertThat(view())
        .containsEntry("state", "UNDER_WAY")
        .containsEntry("by", "ann")
        .containsEntry("workflowsLeft", 2)
        .containsEntry("storagePoliciesLeft", 2);
    step();
    step();
    assertThat(store.othersRemoved).isZero();
    step();
    assertThat(view())
        .containsEntry("state", "DONE")
        .containsEntry("done", "1970-01-01T00:00:05Z")
        .containsEntry("storagePoliciesLeft", 0)
        .containsEntry("directoriesWithFastReplicas", List.of("/a", "/b"));
    assertThat(uninstall.text()).contains("take its keys out", "restart", "then remove the jar");
    assertThat(store.othersRemoved).isEqualTo(1);
    assertThat(store.records).containsOnlyKeys(UninstallRecord.NAME);
    assertThat(parts.audited).hasSize(1);
    step();
    assertThat(store.othersRemoved).as("once").isEqualTo(1);
  }

  @Test
  void whoeverIsActiveGoesOn() throws IOException {
    uninstall.begin("ann");
    step();
    failOver();
    assertThat(uninstall.isOn()).isTrue();
    step();
    step();
    step();
    assertThat(view()).containsEntry("state", "DONE").containsEntry("by", "ann");
    failOver();
    assertThat(view()).containsEntry("state", "DONE");
    step();
    assertThat(store.othersRemoved).isEqualTo(1);
  }

  @Test
  void beginningTwiceIsBeginningOnce() throws IOException {
    uninstall.begin("ann");
    uninstall.begin("bob");
    assertThat(view()).containsEntry("by", "ann");
  }

  @Test
  void whatFailsIsToldAndTriedAgain() throws IOException {
    uninstall.begin("ann");
    parts.failure = new IOException("safe mode\nat line 1");
    step();
    assertThat(view()).containsEntry("trouble", "safe mode");
    parts.failure = null;
    step();
    assertThat(view()).doesNotContainKey("trouble").containsEntry("workflowsLeft", 2);
  }

  @Test
  void whatItWaitsForIsTold() throws IOException {
    uninstall.begin("ann");
    uninstall.waits("the NameNode is in safe mode");
    assertThat(view()).containsEntry("trouble", "the NameNode is in safe mode");
    step();
    assertThat(view()).doesNotContainKey("trouble");
  }

  @Test
  void whoAsksForItWhileLdmIsOffIsToldThatNothingHappens() throws IOException {
    assertThat(uninstall.whileOff("LDM is off: injected"))
        .startsWith("LDM is off: injected. Nothing is uninstalled until LDM is on")
        .contains("by hand");
    uninstall.begin("ann");
    assertThat(uninstall.whileOff("LDM is off: injected"))
        .startsWith("LDM is off: injected. The uninstallation stands still until LDM is on");
  }

  @Test
  void damagedMarkIsAMark() throws IOException {
    store.put(UninstallRecord.NAME, Map.of("uninstall", "{".getBytes(StandardCharsets.UTF_8)));
    failOver();
    assertThat(view()).containsEntry("state", "UNDER_WAY").containsEntry("by", "unknown");
  }
}
