/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.function.IntConsumer;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A scanner of a store file that has others read: HBase's lists of files' scanners take no other
 * type. It holds no reference to its file; the scanner that it stands for does. It lives here
 * because the reader of a scanner is package-private in HBase.
 */
public abstract class StandInScanner extends HostFileScanner {
  private final StoreFileScanner own;

  /** The cell stood on; null if there is none. HBase's heaps ask for it all the time. */
  private Cell cell;

  /** Stands in for the scanner of one file. */
  protected StandInScanner(StoreFileScanner own) {
    super(own);
    this.own = own;
  }

  /** The scanner of the file whose cell is stood on. */
  protected abstract StoreFileScanner standing();

  /** Sets what {@link #peek} answers. */
  protected final void show(Cell now) {
    cell = now;
  }

  @Override
  protected final Cell currentCell() {
    return cell;
  }

  @Override
  StoreFileReader getReader() {
    return standing().getReader();
  }

  /**
   * {@inheritDoc}
   *
   * <p>Of the file that it was made for, whatever is read: HBase opens files anew by these names.
   */
  @Override
  public final Path getFilePath() {
    return own.getFilePath();
  }

  @Override
  public boolean shouldUseScanner(Scan scan, HStore store, long oldestUnexpiredTS) {
    return own.shouldUseScanner(scan, store, oldestUnexpiredTS);
  }

  @Override
  protected abstract Cell nextCell() throws IOException;

  @Override
  public abstract boolean seek(Cell key) throws IOException;

  @Override
  public abstract boolean reseek(Cell key) throws IOException;

  @Override
  public abstract boolean requestSeek(Cell kv, boolean forward, boolean useBloom)
      throws IOException;

  @Override
  public abstract boolean realSeekDone();

  @Override
  public abstract void enforceSeek() throws IOException;

  @Override
  public abstract boolean backwardSeek(Cell key) throws IOException;

  @Override
  public abstract boolean seekToPreviousRow(Cell key) throws IOException;

  @Override
  public abstract boolean seekToLastRow() throws IOException;

  @Override
  public abstract void shipped() throws IOException;

  @Override
  public abstract void close();

  @Override
  public String toString() {
    return "StandInScanner[" + own + ", current=" + cell + "]";
  }

  @Override
  public final long getScannerOrder() {
    return standing().getScannerOrder();
  }

  @Override
  public final void recordBlockSize(IntConsumer blockSizeConsumer) {
    standing().recordBlockSize(blockSizeConsumer);
  }

  @Override
  protected final Cell nextIndexedCell() {
    return standing().getNextIndexedKey();
  }
}
