/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.regionserver;

/**
 * A scanner whose reading is done by another, once that is open. It lives here because the reader
 * of a scanner is package-private in HBase: a scan that has gone over from positional reads to a
 * stream has another reader than the file's shared one.
 */
public abstract class LazyFileScanner extends StoreFileScanner {

  /**
   * A scanner that has read nothing yet.
   *
   * @param shared the file's shared reader, to which a reference is taken
   * @param readPoint MVCC: changes after it are not seen
   * @param order the scanner's rank among those that stand on equal cells
   */
  protected LazyFileScanner(StoreFileReader shared, long readPoint, long order) {
    super(shared, null, true, true, readPoint, order, false, false);
  }

  /** The scanner that does the reading; null before it is open. */
  protected abstract StoreFileScanner opened();

  @Override
  StoreFileReader getReader() {
    StoreFileScanner reading = opened();
    return reading == null ? super.getReader() : reading.getReader();
  }
}
