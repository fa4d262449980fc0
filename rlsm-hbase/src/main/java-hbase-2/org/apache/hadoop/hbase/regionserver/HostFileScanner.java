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
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/**
 * HBase's scanner of a store file, with the same methods for cells in every version of HBase. In
 * HBase 2 the cells inside a region server are any {@link Cell}, and only what is returned needs
 * names of its own.
 */
public abstract class HostFileScanner extends StoreFileScanner {

  /** What cells are inside a region server of this HBase. */
  static final Class<?> CELL = Cell.class;

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
  }

  /** Stands in for another scanner, holding no reference to the file; all is to be overridden. */
  HostFileScanner(StoreFileScanner own) {
    super(own.getReader(), null, false, false, 0, 0, false, false);
    // What has just been taken by HBase's constructor.
    own.getReader().readCompleted();
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

  @Override
  public final Cell peek() {
    return currentCell();
  }

  @Override
  public final Cell next() throws IOException {
    return nextCell();
  }

  @Override
  public final Cell getNextIndexedKey() {
    return nextIndexedCell();
  }
}
