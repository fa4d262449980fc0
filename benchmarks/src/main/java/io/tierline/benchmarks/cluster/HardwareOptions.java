/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster;

import io.tierline.benchmarks.cluster.hdfs.Disk;
import io.tierline.benchmarks.cluster.hdfs.Hardware;
import io.tierline.benchmarks.cluster.jobs.Scheduling;
import io.tierline.cli.Arguments;
import io.tierline.cli.measure.Amount;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** Mixed into ldm-sim: what the cluster is made of. */
@Command
final class HardwareOptions {
  private static final double GIGA = 1e9;
  private static final double MILLIS = 1e3;
  private static final double MOST_MIB = 100_000;

  private final Amount nodes = Amount.whole("--nodes N", 8, 3, 10_000, "DataNodes");
  private final Amount perRack = Amount.whole("--nodes-per-rack N", 4, 2, 1_000, "On one switch");
  private final Amount slots =
      Amount.whole("--slots N", 16, 1, 1_000, "Tasks at a time, each node");
  private final Amount disks = Amount.whole("--disks N", 1, 1, 100, "Of each node");
  private final Amount diskGb =
      Amount.number("--disk-gb N", 2500, 1, MOST_MIB, "Size of a node's disks together");
  private final Amount diskMib =
      Amount.number("--disk-mib N", 150, 1, MOST_MIB, "MiB/s of a disk that has one stream");
  private final Amount positioning =
      Amount.number("--positioning-ms N", 9, 0, 1_000, "From one stream to another");
  private final Amount turn =
      Amount.number("--turn-mib N", 1, 0.004, 1_000, "What a stream moves in its turn");
  private final Amount ratio =
      Amount.number("--ratio N", 8, 1, 10_000, "The disks' size is that many times the SSD's");
  private final Amount ssdMib = Amount.number("--ssd-mib N", 500, 1, MOST_MIB, "MiB/s of an SSD");
  private final Amount gbit = Amount.number("--gbit N", 10, 0.01, 1_000, "Of a node's link");

  private final Amount nodeDelay =
      Amount.whole(
          "--node-delay N",
          Scheduling.DEFAULT.nodeDelay(),
          0,
          100_000,
          "Nodes that a job lets pass for one with its input, as YARN's node-locality-delay");

  private final Amount rackDelay =
      Amount.whole(
          "--rack-delay N",
          Scheduling.DEFAULT.rackDelay(),
          -1,
          100_000,
          "More that it lets pass for one in its rack, as rack-locality-additional-delay");

  private final Amount[] rows = {
    nodes,
    perRack,
    slots,
    disks,
    diskGb,
    diskMib,
    positioning,
    turn,
    ratio,
    ssdMib,
    gbit,
    nodeDelay,
    rackDelay
  };

  @Mixin private final CommandSpec all = Amount.mixin(rows);

  /** The cluster; refuses what makes no sense. */
  Hardware hardware(Arguments given) {
    Amount.check(given, rows);
    return new Hardware(
        nodes.count(),
        perRack.count(),
        slots.count(),
        disks.count(),
        new Disk(diskMib.number(), positioning.number() / MILLIS, turn.number()),
        (long) (diskGb.number() * GIGA / ratio.number()),
        ssdMib.number(),
        gbit.number());
  }

  /** How long jobs wait for nodes near their input. */
  Scheduling scheduling() {
    return new Scheduling(nodeDelay.count(), rackDelay.count());
  }

  Map<String, Object> parameters() {
    return Amount.values(rows);
  }
}
