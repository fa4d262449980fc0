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
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A library's file as Linux loads it (ELF, 64 bits). Its parts are mapped into memory without a
 * look at how long the file is: if it was cut short, the process ends by a signal when it touches
 * what is not there.
 */
final class SharedObject {
  private static final int HEADER_BYTES = 64;
  private static final int MAGIC = 0x464c457f;
  private static final int CLASS_AT = 4;
  private static final int ORDER_AT = 5;
  private static final int SEGMENTS_AT = 32;
  private static final int SEGMENT_BYTES_AT = 54;
  private static final int SEGMENT_COUNT_AT = 56;
  private static final int SEGMENT_BYTES = 56;
  private static final int LOADED = 1;
  private static final int OFFSET_AT = 8;
  private static final int LENGTH_AT = 32;

  private SharedObject() {}

  /**
   * Looks whether all is there that would be loaded. Of a file that is no such library nothing is
   * said: the system refuses it by itself.
   *
   * @throws IOException it is shorter than it says, or cannot be read
   */
  static void requireWhole(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer header = read(channel, 0, HEADER_BYTES);
      if (header.getInt(0) != MAGIC || header.get(CLASS_AT) != 2 || header.get(ORDER_AT) != 1) {
        return;
      }
      long place = header.getLong(SEGMENTS_AT);
      int step = Short.toUnsignedInt(header.getShort(SEGMENT_BYTES_AT));
      int count = Short.toUnsignedInt(header.getShort(SEGMENT_COUNT_AT));
      for (int i = 0; i < count; i++) {
        requireSegment(channel, read(channel, place + (long) i * step, SEGMENT_BYTES));
      }
    }
  }

  private static void requireSegment(FileChannel channel, ByteBuffer segment) throws IOException {
    long offset = segment.getLong(OFFSET_AT);
    long length = segment.getLong(LENGTH_AT);
    boolean isThere = offset >= 0 && length >= 0 && offset <= channel.size() - length;
    if (segment.getInt(0) == LOADED && !isThere) {
      throw cutShort(channel);
    }
  }

  private static ByteBuffer read(FileChannel channel, long offset, int length) throws IOException {
    if (offset < 0 || offset > channel.size() - length) {
      throw cutShort(channel);
    }
    ByteBuffer read = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (read.hasRemaining()) {
      if (channel.read(read, offset + read.position()) < 0) {
        throw cutShort(channel);
      }
    }
    return read;
  }

  private static IOException cutShort(FileChannel channel) throws IOException {
    return new IOException("it is cut short: it has " + channel.size() + " bytes");
  }
}
