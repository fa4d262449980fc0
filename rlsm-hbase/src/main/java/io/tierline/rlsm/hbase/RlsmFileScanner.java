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
import java.util.function.IntConsumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.LazyFileScanner;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.regionserver.TierlineStoreAccess;

/**
 * A scanner over a file that touches the file only when it must.
 *
 * <p>What it sees is what a stock scanner over the file sees. A stock scanner, the source, does the
 * reading; it is opened when the first cell is really needed. Until then, the scanner stands on a
 * cell that does not exist: the first possible one of the file's first row. HBase's heaps know such
 * scanners from lazy seeks ({@link #realSeekDone}); they let the scanner do the seek when that cell
 * comes up as the lowest. So a short scan over many files with disjoint rows opens those it
 * reaches.
 *
 * <p>A heap asks for the seek after {@code seek}, {@code reseek} and {@code requestSeek}, but not
 * after {@code next}, nor after {@code enforceSeek}. The heap of a reverse scan asks too, but takes
 * the first cell found to be the right one if that is lower than all others, so it must be given
 * the row where the cell will be: the file's last row is known without reading, others are not, and
 * are read at once.
 */
final class RlsmFileScanner extends LazyFileScanner {

  /** Opens the scanner that does the reading. */
  @FunctionalInterface
  interface Source {
    StoreFileScanner open() throws IOException;
  }

  /** What is left to do before {@link #peek} is a cell of the file. */
  private enum Pending {
    /** Nothing. */
    NONE,
    /** Seek forward from {@link #peek}. */
    FORWARD,
    /** Find the row before {@link #peek}. */
    BACKWARD,
    /** The source does a lazy seek of its own. */
    SOURCE
  }

  /** The timestamp of the cell that stands for a column the Bloom filter knows to be absent. */
  private static final long BLOOM_STAND_IN = Long.MIN_VALUE;

  private final StoreFileReader reader;
  private final FileRows rows;
  private final Source opener;
  private final RowFilter filter;
  private final boolean allVisible;

  private StoreFileScanner source;
  private Cell current;
  private Pending pending = Pending.NONE;

  /** Whether the source stands at or before the position, so that a reseek finds it. */
  private boolean behind;

  /** Whether the source, by its Bloom filter, has only pretended to go where the position is. */
  private boolean pretended;

  /**
   * Whether the source may remember rows of an earlier backward scan: it takes its next backward
   * call for the continuation of the last one, unless it was sought in between.
   */
  private boolean remembers;

  private boolean closed;

  /**
   * A scanner before its first seek.
   *
   * @param reader the file's shared reader, of which one reference is held until {@link #close}
   * @param rows the first row and the last; null if the file has no cells
   * @param opener opens the scanner that does the reading
   * @param filter is told of gets that HBase has asked the file's Bloom filter for; may be null
   * @param allVisible whether no cell of the file is newer than the read point
   */
  RlsmFileScanner(
      StoreFileReader reader,
      FileRows rows,
      Source opener,
      RowFilter filter,
      boolean allVisible,
      long readPt,
      long scannerOrder) {
    super(reader, readPt, scannerOrder);
    this.reader = reader;
    this.rows = rows;
    this.opener = opener;
    this.filter = filter;
    this.allVisible = allVisible;
  }

  @Override
  protected StoreFileScanner opened() {
    return source;
  }

  @Override
  public Cell peek() {
    return current;
  }

  @Override
  public Cell next() throws IOException {
    if (pending != Pending.NONE) {
      enforceSeek();
    }
    Cell returned = current;
    if (returned == null) {
      return null;
    }
    if (pretended) {
      readForward(returned);
    } else {
      source.next();
      current = source.peek();
    }
    return returned;
  }

  @Override
  public boolean seek(Cell key) throws IOException {
    behind = false;
    return reseek(key);
  }

  @Override
  public boolean reseek(Cell key) throws IOException {
    if (!aim(key)) {
      readForward(key);
    }
    return current != null;
  }

  @Override
  public boolean requestSeek(Cell kv, boolean forward, boolean useBloom) throws IOException {
    behind &= forward;
    if (!aim(kv)) {
      StoreFileScanner reading = source();
      reading.requestSeek(kv, behind, useBloom);
      current = reading.peek();
      if (!reading.realSeekDone()) {
        pending = Pending.SOURCE;
      } else if (current != null && current.getTimestamp() == BLOOM_STAND_IN) {
        pretended = true;
      } else {
        behind = true;
      }
    }
    return current != null;
  }

  @Override
  public boolean realSeekDone() {
    return pending == Pending.NONE;
  }

