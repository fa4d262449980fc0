/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster;

import io.tierline.benchmarks.cluster.hdfs.Contender;
import io.tierline.benchmarks.cluster.jobs.Outcome;
import io.tierline.benchmarks.cluster.jobs.Traffic.Way;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A contender's outcome of one seed, and stock's of the same one.
 *
 * @param wallSeconds that the simulation took
 */
record SimRun(
    Load load, Contender contender, long seed, Outcome outcome, Outcome stock, double wallSeconds) {
  /** Time saved of the whole workload, as a share of stock's. */
  double saved() {
    return 1 - outcome.seconds() / stock.seconds();
  }

  /** Time saved of the chain's jobs, as a share of stock's. */
  double chainSaved() {
    return 1 - outcome.chainSeconds() / stock.chainSeconds();
  }

  /** Time saved of all other jobs, as a share of stock's; no number where there are none. */
  double otherSaved() {
    return 1 - outcome.otherSeconds() / stock.otherSeconds();
  }

  /** Share of what maps read that came from SSDs. */
  double readFromSsd() {
    return (double) outcome.traffic().bytes(Way.READ_FROM_SSD) / outcome.traffic().read();
  }

  /** Share of what maps read that came from their own node. */
  double readNearby() {
    return (double) outcome.traffic().bytes(Way.READ_NEARBY) / outcome.traffic().read();
  }

  Map<String, Object> figures() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("load", load.key());
    all.put("contender", contender.key());
    all.put("seed", seed);
    all.put("seconds", outcome.seconds());
    all.put("chain_seconds", outcome.chainSeconds());
    all.put("other_seconds", outcome.otherSeconds());
    all.put("saved", saved());
    all.put("chain_saved", chainSaved());
    all.put("read_from_ssd", readFromSsd());
    all.put("read_nearby", readNearby());
    all.put("written_to_ssd_bytes", outcome.traffic().bytes(Way.WRITTEN_TO_SSD));
    all.put("written_to_disk_bytes", outcome.traffic().bytes(Way.WRITTEN_TO_DISK));
    all.put("shuffled_bytes", outcome.traffic().shuffled());
    all.put("ssd_bytes", outcome.ssdBytes());
    all.put("disk_busy", outcome.diskBusy());
    all.put("ssd_busy", outcome.ssdBusy());
    all.put("events", outcome.events());
    all.put("wall_seconds", wallSeconds);
    all.put("job_seconds", outcome.jobSeconds());
    return all;
  }
}
