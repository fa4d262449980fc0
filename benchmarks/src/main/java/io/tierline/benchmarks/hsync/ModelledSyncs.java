/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.hsync;

import io.tierline.bid.volume.ServiceClass;
import io.tierline.bid.volume.Volume;
import io.tierline.bid.volume.VolumeFile;
import java.io.FileOutputStream;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;

/**
 * A replica's streams whose syncs take the time of a modelled disk: what was written since the last
 * one, and then the flush of the disk's cache. A journal of the file system, which a real disk
 * would have to write as well, is left out.
 */
final class ModelledSyncs extends ReplicaOutputStreams {
  private final long stream;
  private final Half data;
  private final Half sums;

  /** One of the two files. */
  private static final class Half {
    private final FileOutputStream out;
    private final VolumeFile file;
    private long synced;

    Half(FileOutputStream out, Volume disk) throws IOException {
      this.out = out;
      file = disk.open(out.getFD());
    }

    void sync(long stream) throws IOException {
      out.flush();
      long end = out.getChannel().position();
      if (end > synced) {
        file.writeBack(stream, ServiceClass.FOREGROUND, synced, end - synced, false);
        synced = end;
      }
      file.sync(stream, ServiceClass.FOREGROUND);
    }
  }

  /** Begins; the disk stays open longer. */
  ModelledSyncs(ReplicaOutputStreams stock, FsVolumeSpi volume, Volume disk, long stream)
      throws IOException {
    super(
        stock.getDataOut(),
        stock.getChecksumOut(),
        stock.getChecksum(),
        volume,
        volume.getFileIoProvider());
    this.stream = stream;
    data = new Half((FileOutputStream) stock.getDataOut(), disk);
    sums = new Half((FileOutputStream) stock.getChecksumOut(), disk);
  }

  @Override
  public void syncDataOut() throws IOException {
    data.sync(stream);
  }

  @Override
  public void syncChecksumOut() throws IOException {
    sums.sync(stream);
  }

  @Override
  public void close() {
    data.file.close();
    sums.file.close();
    super.close();
  }
}
