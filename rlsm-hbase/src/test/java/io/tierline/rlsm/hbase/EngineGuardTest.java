/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.junit.jupiter.api.Test;

class EngineGuardTest {

  @Test
  void onlyWhatSaysThatItIsAnotherHBaseSwitchesOff() {
    EngineGuard guard = new EngineGuard();
    guard.failed("a", new OutOfMemoryError("injected"));
    guard.failed("a", new StackOverflowError("injected"));
    guard.failed("a", new IllegalStateException("injected"));
    assertThat(guard.isOff()).isFalse();
    guard.failed("a", new NoSuchMethodError("injected"));
    assertThat(guard.isOff()).isTrue();
    guard.failed("a", new OutOfMemoryError("injected"));
    assertThat(guard.isOff()).as("for good").isTrue();
    assertThat(guard.faults()).isEqualTo(5);
  }

  /** What one store of a region server has met holds for its others, and for no other server. */
  @Test
  void aRegionServerHasOne() {
    RegionServerServices server = mock(RegionServerServices.class);
    EngineGuard guard = EngineGuard.of(server);
    guard.failed("a", new NoClassDefFoundError("injected"));
    assertThat(EngineGuard.of(server)).isSameAs(guard);
    assertThat(EngineGuard.all()).contains(guard);
    assertThat(EngineGuard.of(mock(RegionServerServices.class)).isOff()).isFalse();
    assertThat(EngineGuard.of(null).isOff()).isFalse();
  }
}
