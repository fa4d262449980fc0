/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.datanode;

import io.tierline.benchmarks.clients.Window;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Clients of a DataNode, each with a file of its own. */
final class Clients {
  /** What a client asks for at a time, in bytes. */
  static final int PIECE = 128 << 10;

  private static final int BLOCKS = 3;

  private final DistributedFileSystem files;
  private final int count;
  private final long fileBytes;

  /** So many clients, whose files have three blocks each. */
  Clients(DistributedFileSystem files, int count, long blockBytes) {
    this.files = files;
    this.count = count;
    fileBytes = BLOCKS * blockBytes;
  }

  private static Path path(int number) {
    return new Path("/client-" + number);
  }

  /** Writes the files that are read. */
  void prepare() throws IOException {
    byte[] piece = new byte[PIECE];
    new Random(1).nextBytes(piece);
    for (int i = 0; i < count; i++) {
      try (OutputStream out = files.create(path(i))) {
        for (long at = 0; at < fileBytes; at += PIECE) {
          out.write(piece);
        }
      }
    }
  }

  /** Each reads its file again and again, from a place of its own on. */
  Window read(double seconds) throws IOException, InterruptedException {
    return Window.of(
        count,
        seconds,
        (number, times) -> {
          byte[] piece = new byte[PIECE];
          try (FSDataInputStream in = files.open(path(number))) {
            long at = fileBytes / PIECE / count * number * PIECE;
            in.seek(at);
            while (times.go()) {
              in.readFully(piece);
              times.done();
              at += PIECE;
              if (at == fileBytes) {
                at = 0;
                in.seek(at);
              }
            }
          }
        });
  }

  /** Each writes files of a block, one after the other. */
  Window write(double seconds) throws IOException, InterruptedException {
    return Window.of(
        count,
        seconds,
        (number, times) -> {
          byte[] piece = new byte[PIECE];
          boolean goes = true;
          while (goes) {
            Path path = new Path("/written-" + number);
            try (OutputStream out = files.create(path)) {
              for (long at = 0; at < fileBytes / BLOCKS && goes; at += PIECE) {
                goes = times.go();
                out.write(piece);
                times.done();
              }
            }
            files.delete(path, false);
          }
        });
  }
}
