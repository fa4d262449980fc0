/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.hsync;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.util.Time;

/** A DataNode with a NameNode, and clients that write to it and sync. */
final class SyncedNode implements AutoCloseable {
  private static final int RECORD = 1024;
  private static final long BLOCK = 32L << 20;
  private static final long LOG_WAIT_MS = 300_000;
  private static final double NANOS_PER_MS = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Way way;
  private final MiniDFSCluster cluster;
  private final DistributedFileSystem files;
  private int windows;

  private SyncedNode(Way way, MiniDFSCluster cluster) throws IOException {
    this.way = way;
    this.cluster = cluster;
    files = cluster.getFileSystem();
  }

  /**
   * Starts one.
   *
   * @param disk the model of its disk
   * @param folder for its volume
   * @param log the delta log's file
   */
  static SyncedNode start(Way way, String disk, Path folder, Path log) throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.set("dfs.datanode.fsdataset.factory", ModelledFactory.class.getName());
    if (way.isModelled) {
      conf.set(ModelledFactory.DISK, disk);
    }
    conf.setBoolean("tierline.bid.delta.enabled", way == Way.LOG);
    conf.set("tierline.bid.delta.path", way == Way.LOG ? log.toString() : "");
    conf.set("tierline.bid.delta.size", "1g");
    // HDFS keeps room for a whole block for each client.
    conf.setLong("dfs.blocksize", BLOCK);
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder.toFile())
            .numDataNodes(1)
            .storagesPerDatanode(1)
            .storageTypes(new StorageType[] {way.type})
            .build();
    cluster.waitActive();
    SyncedNode made = new SyncedNode(way, cluster);
    made.begin();
    return made;
  }

  private void begin() throws IOException {
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path("/");
    files.setStoragePolicy(root, way.type == StorageType.SSD ? "ALL_SSD" : "HOT");
    if (way != Way.LOG) {
      return;
    }
    long until = Time.monotonicNow() + LOG_WAIT_MS;
    while (!DeltaFigures.isInUse()) {
      if (Time.monotonicNow() > until) {
        throw new IOException("the delta log is not in use: see the command's log");
      }
      pause();
    }
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("ended", e);
    }
  }

  Way way() {
    return way;
  }

  /** What one window has shown. */
  record Window(double p50, double p95, double p99, double perSecond) {}

  /**
   * Has so many clients write 1 KB and sync, again and again.
   *
   * @param seconds that count, after half as many that do not
   */
  Window measure(int clients, double seconds) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    long from = System.nanoTime() + Math.round(seconds / 2 * NANOS_PER_SECOND);
    long to = from + Math.round(seconds * NANOS_PER_SECOND);
    windows++;
    List<Future<List<Long>>> running = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/" + windows + "-" + i);
      running.add(threads.submit(() -> write(path, from, to)));
    }
    List<Long> all = new ArrayList<>();
    try {
      for (Future<List<Long>> each : running) {
        all.addAll(each.get());
      }
    } catch (ExecutionException e) {
      throw new IOException("a client failed", e.getCause());
    } finally {
      threads.shutdownNow();
    }
    return window(all, seconds);
  }

  private List<Long> write(org.apache.hadoop.fs.Path path, long from, long to) throws IOException {
    List<Long> took = new ArrayList<>();
    byte[] record = new byte[RECORD];
    try (FSDataOutputStream out = files.create(path, (short) 1)) {
      // The first one also tells the NameNode of the block.
      ((HdfsDataOutputStream) out).hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));
      for (long now = System.nanoTime(); now < to; ) {
        out.write(record);
        out.hsync();
        long after = System.nanoTime();
        if (now >= from) {
          took.add(after - now);
        }
        now = after;
      }
    }
    files.delete(path, false);
    return took;
  }

  private static Window window(List<Long> took, double seconds) {
    List<Long> sorted = took.stream().sorted().toList();
    return new Window(at(sorted, 0.5), at(sorted, 0.95), at(sorted, 0.99), sorted.size() / seconds);
  }

  private static double at(List<Long> sorted, double part) {
    return sorted.isEmpty()
        ? Double.NaN
        : sorted.get((int) Math.min(sorted.size() - 1L, Math.round(part * sorted.size())))
            / NANOS_PER_MS;
  }

  @Override
  public void close() {
    cluster.shutdown();
  }
}
