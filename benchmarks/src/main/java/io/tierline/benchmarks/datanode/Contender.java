/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.datanode;

/** Whose dataset a DataNode has. */
enum Contender {
  /** HDFS's own, on Linux as its documentation advises. */
  STOCK("stock"),
  /** BID's, by its factory. */
  OURS("ours");

  static final String FACTORY_KEY = "dfs.datanode.fsdataset.factory";
  static final String FACTORY = "io.tierline.bid.dataset.TierlineDatasetFactory";

  final String word;

  Contender(String word) {
    this.word = word;
  }
}
