/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.java8.NeedsJava17;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetFactory;
import org.slf4j.LoggerFactory;

/** On a Java that is too old for BID: makes HDFS's own dataset. */
@InterfaceAudience.LimitedPrivate("HDFS")
public class TierlineDatasetFactory extends FsDatasetSpi.Factory<FsDatasetSpi<?>> {
  /** Created by HDFS through reflection. */
  public TierlineDatasetFactory() {}

  @Override
  public FsDatasetSpi<?> newInstance(DataNode node, DataStorage storage, Configuration conf)
      throws IOException {
    NeedsJava17.say(
        LoggerFactory.getLogger(TierlineDatasetFactory.class),
        "BID schedules no volume of this DataNode");
    FsDatasetSpi.Factory<?> stock = new FsDatasetFactory();
    return stock.newInstance(node, storage, conf);
  }
}
