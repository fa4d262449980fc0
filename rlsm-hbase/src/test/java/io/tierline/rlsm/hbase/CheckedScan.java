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
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Shipper;

/** A scan that goes on while the store changes, and must show what was there when it began. */
final class CheckedScan implements AutoCloseable {

  private final RegionScanner scanner;
  private final String name;
  private final List<Cell> expected;
  private int shown;
  private boolean more = true;

  CheckedScan(RegionScanner scanner, String name, List<Cell> expected) {
    this.scanner = scanner;
    this.name = "held " + name;
    this.expected = expected;
  }

  /** Reads more rows, as in answers to a client. */
  void next(int rows) throws IOException {
    List<Cell> found = new ArrayList<>();
    List<Cell> row = new ArrayList<>();
    for (int i = 0; more && i < rows; i++) {
      more = scanner.next(row);
      row.forEach(cell -> found.add(KeyValueUtil.copyToNewKeyValue(cell)));
      row.clear();
      ((Shipper) scanner).shipped();
    }
    int end = more ? Math.min(expected.size(), shown + found.size()) : expected.size();
    AllReaders.compare(name + " from its cell " + shown, expected.subList(shown, end), found);
    shown = end;
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
