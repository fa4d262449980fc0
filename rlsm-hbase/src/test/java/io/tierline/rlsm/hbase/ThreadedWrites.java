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
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes of one family after which every read has one right answer, whatever is flushed and
 * compacted meanwhile:
 *
 * <ul>
 *   <li>A put is newer than all markers that take what is older, and not of a time at which one
 *       version was deleted: HBase hides such a put until it has dropped the marker.
 *   <li>One version is deleted only where no more versions live than the family keeps: else the
 *       surplus one that comes up may have been dropped already.
 * </ul>
 */
final class ThreadedWrites {
  private static final int COLUMNS = 6;

  private final Random random;
  private final int rows;
  private final int versions;
  private final Map<List<Integer>, Column> columns = new HashMap<>();
  private int values;

  /** The live versions of a column, and what may not be written any more. */
  private static final class Column {
    private final TreeSet<Long> live = new TreeSet<>();
    private final Set<Long> deleted = new HashSet<>();
    private long takenUpTo = 100;

    void takeUpTo(long time) {
      takenUpTo = Math.max(takenUpTo, time);
      live.headSet(time, true).clear();
    }

    void takeOne(long time) {
      deleted.add(time);
      live.remove(time);
    }
  }

  ThreadedWrites(Random random, int rows, int versions) {
    this.random = random;
    this.rows = rows;
    this.versions = versions;
  }

  private static byte[] row(int number) {
    return Bytes.toBytes(String.format("row%04d", number * 37 % 1009));
  }

  private static byte[] name(int column) {
    return Bytes.toBytes("c" + column);
  }

  private Column column(int row, int column) {
    return columns.computeIfAbsent(List.of(row, column), any -> new Column());
  }

  /** The next write. */
  Mutation next() {
    int row = random.nextInt(4) == 0 ? random.nextInt(rows) : random.nextInt(1 + rows / 4);
    int column = random.nextInt(COLUMNS);
    return switch (random.nextInt(12)) {
      case 0 -> deleteRow(row);
      case 1 -> deleteColumn(row, column);
      case 2, 3, 4 -> deleteVersion(row, column);
      case 5 -> deleteVersionOfRow(row, column);
      default -> put(row);
    };
  }

  private Put put(int row) {
    Put put = new Put(row(row));
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      int column = random.nextInt(COLUMNS);
      Column written = column(row, column);
      long time = written.takenUpTo + 1 + random.nextInt(12);
      while (written.deleted.contains(time)) {
        time++;
      }
      byte[] value = new byte[random.nextInt(10) == 0 ? 900 : 8 + random.nextInt(30)];
      Arrays.fill(value, (byte) ++values);
      put.addColumn(ExpectedCells.FAMILY, name(column), time, value);
      written.live.add(time);
    }
    return put;
  }

  private Delete deleteRow(int row) {
    long time = 100;
    for (int column = 0; column < COLUMNS; column++) {
      time = Math.max(time, column(row, column).takenUpTo + random.nextInt(4));
    }
    for (int column = 0; column < COLUMNS; column++) {
      column(row, column).takeUpTo(time);
    }
    return new Delete(row(row)).addFamily(ExpectedCells.FAMILY, time);
  }

  private Delete deleteColumn(int row, int column) {
    long time = column(row, column).takenUpTo + random.nextInt(8);
    column(row, column).takeUpTo(time);
    return new Delete(row(row)).addColumns(ExpectedCells.FAMILY, name(column), time);
  }

  private boolean hasSurplus(int row, int column) {
    return column(row, column).live.size() > versions;
  }

  private Mutation deleteVersion(int row, int column) {
    Column deleted = column(row, column);
    if (deleted.live.isEmpty() || hasSurplus(row, column)) {
      return put(row);
    }
    long time = random.nextBoolean() ? deleted.live.last() : deleted.live.first();
    deleted.takeOne(time);
    return new Delete(row(row)).addColumn(ExpectedCells.FAMILY, name(column), time);
  }

  private Mutation deleteVersionOfRow(int row, int like) {
    TreeSet<Long> live = column(row, like).live;
    for (int column = 0; column < COLUMNS; column++) {
      if (live.isEmpty() || hasSurplus(row, column)) {
        return put(row);
      }
    }
    long time = live.last();
    for (int column = 0; column < COLUMNS; column++) {
      column(row, column).takeOne(time);
    }
    return new Delete(row(row)).addFamilyVersion(ExpectedCells.FAMILY, time);
  }

  /** A read of one row. */
  Get get(Random reader) throws IOException {
    Get get = new Get(row(reader.nextInt(rows)));
    if (reader.nextBoolean()) {
      get.readVersions(1 + reader.nextInt(4));
    }
    return reader.nextInt(3) == 0
        ? get.addColumn(ExpectedCells.FAMILY, name(reader.nextInt(COLUMNS)))
        : get;
  }

  /** A scan of some rows, by any way of reading. */
  Scan scan(Random reader) throws IOException {
    Scan.ReadType[] ways = Scan.ReadType.values();
    Scan scan = new Scan().setReadType(ways[reader.nextInt(ways.length)]);
    byte[] one = row(reader.nextInt(rows));
    byte[] other = row(reader.nextInt(rows));
    boolean reversed = reader.nextInt(4) == 0;
    boolean swap = Arrays.compareUnsigned(one, other) > 0 != reversed;
    scan.setReversed(reversed);
    if (reader.nextBoolean()) {
      scan.withStartRow(swap ? other : one);
    }
    if (reader.nextBoolean()) {
      scan.withStopRow(swap ? one : other, reader.nextBoolean());
    }
    if (reader.nextBoolean()) {
      scan.readAllVersions();
    }
    if (reader.nextInt(3) == 0) {
      scan.setBatch(1 + reader.nextInt(4));
    }
    return scan;
  }
}
