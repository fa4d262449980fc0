/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import static org.apache.hadoop.fs.StorageType.DISK;
import static org.apache.hadoop.fs.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.testing.cluster.BlockReplicas;
import io.tierline.testing.devices.DeviceUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;

class ChecksTest {
  private static final RunResult GOOD =
      SampleRuns.run(Contender.LDM, 96, 4, SampleRuns.dataset(1, SSD, DISK, DISK));

  @Test
  void goodRunPasses() {
    assertThat(failed(GOOD)).isEmpty();
  }

  @Test
  void tooFewBytesFromSsdFail() {
    RunResult run = SampleRuns.run(Contender.LDM, 94, 6, SampleRuns.dataset(1, SSD, DISK, DISK));
    assertThat(failed(run)).singleElement().asString().contains("map input from SSD", "94.0 %");
  }

  @Test
  void stockIsNotHeldToLdmsPlan() {
    RunResult run = SampleRuns.run(Contender.STOCK, 0, 9, SampleRuns.dataset(1, DISK, DISK, DISK));
    assertThat(failed(run)).isEmpty();
  }

  @Test
  void ldmThatReadsLessFromSsdThanThePolicyByHandFails() {
    DatasetState placed = SampleRuns.dataset(1, SSD, DISK, DISK);
    assertThat(failed(SampleRuns.run(Contender.ONE_SSD, 28, 72, placed), GOOD)).isEmpty();
    RunResult less = SampleRuns.run(Contender.LDM, 50, 50, placed);
    assertThat(failed(SampleRuns.run(Contender.ONE_SSD, 60, 40, placed), less))
        .last()
        .asString()
        .contains("no less of the map input from SSD than with ONE_SSD", "50.0 % against 60.0 %");
  }

  @Test
  void oneFastReplicaTooFewFails() {
    RunResult run = SampleRuns.run(Contender.LDM, 9, 0, SampleRuns.dataset(2, SSD, DISK, DISK));
    assertThat(failed(run)).singleElement().asString().contains("2 SSD + 1 DISK", "0 of 1 blocks");
  }

  @Test
  void spareRoomMayTakeMoreThanReadersAskFor() {
    RunResult run = SampleRuns.run(Contender.LDM, 9, 0, SampleRuns.dataset(1, SSD, SSD, SSD));
    assertThat(failed(run)).isEmpty();
  }

  @Test
  void unreadDatasetBelongsOnDisk() {
    RunResult run = SampleRuns.run(Contender.LDM, 9, 0, SampleRuns.dataset(0, SSD, DISK, DISK));
    assertThat(failed(run)).singleElement().asString().contains("0 SSD + 3 DISK");
  }

  @Test
  void missingReplicaFailsForEveryContender() {
    RunResult run = SampleRuns.run(Contender.STOCK, 0, 9, SampleRuns.dataset(1, DISK, DISK));
    assertThat(failed(run)).singleElement().asString().contains("3 replicas on 2 racks");
  }

  @Test
  void movedBlocksFail() {
    assertThat(failed(withMover(new MoverOutcome(2, 0, true)))).hasSize(1);
  }

  @Test
  void moverThatDoesNothingAtAllProvesNothing() {
    assertThat(failed(withMover(new MoverOutcome(0, 0, false)))).hasSize(1);
    assertThat(failed(withMover(new MoverOutcome(0, 5, true)))).isEmpty();
  }

  @Test
  void moverMayTakeDownWhatLayInSpareRoom() {
    BlockReplicas spare = block(SSD, SSD, DISK);
    assertThat(MoverOutcome.isSpareTaken(spare, block(SSD, DISK, DISK), 1)).isTrue();
    assertThat(MoverOutcome.isSpareTaken(spare, block(DISK, DISK, DISK), 1)).isFalse();
    assertThat(MoverOutcome.isSpareTaken(spare, block(SSD, DISK), 1)).isFalse();
    assertThat(MoverOutcome.isSpareTaken(block(SSD, DISK, DISK), spare, 1)).isFalse();
    assertThat(MoverOutcome.isSpareTaken(block(SSD, DISK, DISK), block(DISK, DISK, DISK), 1))
        .isFalse();
  }

  private static BlockReplicas block(StorageType... tiers) {
    return SampleRuns.dataset(1, tiers).census().blocks().get(0);
  }

  @Test
  void lostRowsFail() {
    RunResult run =
        new RunResult(
            Scene.ALONE,
            Contender.STOCK,
            GOOD.graph(),
            GOOD.jobs(),
            GOOD.datasets(),
            new Validation("other", List.of("error\tmisorder")),
            SampleRuns.CHECKSUM,
            Map.of(),
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty());
    assertThat(failed(run)).singleElement().asString().contains("sorted and complete", "1 errors");
    assertThat(Checks.of(List.of(GOOD, run)).stream().filter(check -> !check.passed()))
        .as("and the runs differ")
        .hasSize(2);
  }

  @Test
  void devicesThatStoodStillFail() {
    assertThat(failed(withDevices(1000, 100))).isEmpty();
    assertThat(failed(withDevices(1000, 101)))
        .singleElement()
        .asString()
        .contains("off their model", "10.1 %", "too busy");
  }

  @Test
  void whatWasBrokenInOneRepeatIsBroken() {
    RunResult late = withDevices(1000, 500);
    RunResult right = withDevices(1000, 0);
    assertThat(failed(late, right)).hasSize(1);
    assertThat(failed(right, late)).hasSize(1);
    assertThat(Checks.of(List.of(right, right)))
        .hasSize(Checks.of(List.of(right)).size() + 1)
        .last()
        .asString()
        .contains("the same rows");
  }

  @Test
  void scenesHaveRowsOfTheirOwn() {
    RunResult beside =
        new RunResult(
            Scene.BESIDE,
            Contender.LDM,
            GOOD.graph(),
            GOOD.jobs(),
            GOOD.datasets(),
            new Validation("other", List.of()),
            "other",
            Map.of(),
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty());
    assertThat(failed(GOOD, beside)).isEmpty();
  }

  private static RunResult withMover(MoverOutcome outcome) {
    return ldm(Optional.of(outcome), List.of());
  }

  private static RunResult withDevices(long busy, long late) {
    return ldm(
        Optional.empty(),
        List.of(
            new DeviceUse("/v", StorageType.DISK, 1, 1, busy, late, 0, 0, 0),
            new DeviceUse("/v", StorageType.SSD, 1, 1, 10, 10, 0, 0, 0)));
  }

  private static RunResult ldm(Optional<MoverOutcome> mover, List<DeviceUse> devices) {
    return new RunResult(
        Scene.ALONE,
        Contender.LDM,
        GOOD.graph(),
        GOOD.jobs(),
        GOOD.datasets(),
        GOOD.validation(),
        GOOD.inputChecksum(),
        Map.of(),
        mover,
        devices,
        List.of(),
        Optional.empty());
  }

  private static List<Check> failed(RunResult... runs) {
    return Checks.of(List.of(runs)).stream().filter(check -> !check.passed()).toList();
  }
}
