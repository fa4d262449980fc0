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
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/**
 * The cells of a file by a reader of their own, which is opened when it is asked to. Whoever reads
 * calls {@link #open} first.
 */
public final class LateStream extends HostStream {

  /** Opens a stream over the file, as HBase does. */
  @FunctionalInterface
  public interface Source {
    StoreFileScanner open() throws IOException;
  }

  private final HFile.Reader shared;
  private final Source source;
  private final boolean cacheBlocks;
  private final boolean isCompaction;

  /** HBase's scanner of the stream, which holds the reader open; null before. */
  private StoreFileScanner holder;

  private boolean isClosed;

  /** A stream that is not open. */
  public LateStream(
      StoreFileReader shared, Source source, boolean cacheBlocks, boolean isCompaction) {
    this.shared = shared.getHFileReader();
    this.source = source;
    this.cacheBlocks = cacheBlocks;
    this.isCompaction = isCompaction;
  }

  /**
   * Opens the stream if it is not.
   *
   * @throws IOException also if it has been closed
   */
  public void open() throws IOException {
    if (cells == null) {
      if (isClosed) {
        throw new IOException("The scanner is closed: " + this);
      }
      holder = source.open();
      cells = cellsOf(storeReader());
    }
  }

  @SuppressWarnings("deprecation")
  private HFileScanner cellsOf(StoreFileReader reader) {
    return reader.getScanner(cacheBlocks, false, isCompaction);
  }

  boolean isOpen() {
    return cells != null;
  }

  StoreFileReader storeReader() {
    return holder.getReader();
  }

  @Override
  public boolean seekTo() throws IOException {
    return cells.seekTo();
  }

  @Override
  public boolean next() throws IOException {
    return cells.next();
  }

  @Override
  public ByteBuffer getValue() {
    return cells.getValue();
  }

  @Override
  public HFile.Reader getReader() {
    return isOpen() ? cells.getReader() : shared;
  }

  @Override
  public boolean isSeeked() {
    return isOpen() && cells.isSeeked();
  }

  @Override
  public void recordBlockSize(IntConsumer blockSizeConsumer) {
    if (isOpen()) {
      cells.recordBlockSize(blockSizeConsumer);
    }
  }

  @Override
  public void shipped() throws IOException {
    if (isOpen()) {
      cells.shipped();
    }
  }

  /** Gives the stream back, which {@link #open} opens anew, at no cell. */
  public void rest() {
    if (isOpen()) {
      cells.close();
      cells = null;
    }
    if (holder != null) {
      holder.close();
      holder = null;
    }
  }

  @Override
  public void close() {
    isClosed = true;
    rest();
  }

  @Override
  public String toString() {
    return "LateStream[" + shared.getPath() + "]";
  }
}
