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

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaBeingWritten;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScheduledReplicaTest {
  @TempDir Path folder;

  private final AtomicLong released = new AtomicLong();

  /** Counts what is released of the room that was reserved. */
  private final FsVolumeSpi volume =
      (FsVolumeSpi)
          Proxy.newProxyInstance(
              FsVolumeSpi.class.getClassLoader(),
              new Class<?>[] {FsVolumeSpi.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("releaseReservedSpace")) {
                  released.addAndGet((Long) arguments[0]);
                }
                return null;
              });

  private static ReplicaInPipeline scheduled(LocalReplicaInPipeline stock) {
    return ScheduledReplica.handler(new ReplicaHandler(stock, null), (replica, streams) -> streams)
        .getReplica();
  }

  /** HDFS's own tests and others' code cast what {@code append} and {@code createRbw} give. */
  @Test
  void isOfTheClassThatWritersGetFromStock() {
    ReplicaBeingWritten stock =
        new ReplicaBeingWritten(7, 0, 3, volume, folder.toFile(), Thread.currentThread(), 64);
    ReplicaInPipeline replica = scheduled(stock);
    assertThat(replica).isInstanceOf(ReplicaBeingWritten.class).isEqualTo(stock);
    ReplicaBeingWritten cast = (ReplicaBeingWritten) replica;
    assertThat(cast.getBlockFile()).isEqualTo(stock.getBlockFile());
    assertThat(cast.getMetaFile()).isEqualTo(stock.getMetaFile());
  }

  @Test
  void stateIsThatOfTheReplicaInTheMap() {
    ReplicaBeingWritten stock =
        new ReplicaBeingWritten(7, 0, 3, volume, folder.toFile(), Thread.currentThread(), 64);
    ReplicaInPipeline replica = scheduled(stock);
    replica.setNumBytes(40);
    replica.setBytesAcked(20);
    assertThat(stock.getNumBytes()).isEqualTo(40);
    assertThat(stock.getVisibleLength()).isEqualTo(20);
    assertThat(released).hasValue(20);
    stock.setGenerationStamp(4);
    assertThat(((ReplicaBeingWritten) replica).getGenerationStamp()).isEqualTo(4);
    assertThat(((ReplicaBeingWritten) replica).getState()).isEqualTo(ReplicaState.RBW);
  }

  @Test
  void copyStaysTemporary() {
    LocalReplicaInPipeline stock = new LocalReplicaInPipeline(7, 3, volume, folder.toFile(), 64) {};
    assertThat(((ReplicaBeingWritten) scheduled(stock)).getState())
        .isEqualTo(ReplicaState.TEMPORARY);
  }
}
