/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.hsync;

import io.tierline.bid.dataset.ScheduledReplica;
import io.tierline.bid.delta.DeltaLog;
import io.tierline.bid.delta.DeltaStatistics;
import io.tierline.bid.hsync.SyncLog;
import io.tierline.bid.volume.Volume;
import io.tierline.bid.volume.VolumeOptions;
import io.tierline.bid.volume.VolumeOptions.Engine;
import io.tierline.bid.volume.Volumes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.TierlineDataset;

/** Makes the dataset of a DataNode whose disk may be modelled, and that may have a delta log. */
public final class ModelledFactory extends FsDatasetSpi.Factory<FsDatasetSpi<?>> {
  /** The disk's model; without it syncs take this machine's time. */
  static final String DISK = "tierline.benchmarks.hsync.disk";

  private static final String LOG = "tierline.bid.delta.path";

  /** Those of the DataNodes that were made since they were last forgotten. */
  private static final List<SyncLog> LOGS = new CopyOnWriteArrayList<>();

  /** Created by HDFS through reflection. */
  public ModelledFactory() {}

  /** Forgets the DataNodes that were made before. */
  static void forget() {
    LOGS.clear();
  }

  /** What the logs of all DataNodes have done. */
  static List<DeltaStatistics> logs() {
    return LOGS.stream().flatMap(each -> each.log().stream()).map(DeltaLog::statistics).toList();
  }

  @Override
  public FsDatasetSpi<?> newInstance(DataNode node, DataStorage storage, Configuration conf)
      throws IOException {
    Optional<Volume> disk = Optional.empty();
    if (conf.get(DISK) != null) {
      disk =
          Optional.of(
              Volumes.open(
                  VolumeOptions.of("hsync")
                      .engine(Engine.EMULATED)
                      .direct(false)
                      .policy("mq-deadline")
                      .model(conf.get(DISK), 1)));
    }
    Path volume = storage.getStorageDir(0).getRoot().toPath();
    SyncLog log = SyncLog.open(key -> value(conf, key, volume), List.of(volume));
    LOGS.add(log);
    return TierlineDataset.of(node, storage, conf, new Syncs(disk, log));
  }

  /** Each DataNode of the process has a log of its own. */
  private static String value(Configuration conf, String key, Path volume) {
    String value = conf.get(key);
    return key.equals(LOG) && value != null && !value.isEmpty()
        ? value + "-" + volume.getFileName()
        : value;
  }

  /** What blocks are written to. All else is HDFS's. */
  private static final class Syncs implements TierlineDataset.Schedules {
    private final AtomicLong streams = new AtomicLong();
    private final Optional<Volume> disk;
    private final SyncLog log;

    Syncs(Optional<Volume> disk, SyncLog log) {
      this.disk = disk;
      this.log = log;
    }

    @Override
    public ReplicaHandler writing(ReplicaHandler stock, String pool) {
      return ScheduledReplica.handler(
          stock, (replica, made) -> log.logged(replica, pool, modelled(replica, made)));
    }

    private ReplicaOutputStreams modelled(
        LocalReplicaInPipeline replica, ReplicaOutputStreams made) {
      if (disk.isEmpty()) {
        return made;
      }
      try {
        return new ModelledSyncs(made, replica.getVolume(), disk.get(), streams.incrementAndGet());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public ReplicaHandler copying(ReplicaHandler stock) {
      return stock;
    }

    @Override
    public InputStream reading(
        FsVolumeSpi volume, InputStream stock, long position, long blockEnd, Runnable suspect) {
      return stock;
    }

    @Override
    public void serve(Iterable<? extends FsVolumeSpi> present) {
      // The one volume is known from the start.
    }

    @Override
    public void later(Runnable look) {
      look.run();
    }

    @Override
    public void adding(URI volume) {
      throw new UnsupportedOperationException("no volume is added while syncs are measured");
    }

    @Override
    public boolean mayLack(FsVolumeSpi volume) {
      return log.mayLack(volume);
    }

    @Override
    public void close() {
      log.close();
      disk.ifPresent(Volume::close);
    }
  }
}
