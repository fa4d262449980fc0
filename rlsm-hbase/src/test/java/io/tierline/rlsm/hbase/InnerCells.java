/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.PrivateCellUtil;

/** Cells as scanners inside a region server take them: HBase 3 takes no other, HBase 2 any. */
final class InnerCells {

  private InnerCells() {}

  /** A cell of a file, or of HBase's own making: all of them are this. */
  static ExtendedCell of(Cell cell) {
    return (ExtendedCell) cell;
  }

  /** Not greater than any cell of a row. */
  static ExtendedCell firstOnRow(byte[] row) {
    return of(PrivateCellUtil.createFirstOnRow(row));
  }
}
