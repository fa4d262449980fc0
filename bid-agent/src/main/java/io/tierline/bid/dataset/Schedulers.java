/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.bid.volume.Volume;
import io.tierline.bid.volume.VolumeOptions;
import io.tierline.bid.volume.Volumes;
import java.io.IOException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** Opens the schedulers of volumes on this machine's disks. */
final class Schedulers implements VolumeOpener {
  /** A usual SATA SSD, since nothing is staged for one that knows no positions. */
  private static final long SSD_BYTES_PER_SECOND = 500_000_000;

  private static final long SSD_POSITIONING_NANOS = 100_000;
  private static final int SSD_REQUESTS = 32;

  @Override
  public ScheduledVolume open(FsVolumeSpi volume, DatasetSettings settings, Buffers buffers)
      throws IOException {
    String path = volume.getBaseURI().getPath();
    VolumeOptions options =
        VolumeOptions.of(path)
            .engine(settings.engine())
            .direct(settings.readDirect())
            .model(settings.model(), settings.timeScale());
    if (volume.getStorageType() == StorageType.SSD) {
      options =
          options.device(
              false, 1L << 40, SSD_BYTES_PER_SECOND, SSD_POSITIONING_NANOS, SSD_REQUESTS);
    }
    Volume scheduler = Volumes.open(options);
    return new ScheduledVolume(
        path,
        scheduler,
        VolumeMetrics.create(volume.getStorageID(), path, scheduler),
        buffers,
        settings.readFromCache());
  }
}
