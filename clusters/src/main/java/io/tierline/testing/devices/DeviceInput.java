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
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** A finalized block's data, read in pieces from an emulated device. */
final class DeviceInput extends InputStream {
  /** Bytes. */
  static final int PIECE = 1 << 20;

  private static final ServiceClass SERVICE = ServiceClass.FOREGROUND;

  private final EmulatedDevice device;
  private final FileInputStream stock;
  private final VolumeFile file;
  private final Before before;
  private final long stream;
  private final long end;
  private final Deque<Future<ByteBuffer>> ahead = new ArrayDeque<>();
  private long asked;
  private ByteBuffer current;
  private boolean closed;

  /** Reads a piece of the block, from where in the block, into all the room that memory has. */
  interface Piece {
    void read(long from, ByteBuffer memory) throws IOException;
  }

  /** What stands between a reader and its device. */
  interface Before {
    /** Reads a piece from elsewhere, or from the device. */
    void read(long from, ByteBuffer memory, Piece device) throws IOException;
  }

  DeviceInput(EmulatedDevice device, FileInputStream stock, Before before, long position, long end)
      throws IOException {
    this.device = device;
    this.stock = stock;
    this.before = before;
    this.end = end;
    asked = position;
    stream = device.nextStream();
    file = device.open(stock.getFD());
    if (device.scheduling().announces() && position < end) {
      file.announce(stream, SERVICE, position, end - position);
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    if ((current == null || !current.hasRemaining()) && !next()) {
      return -1;
    }
    int count = Math.min(length, current.remaining());
    current.get(bytes, offset, count);
    return count;
  }

  private boolean next() throws IOException {
    if (current != null) {
      device.give(current);
      current = null;
    }
    while (ahead.size() < device.scheduling().readsAhead() && asked < end) {
      long from = asked;
      int length = (int) Math.min(PIECE - from % PIECE, end - from);
      asked += length;
      ahead.add(device.ahead(() -> piece(from, length)));
    }
    if (ahead.isEmpty()) {
      return false;
    }
    current = arrived(ahead.remove());
    return current.hasRemaining();
  }

  private ByteBuffer piece(long from, int length) throws IOException {
    ByteBuffer memory = device.take();
    memory.limit(length);
    before.read(from, memory, this::read);
    return memory.flip();
  }

  private void read(long from, ByteBuffer memory) throws IOException {
    long began = device.readBegins();
    try {
      file.read(stream, SERVICE, from, memory);
    } finally {
      device.readEnds(began);
    }
  }

  private static ByteBuffer arrived(Future<ByteBuffer> piece) throws IOException {
    DeviceWaits.Wait wait = DeviceWaits.ofProcess().forData();
    try {
      return piece.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the reader is being ended");
    } catch (ExecutionException e) {
      throw new IOException("the emulated device failed", e.getCause());
    } finally {
      wait.end();
    }
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      if (asked < end || !ahead.isEmpty()) {
        device.cancel(stream);
      }
      file.close();
      stock.close();
    }
  }
}
