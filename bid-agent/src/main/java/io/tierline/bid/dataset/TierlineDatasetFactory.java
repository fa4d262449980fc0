/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.bid.delta.DeltaMark;
import io.tierline.bid.hsync.DeltaKeys;
import io.tierline.bid.hsync.SyncLog;
import io.tierline.common.Values;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.common.Storage;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetFactory;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.TierlineDataset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a DataNode's dataset ({@code dfs.datanode.fsdataset.factory}): HDFS's own, whose block
 * files are read and written back in the order of a scheduler, volume by volume. With keys that
 * make no sense, or on a Hadoop that it does not fit, it makes HDFS's own alone.
 */
@InterfaceAudience.LimitedPrivate("HDFS")
public class TierlineDatasetFactory extends FsDatasetSpi.Factory<FsDatasetSpi<?>> {
  private static final Logger LOG = LoggerFactory.getLogger(TierlineDatasetFactory.class);

  /** Created by HDFS through reflection. */
  public TierlineDatasetFactory() {}

  @Override
  public FsDatasetSpi<?> newInstance(DataNode node, DataStorage storage, Configuration conf)
      throws IOException {
    DatasetIo io;
    try {
      DatasetMetrics metrics = DatasetMetrics.create();
      List<String> problems = new ArrayList<>(DatasetKeys.ALL.problems(conf::get));
      problems.addAll(DeltaKeys.problems(conf::get));
      metrics.invalidKeys.set(problems.size());
      if (!problems.isEmpty()) {
        LOG.error("BID schedules no volume of this DataNode: {}", String.join("; ", problems));
      }
      List<Path> volumes = volumes(storage);
      if (!problems.isEmpty() && volumes.stream().allMatch(each -> DeltaMark.of(each).isEmpty())) {
        return stock(node, storage, conf);
      }
      // Volumes that may need a log are held: a bad key is no reason to cut their blocks.
      Values values = problems.isEmpty() ? conf::get : TierlineDatasetFactory::nothing;
      io =
          new DatasetIo(
              DatasetSettings.from(values),
              new Schedulers(),
              metrics,
              SyncLog.open(values, volumes));
    } catch (RuntimeException | Error e) {
      LOG.error("BID schedules no volume of this DataNode", e);
      return stock(node, storage, conf);
    }
    try {
      return TierlineDataset.of(node, storage, conf, io);
    } catch (LinkageError e) {
      io.close();
      LOG.error("BID schedules no volume of this DataNode: it does not fit this Hadoop", e);
      return stock(node, storage, conf);
    } catch (IOException | RuntimeException e) {
      io.close();
      throw e;
    }
  }

  /** Keys by which no volume is scheduled and no log is made. */
  private static String nothing(String key) {
    return key.equals(DatasetKeys.VOLUMES.key()) ? DatasetKeys.Which.NONE.name() : null;
  }

  /** Folders of all volumes on file systems of this machine. */
  private static List<Path> volumes(DataStorage storage) {
    return IntStream.range(0, storage.getNumStorageDirs())
        .mapToObj(storage::getStorageDir)
        .map(Storage.StorageDirectory::getRoot)
        .filter(Objects::nonNull)
        .map(File::toPath)
        .toList();
  }

  private static FsDatasetSpi<?> stock(DataNode node, DataStorage storage, Configuration conf)
      throws IOException {
    FsDatasetSpi.Factory<?> stock = new FsDatasetFactory();
    return stock.newInstance(node, storage, conf);
  }
}
