/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.state.MemoryStore;
import io.tierline.ldm.state.PolicyRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeavingDatasetsTest {
  private final MemoryStore store = new MemoryStore();
  private final List<String> told = new ArrayList<>();
  private final LeavingDatasets leaving = new LeavingDatasets(store);

  LeavingDatasetsTest() {
    leaving.tell(told::add);
  }

  private static PolicyRecord record(String path) {
    return new PolicyRecord(path, "ONE_SSD", (byte) 7);
  }

  @Test
  void directoryIsKeptAndToldOfUntilItsFastReplicasAreGone() throws Exception {
    leaving.add(record("/a"));
    assertThat(store.records).hasSize(1);
    assertThat(told).containsExactly("/a");
    leaving.left("/other");
    leaving.left("/a");
    assertThat(store.records).isEmpty();
  }

  @Test
  void nextTermTellsOfWhatTheEarlierOneHasKept() throws Exception {
    new LeavingDatasets(store).add(record("/a"));
    store.put("damaged", Map.of());
    leaving.read();
    leaving.load();
    assertThat(told).containsExactly("/a");
    leaving.left("/a");
    assertThat(store.records).containsOnlyKeys("damaged");
  }

  @Test
  void directoryWithoutAPolicyOfOursIsKeptToo() throws Exception {
    new LeavingDatasets(store).add("/a");
    leaving.read();
    leaving.load();
    assertThat(told).containsExactly("/a");
  }

  @Test
  void directoryCoversWhatIsBelowIt() throws Exception {
    assertThat(leaving.isEmpty()).isTrue();
    leaving.add("/a/b");
    assertThat(leaving.isEmpty()).isFalse();
    assertThat(List.of("/a/b", "/a/b/c", "/a/b/c/part-0")).allMatch(leaving::covers);
    assertThat(List.of("/", "/a", "/a/bc", "/a/bc/d", "/b/a/b")).noneMatch(leaving::covers);
  }

  @Test
  void whatCannotBeKeptIsNotLetGoOf() throws Exception {
    store.failure = new IOException("safe mode");
    assertThatThrownBy(() -> leaving.add(record("/a"))).hasMessage("safe mode");
    assertThat(told).isEmpty();
    store.failure = null;
    leaving.add(record("/a"));
    store.failure = new IOException("safe mode");
    leaving.left("/a");
    store.failure = null;
    leaving.left("/a");
    assertThat(store.records).isEmpty();
  }
}
