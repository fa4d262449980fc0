/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.devices;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeviceWaitsTest {
  private static final String TASK =
      "DataXceiver for client DFSClient_attempt_17_0001_m_000000_0_1_1 at /127.0.0.1:1 [Sending]";
  private static final String OTHER =
      "DataXceiver for client DFSClient_NONMAPREDUCE_1_1 at /127.0.0.1:1 [Sending]";

  private final String name = Thread.currentThread().getName();
  private long clock = 1000;
  private final DeviceWaits waits = new DeviceWaits(() -> clock);

  @AfterEach
  void restoreName() {
    Thread.currentThread().setName(name);
  }

  private DeviceWaits.Wait waiting(String thread, boolean reads) {
    Thread.currentThread().setName(thread);
    return reads ? waits.forData() : waits.forRoom();
  }

  private static DeviceWaits.Waited waited(
      long passed, long firstUse, long lastUse, long any, long reading, long writing) {
    return new DeviceWaits.Waited(passed, firstUse, lastUse, any, reading, writing);
  }

  @Test
  void timeInWhichTwoTasksWaitCountsOnce() {
    clock += 5;
    DeviceWaits.Wait first = waiting(TASK, true);
    clock += 10;
    DeviceWaits.Wait second = waiting(TASK, false);
    clock += 20;
    first.end();
    clock += 40;
    second.end();
    clock += 80;
    assertThat(waits.now()).isEqualTo(waited(155, 5, 75, 70, 30, 60));
  }

  @Test
  void whoIsNoTaskIsNotCounted() {
    DeviceWaits.Wait other = waiting(OTHER, true);
    clock += 10;
    other.end();
    assertThat(waits.now()).isEqualTo(waited(10, 10, 10, 0, 0, 0));
  }

  @Test
  void whoWaitsWhenItBeginsAnewIsCountedFromThen() {
    DeviceWaits.Wait task = waiting(TASK, true);
    clock += 10;
    waits.restart();
    clock += 20;
    task.end();
    clock += 40;
    assertThat(waits.now()).isEqualTo(waited(60, 0, 20, 20, 20, 0));
  }
}
