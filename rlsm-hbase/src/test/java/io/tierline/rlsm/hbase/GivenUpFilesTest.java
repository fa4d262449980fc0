/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A file that is counted as being read is never archived. */
@Tag("slow")
class GivenUpFilesTest {

  /** At every operation on files, reads among them, until it does not fail any more. */
  @Test
  void aCompactionGivesUpItsFilesWhereverAndHoweverItFails() throws IOException {
    for (Throwable fault :
        List.of(
            new IOException("injected"),
            new IllegalStateException("injected"),
            new OutOfMemoryError("injected"))) {
      int step = 1;
      while (failsAndGivesUp(step, fault)) {
        step++;
      }
      assertThat(step).isGreaterThan(20);
    }
  }

  private static boolean failsAndGivesUp(int step, Throwable fault) throws IOException {
    try (LocalTable table =
        new LocalTable(Path.of("/given-up-" + step), table(), false, LocalSite.inMemory())
            .create()) {
      flush(table, "a", "b");
      flush(table, "m", "n");
      flush(table, "b", "n", "z");
      boolean hasFailed = compact(table, step, fault);
      for (HStore store : table.stores()) {
        for (HStoreFile file : store.getStorefiles()) {
          assertThat(file.getRefCount()).as("%s at %d of %s", fault, step, file).isZero();
        }
      }
      return hasFailed;
    }
  }

  private static boolean compact(LocalTable table, int step, Throwable fault) {
    FileFaults.armThread(step, false, fault);
    boolean hasFailed = false;
    try {
      table.compactAll();
    } catch (IOException | RuntimeException | Error e) {
      hasFailed = true;
    }
    return FileFaults.disarmThread() || hasFailed;
  }

  private static TableDescriptor table() {
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(LocalTable.family("f").setBlocksize(64).build())
            .build();
    return LocalTable.withEngine(table, RlsmStoreEngine.class);
  }

  private static void flush(LocalTable table, String... rows) throws IOException {
    for (String row : rows) {
      byte[] name = Bytes.toBytes(row);
      table.mutate(new Put(name).addColumn(ExpectedCells.FAMILY, name, new byte[80]));
    }
    table.flush();
  }
}
