/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.hsync;

import com.google.common.collect.Iterables;
import io.tierline.benchmarks.clients.Window;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
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
   * @param log the delta logs' file, with the name of each one's volume after it
   * @param nodes DataNodes, which is as many as a file's replicas
   */
  static SyncedNode start(Way way, String disk, Path folder, Path log, int nodes)
      throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.set("dfs.datanode.fsdataset.factory", ModelledFactory.class.getName());
    if (way.isModelled) {
      conf.set(ModelledFactory.DISK, disk);
    }
    conf.setBoolean("tierline.bid.delta.enabled", way == Way.LOG);
    conf.set("tierline.bid.delta.path", way == Way.LOG ? log.toString() : "");
    conf.set("tierline.bid.delta.size", nodes == 1 ? "1g" : "256m");
    conf.setInt("dfs.replication", nodes);
    // HDFS keeps room for a whole block for each client.
    conf.setLong("dfs.blocksize", BLOCK);
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder.toFile())
            .numDataNodes(nodes)
            .storagesPerDatanode(1)
            .storageTypes(new StorageType[] {way.type})
            .build();
    cluster.waitActive();
    SyncedNode made = new SyncedNode(way, cluster);
    made.begin(log, nodes);
    return made;
  }

  private void begin(Path log, int nodes) throws IOException {
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path("/");
    files.setStoragePolicy(root, way.type == StorageType.SSD ? "ALL_SSD" : "HOT");
    if (way != Way.LOG) {
      return;
    }
    long until = Time.monotonicNow() + LOG_WAIT_MS;
    while (made(log) < nodes || !DeltaFigures.isInUse()) {
      if (Time.monotonicNow() > until) {
        throw new IOException("the delta log is not in use: see the command's log");
      }
      pause();
    }
  }

  private static long made(Path log) throws IOException {
    try (DirectoryStream<Path> logs =
        Files.newDirectoryStream(log.getParent(), log.getFileName() + "-data[0-9]")) {
      return Iterables.size(logs);
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

  /** Where its files are. */
  URI uri() {
    return files.getUri();
  }

  /**
   * Has so many clients write 1 KB and sync, again and again.
   *
   * @param seconds that count, after half as many that do not
   */
  Window measure(int clients, double seconds) throws IOException, InterruptedException {
    windows++;
    return Window.of(clients, seconds, this::write);
  }

  private void write(int number, Window.Times times) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/" + windows + "-" + number);
    byte[] record = new byte[RECORD];
    try (FSDataOutputStream out = files.create(path, (short) 1)) {
      // The first one also tells the NameNode of the block.
      ((HdfsDataOutputStream) out).hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));
      while (times.go()) {
        out.write(record);
        if (way == Way.HFLUSH) {
          out.hflush();
        } else {
          out.hsync();
        }
        times.done();
      }
    }
    files.delete(path, false);
  }

  @Override
  public void close() {
    cluster.shutdown();
  }
}
