/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Makes up a table and a sequence of operations on it from a seed.
 *
 * <p>HBase's answers depend on when a store was compacted in three cases, which are left out here
 * by construction, also when operations are removed from the sequence:
 *
 * <ul>
 *   <li>A put at or before the time of a delete marker is hidden until the marker is compacted
 *       away. Here no put goes to a row at or before the latest time of any marker in that row.
 *   <li>A version that exceeds the family's limit comes back when a newer one is deleted, unless it
 *       has been compacted away. Here single versions are deleted only in columns that never had
 *       more versions than the limit since all of them were last deleted.
 *   <li>A time range with an upper end finds versions that exceed the limit, unless they have been
 *       compacted away. Here such ranges are used only in the family that has no limit.
 * </ul>
 *
 * <p>Raw scans show markers and versions that a compaction may or may not have dropped: they are
 * compared only when everything was just rewritten.
 */
final class OpGenerator {

  /** Operations with the stock engine, until the table is altered back. */
  private static final int STAY = 60;

  /** After so long a store is idle. */
  private static final int IDLE_MILLIS = 11_000;

  static final String[] COLUMNS = {"q0", "q1", "q2", "k", "counter", "text"};

  private final Random random;
  private final long seed;
  private final boolean logged;
  private final byte[][] rows;
  private final int limit;
  private final boolean unlimitedToo;
  private final boolean expiringToo;
  private final int locality;
  private final int flushEvery;
  private final ReadGenerator reads;
  private final FileOps files;
  private final Map<Integer, Long> floors = new HashMap<>();
  private final Map<String, TreeSet<Long>> versions = new HashMap<>();
  private final List<Op> ops = new ArrayList<>();
  private long now;
  private int values;
  private boolean altered;

  OpGenerator(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
    // Files written today are old by one clock and from the future by the other: compactions drop
    // the sequence ids of cells in old files.
    this.now = random.nextBoolean() ? 4_000_000_000_000L : 1_000_000_000_000L;
    this.logged = random.nextInt(4) == 0;
    this.limit = 1 + random.nextInt(3);
    this.unlimitedToo = random.nextInt(3) == 0;
    this.expiringToo = random.nextInt(4) == 0;
    this.rows = rows(60 + random.nextInt(random.nextBoolean() ? 200 : 1500));
    this.locality = random.nextInt(3);
    this.flushEvery = 40 + random.nextInt(40);
    this.reads = new ReadGenerator(random, rows, this::family, () -> now);
    this.files = new FileOps(random, rows, this::op, () -> now += IDLE_MILLIS);
  }

  boolean logged() {
    return logged;
  }

  // ---------------------------------------------------------------- the table

  private byte[][] rows(int count) {
    int style = random.nextInt(3);
    TreeSet<byte[]> found = new TreeSet<>(Arrays::compareUnsigned);
    for (int i = 0; i < count; i++) {
      if (style == 0) {
        found.add(Bytes.toBytes(String.format("row%05d", i)));
      } else if (style == 1) {
        // Keys of which many are the beginning of others.
        byte[] key = new byte[1 + random.nextInt(6)];
        for (int b = 0; b < key.length; b++) {
          key[b] = new byte[] {0, 1, 'a', 'b', (byte) 0xff}[random.nextInt(5)];
        }
        found.add(key);
      } else {
        byte[] key = new byte[4];
        random.nextBytes(key);
        found.add(key);
      }
    }
    return found.toArray(byte[][]::new);
  }

