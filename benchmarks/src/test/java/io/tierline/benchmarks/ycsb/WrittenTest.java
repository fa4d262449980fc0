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

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrittenTest {
  @TempDir private java.nio.file.Path directory;

  @ParameterizedTest
  @CsvSource({
    "/r/WALs/host/host%2C1.3, WAL",
    "/r/oldWALs/host%2C1.3, WAL",
    "/r/MasterData/WALs/host/x, OTHER",
    "/r/MasterData/data/master/store/1/proc/2, OTHER",
    "/r/data/default/usertable/1a/f/2b, STORE",
    "/r/data/default/usertable/1a/.tmp/f/2b, STORE",
    "/r/data/default/usertable/1a/recovered.edits/3.seqid, OTHER",
    "/r/data/hbase/meta/1588230740/info/2b, OTHER",
    "/r/hbase.id, OTHER",
  })
  void pathTellsWhatAFileIsFor(String path, PathClass kind) {
    assertThat(PathClass.of(path)).isEqualTo(kind);
  }

  @Test
  void fileSystemCountsEveryByteOnceHoweverItIsWritten() throws IOException {
    Configuration conf = new Configuration();
    conf.setClass("fs.file.impl", MeteredFileSystem.class, FileSystem.class);
    Written before = Written.now();
    try (FileSystem files = FileSystem.newInstance(directory.toUri(), conf)) {
      Path store = new Path(directory + "/data/default/t/1/f/2");
      try (FSDataOutputStream out = files.create(store)) {
        out.write(new byte[1000]);
        out.write(1);
        out.writeLong(1);
        out.hflush();
      }
      Path log = new Path(directory + "/WALs/h/1");
      files.mkdirs(log.getParent());
      try (FSDataOutputStream out = files.createFile(log).overwrite(true).build()) {
        out.write(new byte[20], 5, 8);
      }
      Path next = new Path(directory + "/WALs/h/2");
      try (FSDataOutputStream out = files.createNonRecursive(next, true, 10, (short) 1, 10, null)) {
        out.write(new byte[2]);
      }
      try (FSDataOutputStream out = files.append(log)) {
        out.write(new byte[4]);
      }
      try (FSDataOutputStream out = files.appendFile(log).build()) {
        out.write(new byte[3]);
      }
      assertThat(files.getFileStatus(store).getLen()).isEqualTo(1009);
      assertThat(Files.list(directory.resolve("data/default/t/1/f"))).hasSize(1);
    }
    Written written = Written.now().since(before);
    assertThat(written.store()).isEqualTo(1009);
    assertThat(written.wal()).isEqualTo(17);
    assertThat(written.total()).isEqualTo(1026);
  }

  @Test
  void kernelsCountIsTheOneOfBytesSentToStorage() {
    List<String> lines = List.of("wchar: 9", "write_bytes: 4096", "cancelled_write_bytes: 5");
    assertThat(Written.deviceBytes(lines)).isEqualTo(4096);
    assertThat(Written.deviceBytes(List.of())).isZero();
  }
}
