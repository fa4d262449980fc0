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
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/**
 * HBase's scanner of a store file, with the same methods for cells in every version of HBase. In
 * HBase 3 all cells inside a region server are {@link ExtendedCell}. What HBase calls comes to the
 * methods that take a {@link Cell}, which are there to be overridden; by themselves they do what
 * HBase does.
 */
public abstract class HostFileScanner extends StoreFileScanner {

  /** What cells are inside a region server of this HBase. */
  static final Class<?> CELL = ExtendedCell.class;

  /** The scanner stood in for; null if there is none. */
  private final StoreFileScanner own;

  /** HBase's constructor. */
  HostFileScanner(
      StoreFileReader reader,
      HFileScanner cells,
      boolean usesMvcc,
      boolean hasMvcc,
      long readPoint,
      long order,
      boolean isWithoutNullColumn,
      boolean isFastSeeking) {
    super(reader, cells, usesMvcc, hasMvcc, readPoint, order, isWithoutNullColumn, isFastSeeking);
    this.own = null;
  }

  /** Stands in for another scanner, holding no reference to the file; all is to be overridden. */
  HostFileScanner(StoreFileScanner own) {
    super(own.getReader(), null, false, false, 0, 0, false, false);
    // What has just been taken by HBase's constructor.
    own.getReader().readCompleted();
    this.own = own;
  }

  @Override
  public final Set<Path> getFilesRead() {
    return own == null ? super.getFilesRead() : own.getFilesRead();
  }

  /** What {@link #peek} answers. */
  protected Cell currentCell() {
    return super.peek();
  }

  /** What {@link #next} answers. */
  protected Cell nextCell() throws IOException {
    return super.next();
  }

  /** What {@link #getNextIndexedKey} answers. */
  protected Cell nextIndexedCell() {
    return super.getNextIndexedKey();
  }

  /** Sets the cell stood on. */
  protected final void setCurrentCell(Cell now) throws IOException {
    super.setCurrentCell((ExtendedCell) now);
  }

  /** {@link #seek(ExtendedCell)}. */
  public boolean seek(Cell key) throws IOException {
    return super.seek((ExtendedCell) key);
  }

  /** {@link #reseek(ExtendedCell)}. */
  public boolean reseek(Cell key) throws IOException {
    return super.reseek((ExtendedCell) key);
  }

  /** {@link #requestSeek(ExtendedCell, boolean, boolean)}. */
  public boolean requestSeek(Cell kv, boolean forward, boolean useBloom) throws IOException {
    return super.requestSeek((ExtendedCell) kv, forward, useBloom);
  }

  /** {@link #backwardSeek(ExtendedCell)}. */
  public boolean backwardSeek(Cell key) throws IOException {
    return super.backwardSeek((ExtendedCell) key);
  }

  /** {@link #seekToPreviousRow(ExtendedCell)}. */
  public boolean seekToPreviousRow(Cell key) throws IOException {
    return super.seekToPreviousRow((ExtendedCell) key);
  }

  @Override
  public final ExtendedCell peek() {
    return (ExtendedCell) currentCell();
  }

  @Override
  public final ExtendedCell next() throws IOException {
    return (ExtendedCell) nextCell();
  }

  @Override
  public final boolean seek(ExtendedCell key) throws IOException {
    return seek((Cell) key);
  }

  @Override
  public final boolean reseek(ExtendedCell key) throws IOException {
    return reseek((Cell) key);
  }

  @Override
  public final boolean requestSeek(ExtendedCell kv, boolean forward, boolean useBloom)
      throws IOException {
    return requestSeek((Cell) kv, forward, useBloom);
  }

  @Override
  public final boolean backwardSeek(ExtendedCell key) throws IOException {
    return backwardSeek((Cell) key);
  }

  @Override
  public final boolean seekToPreviousRow(ExtendedCell key) throws IOException {
    return seekToPreviousRow((Cell) key);
  }

  @Override
  public final ExtendedCell getNextIndexedKey() {
    return (ExtendedCell) nextIndexedCell();
  }
}
