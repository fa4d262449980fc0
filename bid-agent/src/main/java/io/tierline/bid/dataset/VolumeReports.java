/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.bid.hsync.LogReport;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.TierlineDataset;

/** Tells what the scheduled volumes of a DataNode do, and its delta log. */
public final class VolumeReports {
  private VolumeReports() {}

  /** Of all that are scheduled; none with HDFS's own dataset. */
  public static List<VolumeReport> of(FsDatasetSpi<?> dataset) {
    return dataset instanceof TierlineDataset ours && ours.schedules() instanceof DatasetIo io
        ? io.reports()
        : List.of();
  }

  /** Of the delta log; empty with HDFS's own dataset, and where there is none. */
  public static Optional<LogReport> log(FsDatasetSpi<?> dataset) {
    return dataset instanceof TierlineDataset ours && ours.schedules() instanceof DatasetIo io
        ? io.logReport()
        : Optional.empty();
  }
}
