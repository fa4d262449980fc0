/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.hsync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.bid.delta.DeltaStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who waits for a sync: never the one that receives packets with data, always the client. */
class LoggedStreamsTest {
  @TempDir private Path folder;

  private final Log log = new Log();
  private int home;
  private LoggedStreams streams;

  /** A log whose commits are durable when they are waited for. */
  private static final class Log implements DeltaStream {
    private final List<String> calls = new ArrayList<>();
    private long commit;
    private boolean isFull;
    private boolean hasFailed;
    private boolean homeHasFailed;

    @Override
    public long put() {
      calls.add("put");
      return isFull ? 0 : ++commit;
    }

    @Override
    public boolean await(long awaited) throws IOException {
      calls.add("await " + awaited);
      if (homeHasFailed) {
        throw new IOException("home");
      }
      return !hasFailed;
    }

    @Override
    public void synced() {
      calls.add("synced");
    }

    @Override
    public void close() throws IOException {
      if (homeHasFailed) {
        throw new IOException("home");
      }
    }
  }

  @BeforeEach
  void open() throws IOException {
    FileIoProvider provider = new FileIoProvider(null, null);
    FsVolumeSpi volume =
        (FsVolumeSpi)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {FsVolumeSpi.class},
                (proxy, method, arguments) ->
                    method.getName().equals("getFileIoProvider") ? provider : null);
    ReplicaOutputStreams stock =
        new ReplicaOutputStreams(
            new FileOutputStream(folder.resolve("data").toFile()),
            new FileOutputStream(folder.resolve("sums").toFile()),
            DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512),
            volume,
            provider);
    streams = new LoggedStreams(stock, volume, log, () -> home++);
  }

  @AfterEach
  void close() {
    streams.close();
  }

  /** As HDFS's receiver does it. */
  private void packet(int bytes, boolean syncs) throws IOException {
    if (bytes > 0) {
      streams.writeDataToDisk(new byte[bytes], 0, bytes);
      // It goes back over the sum of a chunk that was not full.
      streams.flushDataOut();
    }
    if (syncs) {
      streams.syncChecksumOut();
    }
    streams.flushDataOut();
    if (syncs) {
      streams.syncDataOut();
    }
    if (bytes > 0) {
      streams.packetEnds();
    }
  }

  @Test
  void aPacketsSyncIsWaitedForBeforeItIsAcknowledged() throws IOException {
    packet(100, true);
    packet(100, false);
    packet(50, true);
    assertThat(log.calls).containsExactly("put", "put");
    streams.beforeAcknowledging(100);
    assertThat(log.calls).containsExactly("put", "put", "await 1");
    streams.beforeAcknowledging(250);
    assertThat(log.calls).endsWith("await 1", "await 2");
    streams.beforeAcknowledging(250);
    assertThat(log.calls).as("once").hasSize(4);
    assertThat(home).isZero();
  }

  /** Its acknowledgement tells of no length that was not told of before. */
  @Test
  void anEmptyPacketsSyncIsWaitedForAtOnce() throws IOException {
    packet(100, false);
    packet(0, true);
    assertThat(log.calls).containsExactly("put", "await 1");
    packet(100, true);
    packet(0, true);
    assertThat(log.calls).containsExactly("put", "await 1", "put", "put", "await 3");
  }

  @Test
  void whatTheLogDoesNotTakeIsSyncedInStocksWay() throws IOException {
    log.isFull = true;
    packet(100, true);
    assertThat(log.calls).containsExactly("put", "synced");
    assertThat(home).isEqualTo(1);
    streams.beforeAcknowledging(100);
    assertThat(log.calls).hasSize(2);
  }

  @Test
  void aLogThatFailsMeanwhileIsToldOf() throws IOException {
    packet(100, true);
    log.hasFailed = true;
    streams.beforeAcknowledging(100);
    assertThat(home).isEqualTo(1);
  }

  @Test
  void nothingIsAcknowledgedThatIsNowhere() throws IOException {
    packet(100, true);
    log.homeHasFailed = true;
    assertThatThrownBy(() -> streams.beforeAcknowledging(100)).isInstanceOf(IOException.class);
    packet(100, true);
    assertThatThrownBy(() -> streams.closeDataStream()).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> streams.beforeAcknowledging(200)).isInstanceOf(IOException.class);
  }

  /** The last packet's is acknowledged when the block was closed, and is at home. */
  @Test
  void aClosedBlockIsAcknowledged() throws IOException {
    packet(100, true);
    streams.closeDataStream();
    log.homeHasFailed = true;
    streams.beforeAcknowledging(100);
  }

  @Test
  void syncsWithoutEndAreBounded() throws IOException {
    for (int i = 0; i < Unacknowledged.MOST; i++) {
      packet(1, true);
    }
    assertThat(log.calls).doesNotContain("await 1");
    packet(1, true);
    assertThat(log.calls).endsWith("put", "await " + (Unacknowledged.MOST + 1));
  }

  @Test
  void lengthsOfOneCommitAreOne() {
    Unacknowledged puts = new Unacknowledged();
    assertThat(puts.add(10, 1)).isTrue();
    assertThat(puts.add(20, 1)).isTrue();
    assertThat(puts.add(30, 2)).isTrue();
    assertThat(puts.take(0)).isEqualTo(1);
    assertThat(puts.take(15)).isEqualTo(2);
    assertThat(puts.take(30)).isZero();
  }
}
