/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.FileMeta.Role;
import io.tierline.rlsm.layout.Layout;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/** What an engine counts about one store since its region was opened. Thread-safe. */
final class EngineStats {

  private final String table;
  private final LongAdder flushedBytes = new LongAdder();
  private final LongAdder loadedBytes = new LongAdder();
  private final LongAdder runBytes = new LongAdder();
  private final LongAdder foldedBytes = new LongAdder();
  private final LongAdder compactions = new LongAdder();
  private final LongAdder blockedMillis = new LongAdder();

  private long blockedSince = -1;
  private volatile StoreState state;

  EngineStats(String table) {
    this.table = table;
  }

  /** A file has come from the memory store, or was loaded in bulk. */
  void added(HStoreFile file) {
    (file.isBulkLoadResult() ? loadedBytes : flushedBytes).add(file.getReader().length());
  }

  /** A compaction has ended with these files. */
  void compacted(Iterable<HStoreFile> results) {
    compactions.increment();
    for (HStoreFile file : results) {
      RlsmFileInfo info = ((RlsmStoreFile) file).info();
      boolean run = info != null && info.role() == Role.RUN;
      (run ? runBytes : foldedBytes).add(file.getReader().length());
    }
  }

  /**
   * The store has other files.
   *
   * @param blocked whether Level 0 keeps flushes waiting now
   * @param now milliseconds
   */
  synchronized void changed(StoreState next, boolean blocked, long now) {
    state = next;
    if (blockedSince >= 0) {
      blockedMillis.add(now - blockedSince);
    }
    blockedSince = blocked ? now : -1;
  }

  /** Adds what was counted about a store that is closed now. */
  void addClosed(EngineStats closed) {
    flushedBytes.add(closed.flushedBytes());
    loadedBytes.add(closed.loadedBytes());
    runBytes.add(closed.runBytes());
    foldedBytes.add(closed.foldedBytes());
    compactions.add(closed.compactions());
    blockedMillis.add(closed.blockedMillis());
  }

  /** The name of the store's table. */
  String table() {
    return table;
  }

  long flushedBytes() {
    return flushedBytes.sum();
  }

  long loadedBytes() {
    return loadedBytes.sum();
  }

  /** Bytes written as runs: merged once, and linked to partitions without being written again. */
  long runBytes() {
    return runBytes.sum();
  }

  /** Bytes written as bases. */
  long foldedBytes() {
    return foldedBytes.sum();
  }

  long compactions() {
    return compactions.sum();
  }

  /** Milliseconds for which Level 0 has kept flushes waiting. */
  long blockedMillis() {
    return blockedMillis.sum();
  }

  /** The store's layout; nothing before it is opened, and of stores that are closed. */
  Optional<Layout> layout() {
    return Optional.ofNullable(state).map(StoreState::layout);
  }
}
