/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.devices;

import io.tierline.bid.volume.ServiceClass;
import io.tierline.bid.volume.VolumeFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/**
 * A read cache on a DataNode's SSD before its disks, emulated by its {@link CacheRule rule}. Data
 * are kept in a file on the SSD's volume, and each reading and each filling takes the emulated
 * SSD's time. HDFS knows nothing of it.
 */
final class ReadCache implements AutoCloseable {
  /** Bytes of a range: what a reader asks for at a time. */
  static final int RANGE = DeviceInput.PIECE;

  private final EmulatedDevice ssd;
  private final RandomAccessFile data;
  private final VolumeFile file;
  private final CacheRule rule;
  private final AtomicLong hitBytes = new AtomicLong();

  private ReadCache(EmulatedDevice ssd, RandomAccessFile data, VolumeFile file, long bytes) {
    this.ssd = ssd;
    this.data = data;
    this.file = file;
    rule = new CacheRule((int) (bytes / RANGE));
  }

  /**
   * An empty one.
   *
   * @param path of the file that it makes and fills
   * @param bytes that it may hold
   */
  static ReadCache open(EmulatedDevice ssd, String path, long bytes) throws IOException {
    RandomAccessFile data = new RandomAccessFile(path, "rw");
    try {
      return new ReadCache(ssd, data, ssd.open(data.getFD()), bytes);
    } catch (IOException e) {
      data.close();
      throw e;
    }
  }

  /**
   * Reads a piece of a block that lies within one range, from the SSD if the range is there.
   *
   * @param from where in the block
   * @param blockEnd its length: the last range of a block may be a short one
   */
  void read(
      ExtendedBlock block, long from, long blockEnd, ByteBuffer memory, DeviceInput.Piece disk)
      throws IOException {
    var range = new CacheRule.Range(block.getBlockId(), block.getGenerationStamp(), from / RANGE);
    int start = memory.position();
    Optional<CacheRule.Slot> holder = rule.holder(range);
    if (holder.isPresent()) {
      int length = memory.remaining();
      long place = place(holder.get()) + from % RANGE;
      file.read(ssd.nextStream(), ServiceClass.FOREGROUND, place, memory);
      // If it was taken from the range meanwhile, what was read is another's.
      if (rule.holder(range).equals(holder)) {
        hitBytes.addAndGet(length);
        return;
      }
      memory.position(start);
    }
    disk.read(from, memory);
    boolean whole = from % RANGE == 0 && memory.position() == Math.min(RANGE, blockEnd - from);
    Optional<CacheRule.Slot> slot =
        whole ? rule.admit(range, System.nanoTime() / 1e9) : Optional.empty();
    if (slot.isPresent()) {
      fill(slot.get(), memory.duplicate().flip());
      rule.filled(range, slot.get());
    }
  }

  private void fill(CacheRule.Slot slot, ByteBuffer read) throws IOException {
    int length = read.remaining();
    data.getChannel().write(read, place(slot));
    ssd.later(place(slot), length, this::writeBack, () -> {});
    ssd.awaitRoom();
  }

  private void writeBack(long from, long length, boolean waited) {
    try {
      file.writeBack(ssd.nextStream(), ServiceClass.FOREGROUND, from, length, waited);
    } catch (ClosedChannelException e) {
      // The cluster is being stopped: nobody waits for that any more.
    } catch (IOException e) {
      throw new UncheckedIOException("the emulated device failed", e);
    }
  }

  private static long place(CacheRule.Slot slot) {
    return (long) slot.number() * RANGE;
  }

  /** Bytes that were read from it instead of from a disk. */
  long hitBytes() {
    return hitBytes.get();
  }

  @Override
  public void close() throws IOException {
    file.close();
    data.close();
  }
}