  /** The table, with RLSM's settings at values so small that everything occurs. */
  TableDescriptor table() {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            // Not SKIP_WAL: a region does not number the cells of a table that has that.
            .setDurability(Durability.ASYNC_WAL)
            .setColumnFamily(family("f").setMaxVersions(limit).build())
            .setValue(RlsmKeys.PARTITION_MAX_BYTES.key(), "" + (1000 << random.nextInt(5)))
            .setValue(RlsmKeys.PARTITIONS.key(), "" + (1 + random.nextInt(40)))
            .setValue(RlsmKeys.SLICES_MAX.key(), "" + (2 + random.nextInt(9)))
            .setValue(RlsmKeys.RUN_FILES_MIN.key(), "" + (2 + random.nextInt(3)))
            .setValue(RlsmKeys.IDLE_SOURCES.key(), "" + (1 + random.nextInt(4)))
            .setValue(RlsmKeys.SPACE_MAX.key(), random.nextBoolean() ? "0.3" : "0.01")
            .setValue(RlsmKeys.IDLE_MILLIS.key(), "10000")
            .setValue("hbase.storescanner.pread.max.bytes", "" + (256 << random.nextInt(6)))
            .setValue("hbase.hstore.compaction.min", "3");
    if (unlimitedToo) {
      table.setColumnFamily(family("u").setMaxVersions(Integer.MAX_VALUE).build());
    }
    if (expiringToo) {
      table.setColumnFamily(family("t").setMaxVersions(1).setTimeToLive(60).build());
    }
    return LocalTable.withEngine(table.build(), DefaultStoreEngine.class);
  }

  private ColumnFamilyDescriptorBuilder family(String name) {
    DataBlockEncoding[] encodings = {
      DataBlockEncoding.NONE,
      DataBlockEncoding.NONE,
      DataBlockEncoding.PREFIX,
      DataBlockEncoding.FAST_DIFF,
      DataBlockEncoding.ROW_INDEX_V1
    };
    BloomType[] blooms = {BloomType.ROW, BloomType.ROWCOL, BloomType.NONE};
    return LocalTable.family(name)
        .setBlocksize(128 << random.nextInt(5))
        .setBloomFilterType(blooms[random.nextInt(blooms.length)])
        .setDataBlockEncoding(encodings[random.nextInt(encodings.length)]);
  }

  // ---------------------------------------------------------------- the operations

  /** Makes up operations. */
  List<Op> ops(int count) {
    while (ops.size() < count) {
      now += 1 + random.nextInt(3);
      int choice = random.nextInt(1000);
      if (random.nextInt(flushEvery) == 0) {
        files.flush();
      } else if (altered && random.nextInt(STAY) == 0) {
        alter();
      } else if (choice < 420) {
        put();
      } else if (choice < 450) {
        batch();
      } else if (choice < 580) {
        delete();
      } else if (choice < 620) {
        counter();
      } else if (choice < 650) {
        append();
      } else if (choice < 690) {
        check();
      } else if (choice < 840) {
        get();
      } else if (choice < 870) {
        files.overlap();
      } else if (choice < 950) {
        scan();
      } else if (choice < 975) {
        heldScan();
      } else if (choice < 988) {
        files.maintenance();
      } else {
        bulkOrRare();
      }
    }
    return ops;
  }

  private void op(String text, Op.Action action) {
    ops.add(new Op(now, text, action));
  }

  private int row() {
    int count = rows.length;
    if (locality == 0 || random.nextInt(10) == 0) {
      return random.nextInt(count);
    }
    // A window that moves, or one that grows towards the end.
    int window = Math.max(1, count / 12);
    int start = (int) ((long) ops.size() * (locality == 1 ? 7 : 1) / 20 % count);
    return (start + random.nextInt(window)) % count;
  }

  private String family() {
    int choice = random.nextInt(4);
    return choice == 0 && unlimitedToo ? "u" : choice == 1 && expiringToo ? "t" : "f";
  }

  private int limitOf(String family) {
    return family.equals("u") ? Integer.MAX_VALUE : family.equals("t") ? 1 : limit;
  }

  private String column() {
    return COLUMNS[random.nextInt(4)];
  }

  private TreeSet<Long> versions(int row, String family, String column) {
    return versions.computeIfAbsent(row + "/" + family + ":" + column, key -> new TreeSet<>());
  }

