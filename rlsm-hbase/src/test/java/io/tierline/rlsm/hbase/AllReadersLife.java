/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.hbase.AllReadersFiles.Started;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * A table of one region: what is written to it, what becomes of its files, who reads them, and what
 * befalls the region, which is killed, altered, split and merged.
 */
final class AllReadersLife implements AutoCloseable {

  static final byte[] FAMILY = ExpectedCells.FAMILY;

  private final AllReadersTable table;
  private final AllReadersCells cells;
  private final AllReadersFiles files;
  private final AllReadersCopies copies;
  private boolean leavesUnfinished;

  AllReadersLife(
      Path directory,
      TableDescriptor descriptor,
      boolean logged,
      Configuration site,
      Coverage coverage)
      throws IOException {
    this.table = new AllReadersTable(directory, descriptor, logged, site, coverage);
    this.cells = new AllReadersCells(table);
    this.files = new AllReadersFiles(table);
    this.copies = new AllReadersCopies(table, files);
    cover(coverage);
  }

  private void cover(Coverage coverage) {
    if (table.isMob()) {
      coverage.count("MOB");
    }
    if (table.isTracked()) {
      coverage.count("tracked");
    }
    if (table.first().isNumbered()) {
      coverage.count("new version behavior");
    }
    if (table.now().descriptor().getValue(LocalRegionOpener.CACHE) != null) {
      coverage.count("cache");
    }
    if (table.now().isLabelled()) {
      coverage.count("labels");
    }
    if (table.known().size() > 1) {
      coverage.count("families");
    }
    MemoryCompactionPolicy memory = table.family().getInMemoryCompaction();
    if (memory != MemoryCompactionPolicy.NONE) {
      coverage.count("memory compaction " + memory);
    }
  }

  /** Writes and reads through the region. */
  AllReadersCells cells() {
    return cells;
  }

  /** Flushes, loads and compactions. */
  AllReadersFiles files() {
    return files;
  }

  /** Reads without the region. */
  AllReadersCopies copies() {
    return copies;
  }

  // ---------------------------------------------------------------- faults

  /** Lets a compaction come to grief while it reads; one that has read already is committed. */
  void fail(int which) throws IOException {
    Optional<Started> next = files.take(which);
    if (next.isEmpty()) {
      return;
    }
    HeldCompaction compaction = next.get().compaction();
    files.end(next.get(), !compaction.hasRead() && compaction.fail());
  }

  /** Lets an operation on files fail while a compaction reads, writes or is committed. */
  void failFile(int which, int number, boolean done, Throwable fault) throws IOException {
    Optional<Started> next = files.take(which);
    if (next.isEmpty()) {
      return;
    }
    FileFaults.arm(name(), number, done, fault);
    IOException failure = null;
    try {
      next.get().compaction().commit();
    } catch (IOException e) {
      failure = e;
    }
    boolean happened = FileFaults.disarm(name());
    if (failure != null && !happened) {
      throw failure;
    }
    leavesUnfinished |= happened && done;
    // What fails when the outputs are in their place, as archiving, has not undone it.
    files.judge(next.get());
    table.scanAll();
    if (happened) {
      table.coverage().count(failure == null ? "faults overcome" : "faults");
      copies.crashImage();
    }
  }

  /** Lets an operation on files fail while the store is flushed: if it is, a server ends itself. */
  void failFlush(int number, boolean done, Throwable fault) throws IOException {
    if (!table.isLogged()) {
      return;
    }
    FileFaults.arm(name(), number, done, fault);
    Throwable failure = null;
    try {
      table.now().flush();
    } catch (IOException | Error e) {
      failure = e;
    }
    boolean happened = FileFaults.disarm(name());
    if (failure == null) {
      leavesUnfinished |= happened;
      table.coverage().count("flushes overcome", happened ? 1 : 0);
      table.flushed();
      table.scanAll();
    } else if (happened) {
      table.coverage().count("failed flushes");
      crash();
    } else {
      throw new IOException(failure);
    }
  }

  private String name() {
    return table.directory().getFileName().toString();
  }

