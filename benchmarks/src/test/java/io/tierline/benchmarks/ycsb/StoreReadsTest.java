/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreReadsTest {
  private static final byte[] BYTES = {1, 2, 3, 4, 5, 6, 7, 8};

  @TempDir private Path directory;

  private final List<String> told = new ArrayList<>();

  @AfterEach
  void stop() {
    StoreReads.stop();
  }

  private FSDataInputStream open() throws Exception {
    Path file = Files.write(directory.resolve("file"), BYTES);
    RawLocalFileSystem files = new RawLocalFileSystem();
    files.initialize(directory.toUri(), new Configuration(false));
    return StoreReads.observed(
        "a", files.open(new org.apache.hadoop.fs.Path(file.toUri()), BYTES.length));
  }

  private void observe() {
    StoreReads.start((path, offset, length) -> told.add(path + " " + offset + "+" + length));
  }

  @Test
  void readsAreToldWithTheirOffsetsAndWhatCameOfThem() throws Exception {
    try (FSDataInputStream in = open()) {
      observe();
      byte[] into = new byte[6];
      in.readFully(2, into, 0, 3);
      assertThat(into).startsWith(3, 4, 5);
      in.seek(4);
      assertThat(in.read()).isEqualTo(5);
      // More is asked for than there is.
      assertThat(in.read(into)).isEqualTo(3);
      assertThat(in.read()).isEqualTo(-1);
    }
    assertThat(told).containsExactly("a 2+3", "a 4+1", "a 5+3");
  }

  @Test
  void whatIsReadBeforeAfterAndByOthersIsToldToNobody() throws Exception {
    try (FSDataInputStream in = open()) {
      in.readFully(0, new byte[1]);
      observe();
      FutureTask<Void> other =
          new FutureTask<>(
              () -> {
                in.readFully(1, new byte[1]);
                return null;
              });
      new Thread(other, "other").start();
      other.get();
      in.readFully(2, new byte[1]);
      StoreReads.stop();
      in.readFully(3, new byte[1]);
    }
    assertThat(told).containsExactly("a 2+1");
  }
}