  /** A time at which the row may be written. */
  private long time(int row, TreeSet<Long> existing) {
    long floor = floors.getOrDefault(row, 0L);
    int choice = random.nextInt(10);
    if (choice < 6 || floor >= now - 1) {
      return now;
    }
    if (choice < 8 && !existing.isEmpty()) {
      Long again = existing.floor(existing.last() - random.nextInt(5));
      if (again != null && again > floor) {
        return again;
      }
    }
    return Math.max(floor + 1, now - random.nextInt(300));
  }

  private byte[] value(String column) {
    return column.equals("k")
        ? Bytes.toBytes("k" + random.nextInt(3))
        : Bytes.toBytes("v" + values++ + "x".repeat(random.nextInt(20)));
  }

  private Put fill(int row, int columns) {
    Put put = new Put(rows[row], now);
    for (int i = 0; i < columns; i++) {
      String family = family();
      String column = column();
      TreeSet<Long> existing = versions(row, family, column);
      long time = time(row, existing);
      existing.add(time);
      put.addColumn(Bytes.toBytes(family), Bytes.toBytes(column), time, value(column));
    }
    return put;
  }

  private void put() {
    Put put = fill(row(), 1 + random.nextInt(3));
    op(text(put), table -> mutate(table, put));
  }

  private void batch() {
    List<Put> puts = new ArrayList<>();
    int start = row();
    for (int i = 0; i < 2 + random.nextInt(20); i++) {
      puts.add(fill((start + i) % rows.length, 1));
    }
    op(
        "batch " + puts.stream().map(OpGenerator::text).toList(),
        table -> {
          for (Put put : puts) {
            mutate(table, put);
          }
          return null;
        });
  }

  private Delete unlessVersionsGoTooFar(int row) {
    Delete delete = new Delete(rows[row], now);
    String family = family();
    String column = COLUMNS[random.nextInt(COLUMNS.length)];
    byte[] name = Bytes.toBytes(family);
    byte[] qualifier = Bytes.toBytes(column);
    TreeSet<Long> existing = versions(row, family, column);
    long time = random.nextInt(3) > 0 ? now : now - random.nextInt(200);
    int choice = random.nextInt(10);
    if (choice < 3 && !existing.isEmpty() && existing.size() <= limitOf(family)) {
      Long version = existing.floor(existing.last() - random.nextInt(3));
      time = version == null ? existing.last() : version;
      delete.addColumn(name, qualifier, time);
    } else if (choice < 7) {
      delete.addColumns(name, qualifier, time);
      existing.headSet(time, true).clear();
    } else if (choice < 9) {
      delete.addFamily(name, time);
      for (String each : COLUMNS) {
        versions(row, family, each).headSet(time, true).clear();
      }
    } else {
      time = now;
      for (String each : new String[] {"f", "u", "t"}) {
        for (String other : COLUMNS) {
          versions(row, each, other).clear();
        }
      }
    }
    floors.merge(row, time, Math::max);
    return delete;
  }

  private void delete() {
    Delete delete = unlessVersionsGoTooFar(row());
    op(text(delete), table -> mutate(table, delete));
  }

  private void counter() {
    int row = row();
    String family = family();
    versions(row, family, "counter").add(now);
    long amount = random.nextInt(1000);
    op(
        "increment " + Bytes.toStringBinary(rows[row]) + " " + family + " by " + amount,
        table -> {
          Cells cells = new Cells();
          cells.add(
              table
                  .regionOf(rows[row])
                  .increment(
                      new Increment(rows[row])
                          .addColumn(Bytes.toBytes(family), Bytes.toBytes("counter"), amount))
                  .listCells());
          return cells;
        });
  }

  private void append() {
    int row = row();
    String family = family();
    versions(row, family, "text").add(now);
    op(
        "append " + Bytes.toStringBinary(rows[row]) + " " + family,
        table -> {
          Cells cells = new Cells();
          cells.add(
              table
                  .regionOf(rows[row])
                  .append(
                      new Append(rows[row])
                          .addColumn(
                              Bytes.toBytes(family), Bytes.toBytes("text"), Bytes.toBytes("+")))
                  .listCells());
          return cells;
        });
  }

