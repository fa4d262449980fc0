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
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileManager;
import org.apache.hadoop.hbase.regionserver.TierlineStoreAccess;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableCollection;

/**
 * The files of a store twice: as the stock engine keeps them, which is what they are, and laid out.
 * What the layout cannot answer, since our code threw, the stock engine's manager does. A failure
 * in the middle of a change would end the region server: then the layout is behind, nobody asks it,
 * and it is made anew with the next change.
 *
 * <p>HBase changes it under the store engine's write lock.
 */
final class RlsmStoreFileManager implements StoreFileManager {

  /** Is told of questions by which HBase can be seen to go on. */
  interface Questions {

    /** For all files, as to count them when some have been replaced. */
    void forFiles();

    /** How urgent a compaction is, as when one is over. */
    void forPriority();

    /** For what was replaced, for the last time: the store is being closed. */
    void atClose();
  }

  private final StoreFileManager stock;
  private final LaidOutFiles ours;
  private final Questions asked;
  private final EngineGuard guard;
  private volatile boolean isBehind;

  /**
   * Manages files as the stock engine does beside it.
   *
   * @param asked is told what HBase asks
   */
  RlsmStoreFileManager(
      StoreFileManager stock, LaidOutFiles ours, Questions asked, EngineGuard guard) {
    this.stock = stock;
    this.ours = ours;
    this.asked = asked;
    this.guard = guard;
  }

  /** Whether the layout may be asked. */
  boolean isLaidOut() {
    return !isBehind && !guard.isOff();
  }

  /** The layout, which may be behind. */
  StoreState state() {
    return ours.state();
  }

  /** HBase's limit for one compaction, which here only puts off major ones. */
  int mostFilesToCompact() {
    return ours.mostFilesToCompact();
  }

  /** Whether nothing was flushed for a while. */
  boolean isIdle() {
    return ours.isIdle();
  }

  /** Whether the last that happened was a flush or a bulk load, and not long ago. */
  boolean hasJustGrown() {
    return ours.hasJustGrown();
  }

  /** Whether the layout takes the change that has just been made; if it was behind, as a whole. */
  private boolean mayFollow() {
    if (isBehind && !guard.isOff()) {
      try {
        ours.loadFiles(new ArrayList<>(stock.getStoreFiles()));
        isBehind = false;
      } catch (RuntimeException | Error e) {
        fellBehind(e);
      }
      return false;
    }
    return isLaidOut();
  }

  private void fellBehind(Throwable fault) {
    isBehind = true;
    guard.failed("laying out the files of a store", fault);
  }

  @Override
  public void loadFiles(List<HStoreFile> files) throws IOException {
    stock.loadFiles(files);
    if (mayFollow()) {
      try {
        ours.loadFiles(files);
      } catch (RuntimeException | Error e) {
        fellBehind(e);
      }
    }
  }

  @Override
  public void insertNewFiles(Collection<HStoreFile> files) throws IOException {
    stock.insertNewFiles(files);
    if (mayFollow()) {
      try {
        ours.insertNewFiles(files);
      } catch (RuntimeException | Error e) {
        fellBehind(e);
      }
    }
  }

  @Override
  public void addCompactionResults(Collection<HStoreFile> replaced, Collection<HStoreFile> results)
      throws IOException {
    stock.addCompactionResults(replaced, results);
    if (mayFollow()) {
      try {
        ours.addCompactionResults(replaced, results);
      } catch (RuntimeException | Error e) {
        fellBehind(e);
      }
    }
  }

  @Override
  public void removeCompactedFiles(Collection<HStoreFile> removed) {
    stock.removeCompactedFiles(removed);
  }

  @Override
  public ImmutableCollection<HStoreFile> clearFiles() {
    ImmutableCollection<HStoreFile> was = stock.clearFiles();
    if (mayFollow()) {
      try {
        ours.clearFiles();
      } catch (RuntimeException | Error e) {
        fellBehind(e);
      }
    }
    return was;
  }

  @Override
  public Collection<HStoreFile> clearCompactedFiles() {
    asked.atClose();
    return stock.clearCompactedFiles();
  }

  @Override
  public Collection<HStoreFile> getFilesForScan(
      byte[] startRow,
      boolean includeStartRow,
      byte[] stopRow,
      boolean includeStopRow,
      boolean onlyLatestVersion) {
    if (isLaidOut()) {
      try {
        return ours.getFilesForScan(
            startRow, includeStartRow, stopRow, includeStopRow, onlyLatestVersion);
      } catch (RuntimeException | Error e) {
        guard.failed("choosing the files of a scan", e);
      }
    }
    return stock.getFilesForScan(
        startRow, includeStartRow, stopRow, includeStopRow, onlyLatestVersion);
  }

  @Override
  public int getStorefileCount() {
    if (isLaidOut()) {
      try {
        return ours.getStorefileCount();
      } catch (RuntimeException | Error e) {
        guard.failed("counting the files of a store", e);
      }
    }
    return stock.getStorefileCount();
  }

  @Override
  public Optional<byte[]> getSplitPoint() throws IOException {
    if (isLaidOut()) {
      try {
        return ours.getSplitPoint();
      } catch (RuntimeException | Error e) {
        guard.failed("finding where to split a region", e);
      }
    }
    return stock.getSplitPoint();
  }

  @Override
  public int getStoreCompactionPriority() {
    asked.forPriority();
    if (isLaidOut()) {
      try {
        return ours.getStoreCompactionPriority();
      } catch (RuntimeException | Error e) {
        guard.failed("computing a store's priority", e);
      }
    }
    return stock.getStoreCompactionPriority();
  }

  @Override
  public double getCompactionPressure() {
    if (isLaidOut()) {
      try {
        return ours.getCompactionPressure();
      } catch (RuntimeException | Error e) {
        guard.failed("computing a store's pressure", e);
      }
    }
    return stock.getCompactionPressure();
  }

  @Override
  public Collection<HStoreFile> getStoreFiles() {
    asked.forFiles();
    return stock.getStoreFiles();
  }

  @Override
  public Collection<HStoreFile> getCompactedfiles() {
    return stock.getCompactedfiles();
  }

  @Override
  public int getCompactedFilesCount() {
    return stock.getCompactedFilesCount();
  }

  @Override
  public Iterator<HStoreFile> getCandidateFilesForRowKeyBefore(KeyValue targetKey) {
    return stock.getCandidateFilesForRowKeyBefore(targetKey);
  }

  @Override
  public Iterator<HStoreFile> updateCandidateFilesForRowKeyBefore(
      Iterator<HStoreFile> candidates, KeyValue targetKey, Cell candidate) {
    return stock.updateCandidateFilesForRowKeyBefore(candidates, targetKey, candidate);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The last output of a compaction names what the compaction has replaced. It stays as long as
   * any of that is on disk, as while a scan reads it: whoever opens the store must know of it.
   */
  @Override
  public Collection<HStoreFile> getUnneededFiles(long maxTs, List<HStoreFile> filesCompacting) {
    try {
      Set<String> replaced = new HashSet<>();
      stock.getCompactedfiles().forEach(file -> replaced.add(file.getPath().getName()));
      return stock.getUnneededFiles(maxTs, filesCompacting).stream()
          .filter(file -> Collections.disjoint(TierlineStoreAccess.replacedBy(file), replaced))
          .toList();
    } catch (RuntimeException | Error e) {
      guard.failed("looking for files of which all is expired", e);
      return List.of();
    }
  }

  @Override
  public Comparator<HStoreFile> getStoreFileComparator() {
    return stock.getStoreFileComparator();
  }
}
