/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.security.User;

/**
 * Flushes, loads and compacts the table of a life. Up to three compactions are under way at a time.
 * After each change of files every scan is asked.
 */
final class AllReadersFiles {

  /**
   * A compaction under way, of one family, and the flushes and loads there had been when it was
   * selected.
   */
  record Started(HeldCompaction compaction, KnownCells family, int generation) {}

  private static final int AT_ONCE = 3;

  private final AllReadersTable table;
  private final List<Started> started = new ArrayList<>();
  private boolean loaded;

  AllReadersFiles(AllReadersTable table) {
    this.table = table;
  }

  // ---------------------------------------------------------------- what comes

  void flush() throws IOException {
    table.now().flush();
    table.flushed();
    table.coverage().count("flushes");
    table.scanAll();
  }

  /** Flushes one family: the log has more of the others. */
  void flush(int which) throws IOException {
    KnownCells family = any(which);
    table.now().flush(family.family());
    table.flushed(family);
    table.coverage().count("flushes of one family");
    table.scanAll();
  }

  /**
   * Loads cells.
   *
   * @param aged whether the region gives them an age; if not, they are older than all others
   */
  void load(List<KeyValue> cells, int files, boolean aged) throws IOException {
    flush();
    List<KeyValue> own = cells.stream().map(KeyValue::new).toList();
    KnownCells family = table.first();
    table.now().bulkLoad(family.family(), own, files, aged);
    loaded = true;
    if (family.isNumbered()) {
      long number = table.store(family).getMaxSequenceId().orElseThrow();
      own.forEach(cell -> cell.setSequenceId(number));
    }
    own.forEach(family::remember);
    family.loaded(own, table.onDisk(family));
    table.coverage().count(aged ? "bulk" : "bulk without age");
    table.scanAll();
  }

  /** Whether there are or have been files that were loaded. */
  boolean haveBeenLoaded() {
    return loaded;
  }

  // ---------------------------------------------------------------- compactions

  private KnownCells any(int which) {
    return table.known().get(which % table.known().size());
  }

  /** Selects a compaction, if the store wants one and another may be begun. */
  void select(boolean major, int which) throws IOException {
    if (started.size() == AT_ONCE) {
      return;
    }
    KnownCells family = any(which);
    HStore store = table.store(family);
    if (major) {
      store.triggerMajorCompaction();
    }
    Optional<CompactionContext> selected =
        store.requestCompaction(
            major ? Store.PRIORITY_USER : Store.NO_PRIORITY,
            CompactionLifeCycleTracker.DUMMY,
            User.getCurrent());
    // Files of which everything has expired go with a selection.
    table.compacted(family, family.generation());
    if (selected.isPresent()) {
      HeldCompaction compaction = new HeldCompaction(table.region(), store, selected.get());
      started.add(new Started(compaction, family, family.generation()));
      table.coverage().count("selected");
      table.coverage().max("most at once", started.size());
    }
  }

  /** Lets a compaction read, but not commit. */
  void read(int which) throws IOException {
    if (!started.isEmpty()) {
      started.get(which % started.size()).compaction().read();
    }
  }

  void commit(int which) throws IOException {
    Optional<Started> next = take(which);
    if (next.isPresent()) {
      next.get().compaction().commit();
      judge(next.get());
      table.coverage().count("compactions");
      table.scanAll();
    }
  }

  /** Takes a compaction that is under way; whoever does must end it. */
  Optional<Started> take(int which) {
    return started.isEmpty()
        ? Optional.empty()
        : Optional.of(started.remove(which % started.size()));
  }

  /** Looks at what a compaction has dropped that has ended. */
  void judge(Started ended) throws IOException {
    Collection<List<Cell>> files = table.onDisk(ended.family());
    HStore store = table.store(ended.family());
    // What has expired since it has read it cannot have dropped.
    RunClock.at(
        ended.compaction().readAt(),
        () -> ended.family().compacted(store, ended.generation(), files));
  }

  /** Commits what is under way, and compacts until no store wants more. */
  void compact() throws IOException {
    commitAll();
    for (int which = 0; which < table.known().size(); which++) {
      for (int i = 0; i < 100 && table.store(any(which)).needsCompaction(); i++) {
        select(false, which);
        if (started.isEmpty()) {
          break;
        }
        commitAll();
      }
    }
  }

  void commitAll() throws IOException {
    while (!started.isEmpty()) {
      commit(0);
    }
  }

  /**
   * Ends what is under way as a region does that is closed: what has read is committed; what has
   * not is interrupted while it reads, or never begun.
   *
   * @param fates a bit for each, whether it is begun
   */
  void close(int fates) throws IOException {
    for (int i = 0; !started.isEmpty(); i++) {
      Started next = started.get(0);
      HeldCompaction compaction = next.compaction();
      if (compaction.hasRead()) {
        commit(0);
      } else if ((fates >> i & 1) == 0) {
        started.remove(0);
        compaction.cancel();
        table.coverage().count("never begun");
      } else {
        started.remove(0);
        end(next, compaction.fail());
      }
    }
  }

  /** A compaction has ended that was to be interrupted; without cells it cannot be. */
  void end(Started ended, boolean interrupted) throws IOException {
    if (interrupted) {
      table.unchanged();
      table.coverage().count("failed compactions");
    } else {
      ended.compaction().commit();
      judge(ended);
      table.coverage().count("compactions");
    }
    table.scanAll();
  }

  /** Lets all that is under way do what it does, to files that nobody reads any more. */
  void abandon() throws IOException {
    for (Started each : started) {
      each.compaction().commit();
    }
    started.clear();
  }

  void major() throws IOException {
    commitAll();
    for (int which = 0; which < table.known().size(); which++) {
      select(true, which);
    }
    table.coverage().count("major");
    commitAll();
  }

  void discharge() throws IOException {
    table.now().discharge();
    table.unchanged();
    table.scanAll();
  }

  /** Without a log what is in memory would be lost, and what was compacted away would be back. */
  void withoutLogFlush() throws IOException {
    if (!table.isLogged()) {
      flush();
      discharge();
    }
  }
}
