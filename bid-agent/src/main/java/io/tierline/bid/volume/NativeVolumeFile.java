/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file of a {@link NativeVolume}. */
final class NativeVolumeFile implements VolumeFile {
  /** One request of the kernel's, of which the scheduler makes parts. */
  private static final long WRITE_BACK_BYTES = 16L << 20;

  private final long handle;

  NativeVolumeFile(long handle) {
    this.handle = handle;
  }

  @Override
  public int read(long stream, ServiceClass service, long offset, ByteBuffer memory)
      throws IOException {
    Arguments.checkRead(service, offset, memory);
    if (!memory.hasRemaining()) {
      return 0;
    }
    int moved = transfer(Native.READ, stream, service, offset, memory);
    return moved == 0 ? -1 : moved;
  }

  @Override
  public void write(long stream, ServiceClass service, long offset, ByteBuffer memory)
      throws IOException {
    Arguments.checkWrite(service, offset, memory);
    if (memory.hasRemaining()) {
      transfer(Native.WRITE, stream, service, offset, memory);
    }
  }

  private int transfer(int op, long stream, ServiceClass service, long offset, ByteBuffer memory)
      throws IOException {
    int from = memory.position();
    int length = memory.remaining();
    long result = Native.call(handle, op, stream, service.ordinal(), offset, memory, from, length);
    int moved = (int) NativeVolume.check(result, op == Native.READ ? "reading" : "writing");
    memory.position(from + moved);
    return moved;
  }

  @Override
  public void sync(long stream, ServiceClass service) throws IOException {
    NativeVolume.check(
        Native.call(handle, Native.SYNC, stream, service.ordinal(), 0, null, 0, 0), "syncing");
  }

  @Override
  public void writeBack(long stream, ServiceClass service, long offset, long length, boolean waited)
      throws IOException {
    Arguments.checkPart(service, offset, length);
    long end =
        Math.min(offset + length, NativeVolume.check(Native.fileLength(handle), "writing back"));
    int op = waited ? Native.WRITE_BACK_WAITED : Native.WRITE_BACK;
    for (long at = offset; at < end; at += WRITE_BACK_BYTES) {
      int now = (int) Math.min(WRITE_BACK_BYTES, end - at);
      long result = Native.call(handle, op, stream, service.ordinal(), at, null, 0, now);
      NativeVolume.check(result, "writing back");
    }
  }

  @Override
  public void announce(long stream, ServiceClass service, long offset, long length)
      throws IOException {
    Arguments.checkPart(service, offset, length);
    NativeVolume.check(
        Native.announce(handle, stream, service.ordinal(), offset, length), "announcing");
  }

  @Override
  public void cancel() {
    Native.cancelFile(handle);
  }

  @Override
  public void close() {
    Native.closeFile(handle);
  }
}