  @Override
  public void enforceSeek() throws IOException {
    switch (pending) {
      case FORWARD -> readForward(current);
      case SOURCE -> {
        source.enforceSeek();
        arrive();
      }
      case BACKWARD -> readBackward(rows.end());
      default -> {
        // The scanner stands on a cell of the file.
      }
    }
  }

  @Override
  public boolean backwardSeek(Cell key) throws IOException {
    behind = false;
    if (!aim(key)) {
      readForward(key);
      if (current != null && rows.compareRows(current, key) == 0) {
        return true;
      }
    }
    return seekToPreviousRow(key);
  }

  @Override
  public boolean seekToPreviousRow(Cell key) throws IOException {
    if (rows != null && allVisible && rows.endBefore(key)) {
      aimAtLastRow();
    } else {
      readBackward(key);
    }
    return current != null;
  }

  @Override
  public boolean seekToLastRow() throws IOException {
    remembers = true;
    return rows != null && seekToPreviousRow(rows.end());
  }

  /** Aims at the first row after a key; false if the key's row is to be read now. */
  private boolean aim(Cell key) {
    pretended = false;
    remembers = true;
    pending = Pending.NONE;
    if (rows == null || rows.endBefore(key)) {
      current = null;
      return true;
    }
    if (rows.compareRows(rows.first(), key) <= 0) {
      return false;
    }
    current = rows.first();
    pending = Pending.FORWARD;
    return true;
  }

  private void readForward(Cell key) throws IOException {
    if (behind) {
      source.reseek(key);
    } else {
      source().seek(key);
    }
    arrive();
  }

  /** Stands where the source stands. */
  private void arrive() {
    current = source.peek();
    pending = Pending.NONE;
    pretended = false;
    behind = true;
    remembers = false;
  }

  /** Aims at the file's last row, which exists and is visible, without reading. */
  private void aimAtLastRow() {
    behind = false;
    pretended = false;
    current = rows.last();
    pending = Pending.BACKWARD;
  }

  /** Goes to the first cell of the last row before a key's. */
  private void readBackward(Cell key) throws IOException {
    boolean none = rows == null || rows.compareRows(rows.first(), key) >= 0;
    current = none ? null : rowBefore(rows.endBefore(key) ? rows.end() : key);
    pending = Pending.NONE;
    pretended = false;
    behind = current != null;
  }

  /** The source may answer with the bound's own row when it uses a hint of its last answer. */
  private Cell rowBefore(Cell bound) throws IOException {
    StoreFileScanner reading = source();
    if (remembers) {
      reading.seek(bound);
      remembers = false;
    }
    boolean found = reading.seekToPreviousRow(bound);
    while (found && rows.compareRows(reading.peek(), bound) >= 0) {
      found = reading.seekToPreviousRow(bound);
    }
    return found ? reading.peek() : null;
  }

  private StoreFileScanner source() throws IOException {
    if (source == null) {
      if (closed) {
        throw new IOException("The scanner is closed: " + this);
      }
      try {
        source = opener.open();
      } catch (RuntimeException | Error e) {
        // HBase's heaps lose a scanner that fails with an Error, and its file would never be
        // archived.
        close();
        throw e;
      }
      // The source has counted itself as a reader of the file, which is to be counted once.
      TierlineStoreAccess.release(reader);
      remembers = false;
    }
    return source;
  }

  @Override
  public boolean shouldUseScanner(Scan scan, HStore store, long oldestUnexpiredTS) {
    if (rows == null
        || scan.isGetScan()
            && !rows.contain(PrivateCellUtil.createFirstOnRow(scan.getStartRow()))) {
      return false;
    }
    boolean isUsed = super.shouldUseScanner(scan, store, oldestUnexpiredTS);
    if (filter != null && scan.isGetScan()) {
      filter.asked(scan.getStartRow());
    }
    return isUsed;
  }

  @Override
  public Cell getNextIndexedKey() {
    boolean reading = source != null && pending == Pending.NONE && !pretended;
    return reading ? source.getNextIndexedKey() : null;
  }

  @Override
  public void recordBlockSize(IntConsumer blockSizeConsumer) {
    if (source != null) {
      source.recordBlockSize(blockSizeConsumer);
    }
  }

  @Override
  public void shipped() throws IOException {
    if (source != null) {
      source.shipped();
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    current = null;
    pending = Pending.NONE;
    if (source == null) {
      TierlineStoreAccess.release(reader);
    } else {
      source.close();
    }
  }

  @Override
  public String toString() {
    return "RlsmFileScanner[" + getFilePath() + ", current=" + current + "]";
  }
}
