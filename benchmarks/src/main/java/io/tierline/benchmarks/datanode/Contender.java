/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.datanode;

import io.tierline.testing.devices.Scheduling;
import java.util.List;

/** Whose dataset a DataNode has. */
enum Contender {
  /** HDFS's own, on Linux as its documentation advises. */
  STOCK("stock", Scheduling.LINUX),
  /** The same, with BFQ for a scheduler of the disk. */
  STOCK_BFQ("stock-bfq", Scheduling.LINUX_BFQ),
  /** With slices of 500 ms. */
  STOCK_BFQ_SLICES("stock-bfq-500ms", Scheduling.LINUX_BFQ_SLICES),
  /** With BFQ as it is by default. */
  STOCK_BFQ_LOW_LATENCY("stock-bfq-low-latency", Scheduling.LINUX_BFQ_LOW_LATENCY),
  /** BID's, by its factory. */
  OURS("ours", Scheduling.BID);

  static final String FACTORY_KEY = "dfs.datanode.fsdataset.factory";
  static final String FACTORY = "io.tierline.bid.dataset.TierlineDatasetFactory";

  final String word;

  /** Of a modelled disk. */
  final Scheduling scheduling;

  Contender(String word, Scheduling scheduling) {
    this.word = word;
    this.scheduling = scheduling;
  }

  /** Those of a case: an SSD has no scheduler. */
  static List<Contender> of(HdfsCase one) {
    return one.isOnSsd() ? List.of(STOCK, OURS) : List.of(values());
  }
}
