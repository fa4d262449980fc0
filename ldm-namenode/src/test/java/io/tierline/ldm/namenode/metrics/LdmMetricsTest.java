/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.placement.ReplicaChoice;
import io.tierline.ldm.rating.Medium;
import java.util.Arrays;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LdmMetricsTest {
  private final LdmMetrics metrics = LdmMetrics.create();

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void decisionsAndReplicasAreCountedByWhereTheyGo() {
    metrics.decided(plan(Medium.RAM_DISK, Medium.NVDIMM, Medium.SSD, Medium.DISK));
    metrics.decided(plan(Medium.DISK, Medium.DISK));
    assertThat(metrics.decisionsFast.value()).isEqualTo(1);
    assertThat(metrics.decisionsStock.value()).isEqualTo(1);
    assertThat(metrics.replicasMemory.value()).isEqualTo(2);
    assertThat(metrics.replicasSsd.value()).isEqualTo(1);
    assertThat(metrics.replicasDisk.value()).isEqualTo(3);
  }

  @Test
  void everyFaultIsCountedAndAMisfitSaid() {
    metrics.fault(new IllegalStateException("first"));
    metrics.fault(new OutOfMemoryError("second"));
    assertThat(metrics.fallbacksException.value()).isEqualTo(2);
    assertThat(metrics.offForGood.value()).isZero();
    metrics.fault(new NoSuchMethodError("third"));
    assertThat(metrics.offForGood.value()).isEqualTo(1);
  }

  @Test
  void closedSourceCanBeMadeAgain() {
    assertThat(DefaultMetricsSystem.instance().getSource(LdmMetrics.SOURCE)).isNotNull();
    metrics.close();
    assertThat(DefaultMetricsSystem.instance().getSource(LdmMetrics.SOURCE)).isNull();
    LdmMetrics again = LdmMetrics.create();
    assertThat(again.registrations.value()).isZero();
  }

  private static PlacementPlan plan(Medium... media) {
    return new PlacementPlan(
        1, 0, Arrays.stream(media).map(medium -> new ReplicaChoice(medium, 0.5, 1)).toList());
  }
}
