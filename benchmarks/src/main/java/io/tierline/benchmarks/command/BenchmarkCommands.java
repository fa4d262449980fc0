/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.command;

import io.tierline.benchmarks.bid.BidAccept;
import io.tierline.benchmarks.bid.BidBench;
import io.tierline.benchmarks.bid.BidDelta;
import io.tierline.benchmarks.bid.BidDisk;
import io.tierline.benchmarks.bid.BidLive;
import io.tierline.benchmarks.bid.BidRecord;
import io.tierline.benchmarks.bid.BidSim;
import io.tierline.benchmarks.cluster.LdmSim;
import io.tierline.benchmarks.demo.Demo;
import io.tierline.benchmarks.hsync.BidHsync;
import io.tierline.benchmarks.jmh.Jmh;
import io.tierline.benchmarks.local.ClusterCommand;
import io.tierline.benchmarks.namenode.NnBench;
import io.tierline.benchmarks.plan.PlanBench;
import io.tierline.benchmarks.reads.RlsmReads;
import io.tierline.benchmarks.value.PlacementValue;
import io.tierline.benchmarks.ycsb.Ycsb;
import io.tierline.cli.CommandSource;
import io.tierline.cli.Console;
import io.tierline.ldm.cli.LdmPlan;
import io.tierline.rlsm.cli.RlsmSim;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All commands that need more than a source tree. */
public final class BenchmarkCommands implements CommandSource {
  private static final Logger LOG = LoggerFactory.getLogger(BenchmarkCommands.class);

  @Override
  public List<Object> commands(Console console) {
    return List.of(
        new Demo(console),
        ClusterCommand.of(console),
        new LdmPlan(),
        new PlanBench(console, System.getProperty("tierline.home", ".")),
        new PlacementValue(console),
        new LdmSim(console),
        new Rlsm(),
        new RlsmSim(),
        new RlsmReads(console),
        new Jmh(),
        new NnBench(console),
        new BidSim(console),
        new BidDisk(console),
        new BidAccept(console),
        new BidBench(console),
        new BidLive(console),
        new BidRecord(),
        new BidDelta(console),
        new BidHsync(console),
        new Ycsb(console));
  }

  @Override
  public void log(String command, Exception failure) {
    LOG.error("{} failed", command, failure);
  }
}
