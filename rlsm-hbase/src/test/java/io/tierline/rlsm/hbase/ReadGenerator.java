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
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** Makes up gets and scans for {@link OpGenerator}, by its dice. */
final class ReadGenerator {
  private final Random random;
  private final byte[][] rows;
  private final Supplier<String> families;
  private final LongSupplier now;

  /**
   * Binds them.
   *
   * @param families one of the table's at a time
   * @param now the table's clock
   */
  ReadGenerator(Random random, byte[][] rows, Supplier<String> families, LongSupplier now) {
    this.random = random;
    this.rows = rows;
    this.families = families;
    this.now = now;
  }

  Get get(byte[] row) {
    Get get = new Get(row);
    try {
      get.readVersions(1 + random.nextInt(4));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    narrow(get);
    return get;
  }

  /** Restricts a read to families, columns or times, or filters it. */
  private void narrow(Query query) {
    String family = families.get();
    byte[] name = Bytes.toBytes(family);
    if (random.nextInt(3) == 0) {
      byte[] column =
          Bytes.toBytes(OpGenerator.COLUMNS[random.nextInt(OpGenerator.COLUMNS.length)]);
      byte[] second =
          Bytes.toBytes(OpGenerator.COLUMNS[random.nextInt(OpGenerator.COLUMNS.length)]);
      boolean whole = random.nextInt(3) == 0;
      if (query instanceof Get get) {
        get.addFamily(name);
        if (!whole) {
          get.addColumn(name, column).addColumn(name, second);
        }
      } else if (query instanceof Scan scan) {
        scan.addFamily(name);
        if (!whole) {
          scan.addColumn(name, column).addColumn(name, second);
        }
      }
    }
    if (random.nextInt(4) == 0) {
      long from = now.getAsLong() - random.nextInt(6000);
      boolean open = !family.equals("u") || random.nextBoolean();
      long to = open ? Long.MAX_VALUE : from + 1 + random.nextInt(3000);
      query.setColumnFamilyTimeRange(name, from, to);
    }
    if (random.nextInt(5) == 0) {
      query.setFilter(filter(query));
    }
  }

  private Filter filter(Query query) {
    int choice = random.nextInt(query instanceof Scan scan && !scan.isReversed() ? 4 : 3);
    switch (choice) {
      case 0:
        return new FirstKeyOnlyFilter();
      case 1:
        return new ColumnPaginationFilter(1 + random.nextInt(2), random.nextInt(2));
      case 2:
        return new ColumnRangeFilter(Bytes.toBytes("k"), true, Bytes.toBytes("q1"), true);
      default:
        List<MultiRowRangeFilter.RowRange> ranges = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          int low = random.nextInt(rows.length);
          int high = Math.min(rows.length - 1, low + random.nextInt(10));
          ranges.add(new MultiRowRangeFilter.RowRange(rows[low], true, rows[high], true));
        }
        return new MultiRowRangeFilter(ranges);
    }
  }

  /** Of any part of the table, in either direction. */
  Scan scan() {
    Scan scan = new Scan();
    boolean reversed = random.nextInt(3) == 0;
    byte[] one = rows[random.nextInt(rows.length)];
    byte[] other = rows[random.nextInt(rows.length)];
    boolean swap = Arrays.compareUnsigned(one, other) > 0 != reversed;
    scan.setReversed(reversed);
    if (random.nextInt(4) > 0) {
      scan.withStartRow(swap ? other : one, random.nextInt(3) > 0);
    }
    if (random.nextInt(4) > 0) {
      scan.withStopRow(swap ? one : other, random.nextInt(3) == 0);
    }
    scan.readVersions(1 + random.nextInt(4));
    if (random.nextInt(4) == 0) {
      scan.setReadType(random.nextBoolean() ? Scan.ReadType.PREAD : Scan.ReadType.STREAM);
    }
    narrow(scan);
    if (random.nextInt(5) == 0 && (scan.getFilter() == null || !scan.getFilter().hasFilterRow())) {
      scan.setBatch(1 + random.nextInt(3));
      if (scan.getFilter() != null) {
        // HBase forgets to reset a filter where a scan goes over to a stream within a row.
        scan.setReadType(Scan.ReadType.PREAD);
      }
    }
    if (random.nextInt(8) == 0 && scan.getBatch() <= 0) {
      scan.setMaxResultsPerColumnFamily(1 + random.nextInt(3));
      scan.setRowOffsetPerColumnFamily(random.nextInt(2));
    }
    return scan;
  }
}