  private void check() {
    int row = row();
    String family = family();
    String value = "k" + random.nextInt(3);
    boolean put = random.nextBoolean();
    Mutation mutation;
    if (put) {
      mutation = fill(row, 1);
    } else {
      // It may not happen: what it would delete still counts.
      floors.merge(row, now, Math::max);
      mutation =
          new Delete(rows[row], now).addColumns(Bytes.toBytes(family), Bytes.toBytes("k"), now);
    }
    op(
        "if " + family + ":k is " + value + " " + text(mutation),
        table ->
            table.mutateIf(
                Bytes.toBytes(family), Bytes.toBytes("k"), Bytes.toBytes(value), mutation));
  }

  private static Object mutate(LocalTable table, Mutation mutation) throws java.io.IOException {
    table.mutate(mutation);
    return null;
  }

  private static String text(Mutation mutation) {
    StringBuilder text = new StringBuilder(mutation.getClass().getSimpleName());
    text.append(' ').append(Bytes.toStringBinary(mutation.getRow()));
    mutation
        .getFamilyCellMap()
        .values()
        .forEach(cells -> cells.forEach(cell -> text.append(' ').append(cell)));
    return text.toString();
  }

  // ---------------------------------------------------------------- reads

  private void get() {
    Get get = reads.get(rows[row()]);
    op("get " + get, table -> table.get(get));
  }

  private void scan() {
    Scan scan = reads.scan();
    int most = random.nextInt(4) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(20);
    op("scan of " + most + ": " + scan, table -> table.scan(scan, most));
  }

  /** A scanner that stays open while the store changes; flushes leave out what expires then. */
  private void heldScan() {
    if (expiringToo) {
      scan();
    } else if (random.nextInt(4) == 0) {
      Scan scan = reads.scan();
      byte[] row = scan.getStartRow().length > 0 ? scan.getStartRow() : rows[row()];
      op(
          "open " + scan,
          table -> {
            table.hold(row, scan);
            return null;
          });
    } else {
      int most = 1 + random.nextInt(30);
      op("advance " + most, table -> table.advance(most));
    }
  }

  private void bulkOrRare() {
    int choice = random.nextInt(24);
    if (choice < 6) {
      bulk();
    } else if (choice < 9) {
      op("scan all", LocalTable::scanAll);
    } else if (choice < 11) {
      files.major();
    } else if (choice < 14) {
      files.crash();
    } else if (choice < 16) {
      alter();
    } else if (choice < 19) {
      files.split();
    } else if (choice < 21) {
      files.merge();
    } else if (choice < 22) {
      files.archiveParents();
    } else {
      files.cloneTable();
    }
  }

  private void alter() {
    altered = !altered;
    files.alter();
  }

  private void bulk() {
    String family = family();
    TreeMap<String, KeyValue> cells = new TreeMap<>();
    int start = row();
    List<KeyValue> sorted = new ArrayList<>();
    for (int i = 0; i < 5 + random.nextInt(40) && start + i < rows.length; i++) {
      String column = column();
      TreeSet<Long> existing = versions(start + i, family, column);
      long time = time(start + i, existing);
      existing.add(time);
      sorted.add(
          new KeyValue(
              rows[start + i], Bytes.toBytes(family), Bytes.toBytes(column), time, value(column)));
    }
    op(
        "bulk load " + sorted,
        table -> {
          table.bulkLoad(Bytes.toBytes(family), sorted);
          return null;
        });
  }

  @Override
  public String toString() {
    return String.format(
        "seed %d: %d rows, %d versions%s%s%s, locality %d, a flush in %d",
        seed,
        rows.length,
        limit,
        unlimitedToo ? ", a family without limit" : "",
        expiringToo ? ", a family that expires" : "",
        logged ? ", logged" : "",
        locality,
        flushEvery);
  }
}
