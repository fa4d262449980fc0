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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;

/**
 * The table of a life, what is known of the cells of each family, and who reads it. When its region
 * server is killed another takes its place.
 */
final class AllReadersTable implements AutoCloseable {

  private final Path directory;
  private final boolean logged;
  private final Coverage coverage;
  private final List<KnownCells> known = new ArrayList<>();
  private final AllReaders readers = new AllReaders(known);
  private LocalTable now;
  private int lives;
  private int changes;

  AllReadersTable(
      Path directory,
      TableDescriptor descriptor,
      boolean logged,
      Configuration site,
      Coverage coverage)
      throws IOException {
    this.directory = directory;
    this.logged = logged;
    this.coverage = coverage;
    for (ColumnFamilyDescriptor family : descriptor.getColumnFamilies()) {
      known.add(
          new KnownCells(
              family.getName(),
              family.isNewVersionBehavior(),
              descriptor.getValue(LocalRegionOpener.LABELS) != null));
    }
    this.now = new LocalTable(directory.resolve("life-0"), descriptor, logged, site).create();
  }

  /** The table as it is open now. */
  LocalTable now() {
    return now;
  }

  HRegion region() {
    return AllReaders.region(now);
  }

  /** What is known of each family, the first of which has all kinds of cells. */
  List<KnownCells> known() {
    return known;
  }

  KnownCells first() {
    return known.get(0);
  }

  HStore store(KnownCells family) {
    return AllReaders.store(now, family);
  }

  AllReaders readers() {
    return readers;
  }

  Coverage coverage() {
    return coverage;
  }

  Path directory() {
    return directory;
  }

  /** Whether there is a log, so that what was not flushed outlives its region server. */
  boolean isLogged() {
    return logged;
  }

  boolean isMob() {
    return family().isMobEnabled();
  }

  /** The descriptor of the first family. */
  ColumnFamilyDescriptor family() {
    return now.descriptor().getColumnFamily(first().family());
  }

  /**
   * Whether a list says which files a store has. What a killed server has left beside them stays
   * until a chore of HBase's finds it.
   */
  boolean isTracked() {
    return now.descriptor().getValue(StoreFileTrackerFactory.TRACKER_IMPL) != null;
  }

  /** Copies the directory as it is, for the next region server. */
  Path copyForNext() throws IOException {
    Path next = directory.resolve("life-" + ++lives);
    now.copyEverything(next);
    return next;
  }

  /** Opens the copy, with the log replayed, in the place of the table, which is dead. */
  void continueFrom(Path copy) throws IOException {
    LocalTable dead = now;
    now = dead.recovered(copy, dead.descriptor(), logged, dead.configuration());
    dead.close();
  }

  // ---------------------------------------------------------------- what is on disk

  Collection<List<Cell>> onDisk(KnownCells family) throws IOException {
    return readers.onDisk(now, family);
  }

  /** All families have been flushed. */
  void flushed() throws IOException {
    for (KnownCells family : known) {
      flushed(family);
    }
  }

  /** The region was opened after a server was killed. */
  void recovered() throws IOException {
    for (KnownCells family : known) {
      family.recovered(store(family), onDisk(family));
    }
  }

  void flushed(KnownCells family) throws IOException {
    family.flush(store(family), onDisk(family));
  }

  /** Any family may have been compacted, as a whole. */
  void compacted() throws IOException {
    for (KnownCells family : known) {
      family.compacted(store(family), family.generation(), onDisk(family));
    }
  }

  /** A family has been compacted; other families have not. */
  void compacted(KnownCells family, int selected) throws IOException {
    for (KnownCells each : known) {
      if (each == family) {
        each.compacted(store(each), selected, onDisk(each));
      } else {
        each.unchanged(onDisk(each));
      }
    }
  }

  void unchanged() throws IOException {
    for (KnownCells family : known) {
      family.unchanged(onDisk(family));
    }
  }

  /** How often files have come or gone, or may have. */
  int changes() {
    return changes;
  }

  /** Files have come or gone: reads everything. */
  void scanAll() throws IOException {
    changes++;
    readers.scanAll(now);
  }

  @Override
  public void close() throws IOException {
    now.close();
  }
}
