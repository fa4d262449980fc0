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
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.LateStream;
import org.apache.hadoop.hbase.regionserver.LazyFileScanner;

/**
 * A scanner over a file that touches the file only when it must.
 *
 * <p>What it sees is what a stock scanner over the file sees: it is one, and once it stands on a
 * cell of the file, going on is the stock scanner's code alone. But until the first cell is really
 * needed, it stands on a cell that does not exist: the first possible one of the file's first row.
 * HBase's heaps know such scanners from lazy seeks ({@link #realSeekDone}); they let the scanner do
 * the seek when that cell comes up as the lowest. So a short scan over many files with disjoint
 * rows reads those it reaches.
 *
 * <p>A heap asks for the seek after {@code seek}, {@code reseek} and {@code requestSeek}, but not
 * after {@code next}, nor after {@code enforceSeek}. The heap of a reverse scan asks too, but takes
 * the first cell found to be the right one if that is lower than all others, so it must be given
 * the row where the cell will be: the file's last row is known without reading, others are not, and
 * are read at once.
 */
final class RlsmFileScanner extends LazyFileScanner {

  /** What is left to do before {@link #peek} is a cell of the file. */
  private enum Pending {
    /** Nothing. */
    NONE,
    /** Seek forward from {@link #peek}. */
    FORWARD,
    /** Find the row before {@link #peek}. */
    BACKWARD,
    /** HBase's own lazy seek. */
    STOCK
  }

  /** Null if the file has no cells. */
  private final FileRows rows;

  /** Null if the file is read by itself. */
  private FileChain chain;

  /** Is told of gets that HBase has asked the file's Bloom filter for; may be null. */
  private final RowFilter filter;

  /** Whether no cell of the file is newer than the read point. */
  private final boolean allVisible;

  private Pending pending = Pending.NONE;

  /** Whether what is read stands at or before the position, so that a reseek finds it. */
  private boolean behind;

  /** Whether HBase, by a Bloom filter, has only pretended to go where the position is. */
  private boolean pretended;

  /**
   * Whether rows of an earlier backward scan may be remembered: HBase takes the next backward call
   * for the continuation of the last one, unless it has sought in between.
   */
  private boolean remembers;

  /**
   * A scanner before its first seek.
   *
   * @param file open; one reference to it is held until {@link #close}
   * @param cells of its shared reader, or a {@link LateStream}
   */
  RlsmFileScanner(
      RlsmStoreFile file,
      HFileScanner cells,
      boolean isCompaction,
      long readPoint,
      long order,
      boolean isWithoutNullColumn) {
    super(file.getReader(), cells, isCompaction, readPoint, order, isWithoutNullColumn);
    this.rows = file.rows();
    this.filter = file.filter();
    this.allVisible = file.allVisible(readPoint);
  }

  /** Null if the file has no cells. */
  FileRows rows() {
    return rows;
  }

  /** To be told once that the file is read as one of several. */
  void isOf(FileChain files) {
    chain = files;
  }

  /** To be told that others were read meanwhile: what follows has nothing to do with the last. */
  void forget() {
    behind = false;
    remembers = true;
  }

  /** Gives back what is held for reading, but not the file; before a call that goes somewhere. */
  void rest() throws IOException {
    forget();
    LateStream stream = stream();
    if (stream == null) {
      shipped();
    } else {
      stream.rest();
    }
  }

  @Override
  protected Cell nextCell() throws IOException {
    if (pending != Pending.NONE) {
      enforceSeek();
    }
    if (pretended) {
      Cell returned = peek();
      readForward(returned);
      return returned;
    }
    return super.nextCell();
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
    return peek() != null;
  }

  @Override
  public boolean requestSeek(Cell kv, boolean forward, boolean useBloom) throws IOException {
    behind &= forward;
    if (!aim(kv)) {
      pending = Pending.STOCK;
      // It comes back by enforceSeek if it cannot put the seek off.
      super.requestSeek(kv, behind, useBloom);
      if (pending == Pending.STOCK && super.realSeekDone()) {
        pending = Pending.NONE;
        pretended = true;
      }
    }
    return peek() != null;
  }

  @Override
  public boolean realSeekDone() {
    return pending == Pending.NONE;
  }

  @Override
  public void enforceSeek() throws IOException {
    switch (pending) {
      case FORWARD -> readForward(peek());
      // It comes back by seek or reseek.
      case STOCK -> super.enforceSeek();
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
      Cell found = peek();
      if (found != null && rows.compareRows(found, key) == 0) {
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
    return peek() != null;
  }

  @Override
  public boolean seekToLastRow() throws IOException {
    remembers = true;
    return rows != null && seekToPreviousRow(rows.end());
  }

  /** Aims at the first row after a key; false if the key's row is to be read now. */
  private boolean aim(Cell key) throws IOException {
    pretended = false;
    remembers = true;
    pending = Pending.NONE;
    if (rows == null || rows.endBefore(key)) {
      setCurrentCell(null);
      return true;
    }
    if (rows.compareRows(rows.first(), key) <= 0) {
      return false;
    }
    setCurrentCell(rows.first());
    pending = Pending.FORWARD;
    return true;
  }

  private void readForward(Cell key) throws IOException {
    try {
      open();
      if (behind) {
        super.reseek(key);
      } else {
        super.seek(key);
      }
    } catch (RuntimeException | Error e) {
      giveUp();
      throw e;
    }
    pending = Pending.NONE;
    pretended = false;
    behind = true;
    remembers = false;
  }

  /** Aims at the file's last row, which exists and is visible, without reading. */
  private void aimAtLastRow() throws IOException {
    behind = false;
    pretended = false;
    setCurrentCell(rows.last());
    pending = Pending.BACKWARD;
  }

  /** Goes to the first cell of the last row before a key's. */
  private void readBackward(Cell key) throws IOException {
    boolean none =
        rows == null
            || rows.compareRows(rows.first(), key) >= 0
            || !readRowBefore(rows.endBefore(key) ? rows.end() : key);
    if (none) {
      setCurrentCell(null);
    }
    pending = Pending.NONE;
    pretended = false;
    behind = !none;
  }

  /** HBase may answer with the bound's own row when it uses a hint of its last answer. */
  private boolean readRowBefore(Cell bound) throws IOException {
    try {
      open();
      if (remembers) {
        super.seek(bound);
        remembers = false;
      }
      boolean found = super.seekToPreviousRow(bound);
      while (found && rows.compareRows(peek(), bound) >= 0) {
        found = super.seekToPreviousRow(bound);
      }
      return found;
    } catch (RuntimeException | Error e) {
      giveUp();
      throw e;
    }
  }

  private void open() throws IOException {
    LateStream stream = stream();
    if (stream != null) {
      stream.open();
    }
  }

  /**
   * HBase's heaps take a scanner out to have it do the seek that it has put off, and lose it if
   * that ends otherwise than with an IOException: nobody else would close it, and its file would
   * never be archived.
   */
  private void giveUp() {
    if (chain == null) {
      close();
    } else {
      chain.close();
    }
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
  protected Cell nextIndexedCell() {
    return pending == Pending.NONE && !pretended ? super.nextIndexedCell() : null;
  }

  @Override
  public void close() {
    pending = Pending.NONE;
    super.close();
  }

  @Override
  public String toString() {
    return "RlsmFileScanner[" + getFilePath() + ", current=" + peek() + "]";
  }
}
