/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.devices;

import io.tierline.bid.volume.CancelledException;
import io.tierline.bid.volume.ServiceClass;
import io.tierline.bid.volume.VolumeFile;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A block's data as it is written: to the kernel's cache at once, and from there to the emulated
 * device in windows.
 */
final class DeviceOutput extends FileOutputStream {
  private final EmulatedDevice device;
  private final FileOutputStream stock;
  private final VolumeFile file;
  private final long stream;

  /** The writer, and windows that wait; the last one closes the file. */
  private final AtomicInteger users = new AtomicInteger(1);

  private long written;
  private long handed;
  private boolean closed;

  DeviceOutput(EmulatedDevice device, FileOutputStream stock) throws IOException {
    super(stock.getFD());
    this.device = device;
    this.stock = stock;
    file = device.open(stock.getFD());
    stream = device.nextStream();
    written = stock.getChannel().position();
    handed = written;
  }

  @Override
  public void write(int one) throws IOException {
    stock.write(one);
    wrote(1);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    write(bytes, 0, bytes.length);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    stock.write(bytes, offset, length);
    wrote(length);
  }

  private void wrote(int count) throws IOException {
    written += count;
    if (written - handed >= device.scheduling().writeBack().window()) {
      hand();
      device.awaitRoom();
    }
  }

  private void hand() {
    long from = handed;
    long length = written - handed;
    handed = written;
    users.incrementAndGet();
    device.later(from, length, this::writeBack, this::leave);
  }

  private void writeBack(long from, long length, boolean waited) {
    try {
      file.writeBack(stream, ServiceClass.FOREGROUND, from, length, waited);
    } catch (ClosedChannelException | CancelledException e) {
      // The cluster is being stopped: nobody waits for that any more.
    } catch (IOException e) {
      throw new UncheckedIOException("the emulated device failed", e);
    }
  }

  private void leave() {
    if (users.decrementAndGet() == 0) {
      file.close();
    }
  }

  @Override
  public void flush() throws IOException {
    stock.flush();
  }

  @Override
  public FileChannel getChannel() {
    return stock.getChannel();
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      // The kernel makes a writer wait by what he writes: who has written little does not wait.
      if (written > handed) {
        hand();
      }
    } finally {
      leave();
      stock.close();
    }
  }
}