  /** The region server is killed, with all compactions under way. */
  void crash() throws IOException {
    releaseReaders();
    files.withoutLogFlush();
    Path next = table.copyForNext();
    // The dead server's threads still end; what they do is done to files that nobody reads.
    files.abandon();
    table.continueFrom(next);
    table.recovered();
    table.coverage().count("crash");
    table.scanAll();
  }

  // ---------------------------------------------------------------- changes of the table

  /**
   * Gives the table to the stock engine, and back to RLSM.
   *
   * @param fates of compactions that are under way
   */
  void alter(boolean major, int fates) throws IOException {
    files.close(fates);
    TableDescriptor own = table.now().descriptor();
    reopen(AllReaders.stock(table.now()));
    if (major) {
      files.major();
    }
    reopen(own);
    table.coverage().count("alter");
  }

  /**
   * Gives the family other rules for what it keeps.
   *
   * @param fates of compactions that are under way
   */
  void alterRules(ColumnFamilyDescriptor family, int fates) throws IOException {
    files.close(fates);
    // By the old rules: the regions would flush when they are closed.
    files.flush();
    reopen(
        TableDescriptorBuilder.newBuilder(table.now().descriptor())
            .modifyColumnFamily(family)
            .build());
    table.coverage().count("alter rules");
  }

  private void reopen(TableDescriptor next) throws IOException {
    releaseReaders();
    if (hasReferences()) {
      // They are rewritten for the stock engine.
      files.flush();
      table.now().reopen(next);
      table.compacted();
    } else {
      table.now().reopen(next);
      table.flushed();
    }
    table.scanAll();
  }

  private boolean hasReferences() {
    return table.known().stream().anyMatch(family -> table.store(family).hasReferences());
  }

  /**
   * Splits the region, and merges its halves again: then it has half files, beside which
   * compactions begin.
   *
   * @param compactions of each half, before the two are merged
   * @param archive whether the regions that were split and merged are archived, so that nothing but
   *     links is left
   * @param fates of compactions that are under way
   */
  void splitAndMerge(byte[] row, int compactions, boolean archive, int fates) throws IOException {
    if (table.isTracked() || table.isMob()) {
      // A master tells the list of a region's files of those that it makes, and moves large values.
      return;
    }
    if (table.first().isNumbered() && files.haveBeenLoaded()) {
      // To HBase a loaded cell above the border is one newer than it was, when it is rewritten.
      return;
    }
    files.close(fates);
    releaseReaders();
    files.flush();
    LocalTable now = table.now();
    // Half files that there are already are rewritten first, in both.
    now.master().split(row);
    table.compacted();
    table.readers().scanRegions(now);
    for (int i = 0; i < compactions; i++) {
      now.compactions().once();
      table.compacted();
      table.readers().scanRegions(now);
    }
    now.master().merge(HConstants.EMPTY_START_ROW);
    table.compacted();
    if (hasReferences()) {
      table.coverage().count("half files");
    }
    table.scanAll();
    if (archive) {
      now.master().archiveParents();
      table.compacted();
      table.scanAll();
    }
    table.coverage().count("split and merge");
  }

  /** A replica reads; it would see what a scan that is held keeps from being archived. */
  void replica() throws IOException {
    cells.release();
    copies.replica();
  }

  private void releaseReaders() throws IOException {
    cells.release();
    copies.closeReplica();
  }

  // ---------------------------------------------------------------- the end

  /** Ends what is under way and asks all readers. */
  void end() throws IOException {
    cells.release();
    files.commitAll();
    files.flush();
    copies.snapshot();
    copies.copy();
    copies.crashImage();
    files.major();
    replica();
    List<String> strays = table.now().strayFiles();
    // Until the region is opened HBase forgets a file that it has made and takes for not made, and
    // one of a flush that it tries again.
    strays.removeIf(path -> leavesUnfinished && path.contains("/.tmp/"));
    if (!table.isTracked() && !strays.isEmpty()) {
      throw new AssertionError("files that belong to nothing: " + strays);
    }
  }

  @Override
  public void close() throws IOException {
    releaseReaders();
    files.abandon();
    table.close();
  }
}
