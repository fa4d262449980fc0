/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.common.Setting;
import io.tierline.ldm.settings.ServiceKeys;
import org.junit.jupiter.api.Test;

class HostGuardTest {
  private final HostGuard guard = new HostGuard("LDM");

  @Test
  void faultsCostNothingButTheirAnswer() {
    guard.failed("placing", new IllegalStateException());
    guard.failed("placing", new OutOfMemoryError());
    guard.failed("placing", new StackOverflowError());
    assertThat(guard.faults()).isEqualTo(3);
    assertThat(guard.isOff()).isFalse();
    assertThat(guard.why()).isEmpty();
  }

  @Test
  void whatDoesNotFitIsOffForGood() {
    guard.failed("placing", new NoSuchMethodError("DatanodeDescriptor.isAlive"));
    guard.failed("reading", new NoClassDefFoundError("INode"));
    assertThat(guard.isOff()).isTrue();
    assertThat(guard.why().orElseThrow())
        .contains("DatanodeDescriptor.isAlive", "placing")
        .doesNotContain("\n", "INode");
  }

  /** As where there is no memory to count or to log with. */
  @Test
  void nothingIsThrownThoughTheListenerThrows() {
    guard.onFault(
        fault -> {
          throw new OutOfMemoryError("again");
        });
    guard.failed("placing", new NoSuchMethodError("first"));
    assertThat(guard.isOff()).isTrue();
    assertThat(guard.faults()).isEqualTo(2);
  }

  @Test
  void refusalIsOffFromTheStart() {
    guard.refuse("Hadoop 9 is not one that it was tested with");
    assertThat(guard.isOff()).isTrue();
    assertThat(guard.why()).contains("Hadoop 9 is not one that it was tested with");
  }

  private static final Setting<Boolean> ALLOWED = ServiceKeys.UNTESTED_HADOOP_ALLOWED;

  @Test
  void onlyTestedVersionsRunUnlessAllowed() {
    assertThat(TestedHadoop.refusal("3.4.2", ALLOWED, key -> null)).isEmpty();
    assertThat(TestedHadoop.refusal("3.9.9", ALLOWED, key -> null).orElseThrow())
        .contains("3.9.9", "3.4.2", ALLOWED.key())
        .doesNotContain("\n");
    assertThat(TestedHadoop.refusal("3.4.2-vendor-7", ALLOWED, key -> null)).isPresent();
    assertThat(TestedHadoop.refusal("3.9.9", ALLOWED, key -> "true")).isEmpty();
  }
}
