/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The sum of the CRC-32 of every row below a directory: what TeraChecksum and TeraValidate compute,
 * so that equal sums say that sorting lost and invented nothing. Here instead of as one more job,
 * which would take longer to start than to run.
 */
final class RowChecksum {
  private static final int ROW_BYTES = 100;

  private RowChecksum() {}

  /** The sum in hexadecimal; 2^31 rows and more would overflow it. */
  static String of(FileSystem fileSystem, Path directory) throws IOException {
    long sum = 0;
    for (FileStatus part :
        fileSystem.listStatus(directory, path -> path.getName().startsWith("part-"))) {
      try (DataInputStream in = new DataInputStream(fileSystem.open(part.getPath()))) {
        sum += sum(in, part.getLen());
      }
    }
    return Long.toHexString(sum);
  }

  static long sum(DataInputStream in, long bytes) throws IOException {
    if (bytes % ROW_BYTES != 0) {
      throw new EOFException("the last row is cut short");
    }
    byte[] rows = new byte[ROW_BYTES * 1024];
    CRC32 crc = new CRC32();
    long sum = 0;
    for (long left = bytes; left > 0; ) {
      int length = (int) Math.min(left, rows.length);
      in.readFully(rows, 0, length);
      for (int offset = 0; offset < length; offset += ROW_BYTES) {
        crc.reset();
        crc.update(rows, offset, ROW_BYTES);
        sum += crc.getValue();
      }
      left -= length;
    }
    return sum;
  }
}
