/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.bid.volume.ServiceClass;
import io.tierline.bid.volume.VolumeFile;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A finalized block's data. A reader's first bytes are read by stock's stream, so that a short read
 * stays as it is. What follows is read by the scheduler and announced to it, but for what the
 * kernel's cache holds. When the scheduler fails, stock's stream goes on at the same byte: what a
 * reader is told of a broken disk, it is told by that.
 *
 * <p>A file that is shorter than its block, or cannot be read, makes the block suspect. HDFS's
 * sender does that when it has the kernel pass a file on to a reader, which it does not with this.
 *
 * <p>It is no {@link FileInputStream}, as HDFS would hand such a one's descriptor to the kernel.
 */
final class ScheduledInput extends InputStream {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduledInput.class);

  /** How much of the kernel's cache is looked at. */
  private static final long WINDOW = ReadAhead.FIRST;

  private final ScheduledVolume volume;
  private final FileInputStream stock;
  private final long blockEnd;
  private final ReadAhead readAhead;
  private final long stream = Transfers.nextStream();
  private final ServiceClass service;
  private final Runnable suspect;

  /** Of the reader, and of stock's stream, which is behind while the scheduler reads. */
  private long position;

  private long stockPosition;

  /** Up to there stock's stream reads; {@link Long#MAX_VALUE} once the scheduler has failed. */
  private long stockUntil;

  /** Up to there the kernel's cache does not hold all. */
  private long absentUntil;

  private VolumeFile file;
  private ByteBuffer memory;
  private boolean closed;

  /**
   * Begins. The volume was acquired, and is released at close.
   *
   * @param stock at that position
   * @param blockEnd its length
   * @param stockFirst how many bytes stock's stream reads first
   * @param suspect told when the block is not to be trusted
   */
  ScheduledInput(
      ScheduledVolume volume,
      FileInputStream stock,
      long position,
      long blockEnd,
      long stockFirst,
      ServiceClass service,
      Runnable suspect) {
    this.volume = volume;
    this.stock = stock;
    stockPosition = position;
    stockUntil = stockFirst > Long.MAX_VALUE - position ? Long.MAX_VALUE : position + stockFirst;
    this.position = position;
    this.blockEnd = blockEnd;
    this.service = service;
    this.suspect = suspect;
    readAhead = new ReadAhead(blockEnd);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    if (closed || !isFilled()) {
      return readStock(bytes, offset, length);
    }
    int count = Math.min(length, memory.remaining());
    memory.get(bytes, offset, count);
    position += count;
    return count;
  }

  private int readStock(byte[] bytes, int offset, int length) throws IOException {
    int count;
    try {
      align();
      count = stock.read(bytes, offset, length);
    } catch (IOException e) {
      suspectBlock();
      throw e;
    }
    if (count < 0 && position < blockEnd) {
      suspectBlock();
    }
    if (count > 0) {
      position += count;
      stockPosition = position;
      volume.metrics().bytesReadStock.incr(count);
    }
    return count;
  }

  /** What goes wrong here is no matter of the reader's. */
  private void suspectBlock() {
    if (closed) {
      return;
    }
    try {
      suspect.run();
    } catch (RuntimeException | Error e) {
      LOG.debug("BID: a block stays unsuspected", e);
    }
  }

  /** Brings stock's stream to where the reader is. */
  private void align() throws IOException {
    if (stockPosition != position) {
      stockPosition += stock.skip(position - stockPosition);
    }
  }

  /** Whether there are bytes of the scheduler's for the reader, now or already. */
  private boolean isFilled() {
    if (memory != null && memory.hasRemaining()) {
      return true;
    }
    if (position < stockUntil || position >= blockEnd) {
      return false;
    }
    try {
      if (isCached()) {
        return false;
      }
      return fill();
    } catch (IOException | RuntimeException | Error e) {
      giveUp(e);
      return false;
    }
  }

  private boolean isCached() throws IOException {
    if (position < absentUntil) {
      return false;
    }
    long until = Math.min(blockEnd, position + WINDOW);
    if (volume.hasCached(stock.getChannel(), position, until - position)) {
      stockUntil = until;
      return true;
    }
    absentUntil = until;
    return false;
  }

  private boolean fill() throws IOException {
    if (memory == null) {
      memory = volume.buffers().take();
      if (memory == null) {
        // All are in use: this part is read by stock's stream.
        stockUntil = Math.min(blockEnd, position + WINDOW);
        return false;
      }
      memory.limit(0);
    }
    if (file == null) {
      file = volume.open(stock.getFD());
    }
    long announced = readAhead.due(position);
    if (announced > 0) {
      file.announce(stream, service, position, announced);
    }
    memory.clear().limit((int) Math.min(Buffers.BYTES, blockEnd - position));
    int count = file.read(stream, service, position, memory);
    memory.flip();
    if (count <= 0) {
      // Shorter than HDFS says: stock's stream tells the reader so.
      stockUntil = Long.MAX_VALUE;
      memory.limit(0);
      return false;
    }
    volume.succeeded();
    (service == ServiceClass.FOREGROUND
            ? volume.metrics().bytesReadForeground
            : volume.metrics().bytesReadBackground)
        .incr(count);
    return true;
  }

  /** An interrupted thread is being ended by its DataNode: no fault of the scheduler's. */
  private void giveUp(Throwable fault) {
    stockUntil = Long.MAX_VALUE;
    if (memory != null) {
      memory.limit(0);
    }
    if (!Thread.currentThread().isInterrupted()) {
      volume.failed(fault);
    }
  }

  /** As stock's: also past the end, or back. */
  @Override
  public synchronized long skip(long count) throws IOException {
    align();
    long skipped = stock.skip(count);
    position += skipped;
    stockPosition = position;
    if (memory != null) {
      memory.limit(memory.position());
    }
    absentUntil = 0;
    readAhead.restart();
    return skipped;
  }

  @Override
  public synchronized int available() throws IOException {
    align();
    return stock.available();
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      endTransfer();
    } finally {
      stock.close();
    }
  }

  private void endTransfer() {
    try {
      if (file != null && readAhead.isOpen(position)) {
        volume.cancel(stream);
      }
      if (file != null) {
        file.close();
      }
    } catch (RuntimeException | Error e) {
      volume.failed(e);
    } finally {
      file = null;
      if (memory != null) {
        volume.buffers().give(memory);
        memory = null;
      }
      volume.release();
    }
  }
}
