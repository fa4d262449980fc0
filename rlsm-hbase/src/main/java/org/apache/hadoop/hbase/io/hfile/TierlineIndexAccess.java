/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.io.hfile;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CellUtil;

/** The package-private view of an HFile's block index that the engine needs. HBase 2.6.4. */
public final class TierlineIndexAccess {

  private TierlineIndexAccess() {}

  /**
   * The rows at which the blocks of the index root start, ascending, at about equal distances in
   * bytes. Already in memory.
   *
   * @param most return at most so many, evenly chosen; at least 1
   */
  public static List<byte[]> rootRows(HFile.Reader reader, int most) {
    HFileBlockIndex.CellBasedKeyBlockIndexReader index = reader.getDataBlockIndexReader();
    int count = index == null ? 0 : index.getRootBlockCount();
    int step = Math.max(1, (count + most - 1) / most);
    List<byte[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i += step) {
      rows.add(CellUtil.cloneRow(index.getRootBlockKey(i)));
    }
    return rows;
  }
}
