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
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.function.LongSupplier;

/**
 * A block's data as it is written. All of it goes to the kernel's cache by stock's stream, so that
 * hflush, hsync, visible lengths and recovery are stock's. What this adds is when it goes on from
 * there to the disk: in windows, in the scheduler's turn. The writer never waits for that.
 *
 * <p>It is a {@link FileOutputStream} of the same descriptor, as HDFS syncs no other.
 */
final class ScheduledOutput extends FileOutputStream {
  private final FileOutputStream stock;
  private final WriteBack writeBack;
  private final LongSupplier clock;
  private boolean closed;

  /**
   * Begins. The volume was acquired, and is released when all is written back.
   *
   * @param window bytes at a time, above 0
   * @param clock in ns, as {@link System#nanoTime}: how long the kernel's cache takes to take bytes
   */
  ScheduledOutput(
      ScheduledVolume volume,
      FileOutputStream stock,
      long window,
      ServiceClass service,
      LongSupplier clock)
      throws IOException {
    super(stock.getFD());
    this.stock = stock;
    this.clock = clock;
    writeBack = new WriteBack(volume, stock, window, service);
  }

  @Override
  public void write(int one) throws IOException {
    long begin = clock.getAsLong();
    stock.write(one);
    writeBack.wrote(1, clock.getAsLong() - begin);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    write(bytes, 0, bytes.length);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    long begin = clock.getAsLong();
    stock.write(bytes, offset, length);
    writeBack.wrote(length, clock.getAsLong() - begin);
  }

  @Override
  public void flush() throws IOException {
    stock.flush();
  }

  @Override
  public FileChannel getChannel() {
    return stock.getChannel();
  }

  /** The descriptor's other streams, of which this is one, are closed with it. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    try {
      writeBack.end();
    } finally {
      stock.close();
    }
  }
}
