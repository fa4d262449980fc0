/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.TierlineDataset;
import org.apache.hadoop.test.GenericTestUtils;

/**
 * The dataset with a delta log for each DataNode of a process, beside its first volume. The log is
 * there before the DataNode is, so that no sync of a test goes past it.
 */
public class LoggedDatasetFactory extends TierlineDatasetFactory {
  /** Created by HDFS through reflection. */
  public LoggedDatasetFactory() {}

  @Override
  public FsDatasetSpi<?> newInstance(DataNode node, DataStorage storage, Configuration conf)
      throws IOException {
    File volume = storage.getStorageDir(0).getRoot();
    Configuration logged = new Configuration(conf);
    logged.set("tierline.bid.delta.path", volume.getAbsolutePath() + ".delta");
    FsDatasetSpi<?> dataset = super.newInstance(node, storage, logged);
    DatasetIo io = (DatasetIo) ((TierlineDataset) dataset).schedules();
    try {
      GenericTestUtils.waitFor(() -> io.deltaLog().isPresent(), 5, 60_000);
    } catch (TimeoutException e) {
      // As a DataNode whose disks are gone: its tests go on without.
      assertThat(io.logReport()).isPresent();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return dataset;
  }
}
