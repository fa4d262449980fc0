/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.util.Random;
import java.util.function.BiConsumer;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.util.Bytes;

/** Makes up what becomes of a table's files: flushes, compactions, and what a master does. */
final class FileOps {
  private final Random random;
  private final byte[][] rows;
  private final BiConsumer<String, Op.Action> ops;
  private final Runnable rest;

  /**
   * Of a table with these rows.
   *
   * @param ops takes what is made up
   * @param rest lets so much time go by that a store is idle
   */
  FileOps(Random random, byte[][] rows, BiConsumer<String, Op.Action> ops, Runnable rest) {
    this.random = random;
    this.rows = rows;
    this.ops = ops;
    this.rest = rest;
  }

  void flush() {
    ops.accept(
        "flush",
        table -> {
          table.flush();
          return null;
        });
  }

  /** Compactions beside each other, with whatever else in between. */
  void overlap() {
    int which = random.nextInt(12);
    int choice = random.nextInt(9);
    if (choice < 4) {
      ops.accept(
          "begin " + which,
          table -> {
            table.compactions().begin(which);
            return null;
          });
    } else if (choice < 6) {
      ops.accept(
          "go on " + which,
          table -> {
            table.compactions().goOn(which);
            return null;
          });
    } else {
      ops.accept(
          "finish " + which,
          table -> {
            table.compactions().finish(which);
            return choice == 6 ? table.scanAll() : null;
          });
    }
  }

  void maintenance() {
    int choice = random.nextInt(16);
    if (choice < 8) {
      ops.accept(
          "compact",
          table -> {
            table.compactions().untilQuiet();
            return null;
          });
    } else if (choice < 12) {
      ops.accept(
          "compact once",
          table -> {
            table.compactions().once();
            return null;
          });
    } else if (choice < 14) {
      rest.run();
      ops.accept(
          "idle",
          table -> {
            table.compactions().untilQuiet();
            return null;
          });
    } else {
      ops.accept(
          "discharge",
          table -> {
            table.discharge();
            return null;
          });
    }
  }

  void crash() {
    ops.accept(
        "crash",
        table -> {
          table.crash();
          return table.scanAll();
        });
  }

  void split() {
    byte[] row = rows[random.nextInt(rows.length)];
    ops.accept(
        "split at " + Bytes.toStringBinary(row),
        table -> table.regions().size() < 3 && table.master().split(row) ? table.scanAll() : null);
  }

  void merge() {
    byte[] row = rows[random.nextInt(rows.length)];
    ops.accept(
        "merge at " + Bytes.toStringBinary(row),
        table -> table.master().merge(row) ? table.scanAll() : null);
  }

  void archiveParents() {
    ops.accept(
        "archive parents",
        table -> {
          table.master().archiveParents();
          return table.scanAll();
        });
  }

  void major() {
    ops.accept(
        "major compaction",
        table -> {
          table.flush();
          table.compactAll();
          return table.scan(new Scan().setRaw(true).readAllVersions(), Integer.MAX_VALUE);
        });
  }

  void alter() {
    ops.accept(
        "alter",
        table -> {
          Class<?> engine = table.isRlsm() ? DefaultStoreEngine.class : RlsmStoreEngine.class;
          table.reopen(
              table.isStock()
                  ? table.descriptor()
                  : LocalTable.withEngine(table.descriptor(), engine));
          return table.scanAll();
        });
  }

  /** A clone of the files is opened by the stock engine, which knows of nothing superseded. */
  void cloneTable() {
    boolean all = random.nextBoolean();
    ops.accept(
        "clone",
        table -> {
          table.release();
          java.nio.file.Path into = table.directory().resolveSibling("clone");
          try (LocalTable copy =
              table.cloneFlushed(
                  into, LocalTable.withEngine(table.descriptor(), DefaultStoreEngine.class))) {
            Cells cells = copy.scanAll();
            if (all) {
              copy.compactAll();
            } else {
              copy.compactions().once();
            }
            cells.addAll(copy.scanAll());
            return cells;
          }
        });
  }
}
