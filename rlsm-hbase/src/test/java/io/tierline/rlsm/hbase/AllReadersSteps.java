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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.Bytes;

/** Makes up a table and a sequence of steps from a seed; nothing that HBase allows is kept out. */
final class AllReadersSteps {

  private static final BloomType[] BLOOMS = {BloomType.ROW, BloomType.NONE, BloomType.ROWCOL};

  /** A bit for each compaction that may be under way. */
  private static final int FATES = 8;

  private final long seed;
  private final Class<?> engine;
  private final Random random;
  private final boolean logged;
  private final byte[][] rows;
  private final int flushEvery;
  private final ColumnFamilyDescriptorBuilder family;
  private final MemoryCompactionPolicy memory;
  private final boolean drops;
  private final boolean labelled;
  private final boolean numbered;
  private final boolean holds;
  private final boolean expires;
  private final ColumnFamilyDescriptor first;
  private final Optional<ColumnFamilyDescriptor> other;
  private final long start;
  private final AllReadersWrites writes;
  private long now;

  AllReadersSteps(long seed, Class<?> engine) {
    this.seed = seed;
    this.engine = engine;
    // Seeds that follow each other would begin alike.
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    // By one clock the files are old, by the other they are from the future.
    this.start = random.nextBoolean() ? 4_000_000_000_000L : 1_000_000_000_000L;
    this.now = start;
    this.logged = random.nextInt(3) == 0;
    boolean wide = random.nextInt(6) == 0;
    this.rows =
        rows(wide ? 3 + random.nextInt(3) : 4 + random.nextInt(random.nextBoolean() ? 12 : 60));
    this.memory =
        random.nextInt(5) > 0
            ? MemoryCompactionPolicy.NONE
            : MemoryCompactionPolicy.values()[random.nextInt(4)];
    this.numbered = random.nextInt(6) == 0;
    this.flushEvery = 30 + random.nextInt(120);
    // Segments of the memstore are merged whenever their pool comes to it.
    this.drops =
        memory == MemoryCompactionPolicy.EAGER || memory == MemoryCompactionPolicy.ADAPTIVE;
    boolean cellsExpire = !drops && random.nextInt(4) == 0;
    // What a flush drops because it has expired, a scan that has begun before does not find.
    // By the new version behavior such a scan also keeps HBase from seeing that newer versions were
    // deleted: it counts them, and drops older ones that were written since.
    this.holds = !drops && !numbered && !cellsExpire && random.nextInt(3) == 0;
    this.expires = !drops && !holds;
    // A labelled marker takes one version and leaves older ones, as a delete of one version does.
    // The new version behavior has a way of its own with labels.
    this.labelled = !drops && !holds && !numbered && random.nextInt(6) == 0;
    // While a scan is open HBase counts versions that were deleted since, and drops those below.
    // So does a memstore that merges its segments.
    this.writes =
        new AllReadersWrites(
            random,
            rows,
            start,
            new AllReadersWrites.Kinds(
                wide,
                cellsExpire,
                !drops && !holds,
                !drops && !holds && !numbered && !labelled,
                labelled));
    this.family = family("f");
    mayExpire(family);
    this.first = family.build();
    this.other = random.nextInt(4) == 0 ? Optional.of(otherFamily()) : Optional.empty();
  }

  private byte[][] rows(int count) {
    boolean odd = random.nextInt(3) == 0;
    TreeSet<byte[]> made = new TreeSet<>(Arrays::compareUnsigned);
    while (made.size() < count) {
      if (odd) {
        // Many are the beginning of others.
        byte[] row = new byte[1 + random.nextInt(5)];
        for (int i = 0; i < row.length; i++) {
          row[i] = new byte[] {0, 1, 'a', (byte) 0xff}[random.nextInt(4)];
        }
        made.add(row);
      } else {
        made.add(Bytes.toBytes(String.format("r%02d", made.size())));
      }
    }
    return made.toArray(byte[][]::new);
  }

  boolean logged() {
    return logged;
  }

  // ---------------------------------------------------------------- the table

  /** One beside the first, with rules of its own, and with the stock engine or the table's. */
  private ColumnFamilyDescriptor otherFamily() {
    ColumnFamilyDescriptorBuilder made = family("g").setMobEnabled(false);
    mayExpire(made);
    // The stock engine may drop a version that a labelled marker should have brought up.
    if (!labelled && random.nextBoolean()) {
      made.setConfiguration(StoreEngine.STORE_ENGINE_CLASS_KEY, DefaultStoreEngine.class.getName());
    }
    return made.build();
  }

  private ColumnFamilyDescriptorBuilder family(String name) {
    ColumnFamilyDescriptorBuilder made =
        LocalTable.family(name)
            .setBlocksize(128 << random.nextInt(5))
            .setBloomFilterType(bloom())
            .setDataBlockEncoding(encodings()[random.nextInt(3)])
            .setMaxVersions(1 + random.nextInt(5));
    if (random.nextInt(3) == 0) {
      KeepDeletedCells[] keep = KeepDeletedCells.values();
      KeepDeletedCells chosen = keep[random.nextInt(keep.length)];
      // By the new version behavior HBase's major compaction trips over a marker that it keeps.
      made.setKeepDeletedCells(numbered ? KeepDeletedCells.FALSE : chosen);
    }
    made.setInMemoryCompaction(memory);
    if (numbered) {
      made.setNewVersionBehavior(true);
    } else if (random.nextInt(8) == 0) {
      made.setMobEnabled(true).setMobThreshold(random.nextInt(12));
    }
    return withoutColumnsOfLargeCells(made);
  }

  /**
   * Where large cells lie apart and filters know columns, a stream of chosen columns fails HBase's
   * own check of the order of a scan.
   */
  private static ColumnFamilyDescriptorBuilder withoutColumnsOfLargeCells(
      ColumnFamilyDescriptorBuilder made) {
    ColumnFamilyDescriptor family = made.build();
    return family.isMobEnabled() && family.getBloomFilterType() == BloomType.ROWCOL
        ? made.setBloomFilterType(BloomType.ROW)
        : made;
  }

  private DataBlockEncoding[] encodings() {
    DataBlockEncoding[] differences = {
      DataBlockEncoding.FAST_DIFF, DataBlockEncoding.DIFF, DataBlockEncoding.PREFIX
    };
    return new DataBlockEncoding[] {
      DataBlockEncoding.NONE,
      differences[(int) Math.floorMod(seed, 3L)],
      DataBlockEncoding.ROW_INDEX_V1
    };
  }

  /**
   * By the new version behavior HBase goes round for ever where a filter of columns knows that
   * there is none of those wanted.
   */
  private BloomType bloom() {
    return BLOOMS[random.nextInt(numbered ? 2 : 3)];
  }

  private void mayExpire(ColumnFamilyDescriptorBuilder made) {
    if (expires && random.nextInt(3) == 0) {
      made.setTimeToLive(1 + random.nextInt(20));
      int least = random.nextInt(made.build().getMaxVersions());
      // By the new version behavior HBase does not find the latest version of a named column that
      // has expired and is kept for being one of the least.
      made.setMinVersions(numbered ? 0 : least);
    }
  }

  /** The table, with RLSM's settings at values so small that everything occurs. */
  TableDescriptor table() {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setDurability(Durability.ASYNC_WAL)
            .setColumnFamily(first)
            .setValue(RlsmKeys.PARTITION_MAX_BYTES.key(), "" + (500 << random.nextInt(5)))
            .setValue(RlsmKeys.PARTITIONS.key(), "" + (1 + random.nextInt(20)))
            .setValue(RlsmKeys.SLICES_MAX.key(), "" + (2 + random.nextInt(9)))
            .setValue(RlsmKeys.RUN_FILES_MIN.key(), "" + (2 + random.nextInt(3)))
            .setValue(RlsmKeys.IDLE_SOURCES.key(), "" + (1 + random.nextInt(4)))
            .setValue(RlsmKeys.SPACE_MAX.key(), random.nextBoolean() ? "0.3" : "0.01")
            .setValue(RlsmKeys.IDLE_MILLIS.key(), "10000")
            .setValue("hbase.storescanner.pread.max.bytes", "" + (128 << random.nextInt(6)))
            .setValue("hbase.hstore.compaction.min", "3")
            .setValue("hbase.hstore.compaction.kv.max", "" + (1 + Math.floorMod(seed, 11L)))
            .setValue("hbase.hstore.flush.retries.number", "" + (1 + random.nextInt(2)))
            .setValue("hbase.server.pause", "1")
            .setValue("hbase.memstore.inmemoryflush.threshold.factor", "0.00001")
            .setValue("hbase.hstore.time.to.purge.deletes", random.nextInt(6) == 0 ? "5000" : "0");
    other.ifPresent(table::setColumnFamily);
    if (random.nextBoolean()) {
      table.setValue(LocalRegionOpener.CACHE, "" + (64 << 10 + random.nextInt(5)));
    }
    if (labelled) {
      table.setValue(LocalRegionOpener.LABELS, "true");
    }
    if (random.nextInt(4) == 0) {
      table.setValue(StoreFileTrackerFactory.TRACKER_IMPL, "FILE");
    }
    return LocalTable.withEngine(table.build(), engine);
  }

  // ---------------------------------------------------------------- the steps

  List<AllReadersStep> steps(int count) {
    List<AllReadersStep> steps = new ArrayList<>();
    while (steps.size() < count) {
      now += random.nextInt(4) == 0 ? 1 : 0;
      steps.add(next());
    }
    return steps;
  }

  private AllReadersStep step(String text, AllReadersStep.Action action) {
    return new AllReadersStep(now, text, action);
  }

  private AllReadersStep next() {
    if (random.nextInt(flushEvery) == 0) {
      return flush();
    }
    int choice = random.nextInt(1000);
    if (choice < 850) {
      return writes.write(now);
    } else if (choice < 870) {
      Get get = get();
      return step("get " + get, life -> life.cells().get(get));
    } else if (choice < 930) {
      return read();
    } else if (choice < 995) {
      return compaction();
    }
    return rare();
  }

  private AllReadersStep flush() {
    int which = random.nextInt(2);
    return other.isPresent() && random.nextInt(3) == 0
        ? step("flush family " + which, life -> life.files().flush(which))
        : step("flush", life -> life.files().flush());
  }

  private AllReadersStep read() {
    int choice = random.nextInt(60);
    if (!holds || choice < 30) {
      Scan scan = scan();
      return step(AllReaders.text(scan), life -> life.cells().scan(scan));
    } else if (choice < 36) {
      Scan scan = ofAllTimes(scan());
      return step("hold " + AllReaders.text(scan), life -> life.cells().hold(scan));
    }
    int count = 1 + random.nextInt(rows.length);
    return step("advance " + count, life -> life.cells().advance(count));
  }

  /** A version too many that is seen between two times may be dropped by a flush meanwhile. */
  private static Scan ofAllTimes(Scan scan) {
    try {
      return scan.setTimeRange(0, HConstants.LATEST_TIMESTAMP);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private AllReadersStep compaction() {
    int choice = random.nextInt(65);
    int which = random.nextInt(3);
    if (choice < 22) {
      return step("select " + which, life -> life.files().select(false, which));
    } else if (choice < 36) {
      return step("read " + which, life -> life.files().read(which));
    } else if (choice < 37) {
      return step("fail " + which, life -> life.fail(which));
    } else if (choice < 38) {
      int number = 1 + random.nextInt(25);
      boolean done = random.nextBoolean();
      Throwable fault = fault();
      return step(
          "fail " + which + " at operation " + number + (done ? ", done, " : ", ") + fault,
          life -> life.failFile(which, number, done, fault));
    } else if (choice < 54) {
      return step("commit " + which, life -> life.files().commit(which));
    } else if (choice < 58) {
      return step("compact", life -> life.files().compact());
    } else if (choice < 62) {
      now += 11_000;
      return step("select " + which + ", idle", life -> life.files().select(false, which));
    }
    return step("discharge", life -> life.files().discharge());
  }

  private Throwable fault() {
    return switch (random.nextInt(5)) {
      case 0 -> new OutOfMemoryError("injected");
      case 1 -> new StackOverflowError("injected");
      case 2 -> new IllegalStateException("injected");
      default -> new IOException("injected");
    };
  }

  private AllReadersStep rare() {
    int choice = random.nextInt(100);
    int which = random.nextInt(2);
    if (choice < 4) {
      int number = 1 + random.nextInt(12);
      boolean done = random.nextBoolean();
      Throwable fault = fault();
      return step(
          "fail a flush at operation " + number + (done ? ", done, " : ", ") + fault,
          life -> life.failFlush(number, done, fault));
    } else if (choice < 8 && !numbered) {
      return writes.loadWithoutAge(now);
    } else if (choice < 30) {
      return writes.load(now);
    } else if (choice < 42) {
      return step("select major " + which, life -> life.files().select(true, which));
    } else if (choice < 46) {
      return step("major", life -> life.files().major());
    } else if (choice < 53) {
      return step("replica", AllReadersLife::replica);
    } else if (choice < 60) {
      return step("snapshot", life -> life.copies().snapshot());
    } else if (choice < 70) {
      return step("clone", life -> life.copies().copy());
    } else if (choice < 80) {
      return step("crash image", life -> life.copies().crashImage());
    } else if (choice < 87) {
      return step("crash", AllReadersLife::crash);
    } else if (choice < 92) {
      byte[] row = rows[random.nextInt(rows.length)];
      int compactions = random.nextInt(3);
      boolean archive = random.nextInt(3) == 0;
      int fates = random.nextInt(FATES);
      return step(
          "split at " + Bytes.toStringBinary(row) + ", " + compactions + ", and merge, " + archive,
          life -> life.splitAndMerge(row, compactions, archive, fates));
    }
    if (random.nextInt(3) == 0) {
      family.setMinVersions(0).setMaxVersions(1 + random.nextInt(5));
      family.setTimeToLive(HConstants.FOREVER);
      mayExpire(family);
      family.setBloomFilterType(bloom());
      family.setDataBlockEncoding(encodings()[random.nextInt(3)]);
      ColumnFamilyDescriptor rules = withoutColumnsOfLargeCells(family).build();
      int fates = random.nextInt(FATES);
      return step("alter " + rules, life -> life.alterRules(rules, fates));
    }
    boolean major = random.nextInt(4) == 0;
    int fates = random.nextInt(FATES);
    return step("alter" + (major ? ", major" : ""), life -> life.alter(major, fates));
  }

  // ---------------------------------------------------------------- scans

  private Scan scan() {
    Scan scan = new Scan().readVersions(1 + random.nextInt(6));
    scan.setReversed(random.nextInt(3) == 0);
    scan.setReadType(Scan.ReadType.values()[random.nextInt(3)]);
    int one = random.nextInt(rows.length);
    int other = random.nextInt(rows.length);
    if (random.nextBoolean()) {
      int low = Math.min(one, other);
      int high = Math.max(one, other);
      scan.withStartRow(rows[scan.isReversed() ? high : low], random.nextBoolean());
      scan.withStopRow(rows[scan.isReversed() ? low : high], random.nextBoolean());
    }
    // By the new version behavior HBase counts only what filters and the times of files leave, and
    // goes on with the same column when it should be done with it.
    if (!numbered && random.nextInt(4) == 0) {
      scan.setFilter(filter());
    }
    // A version too many can be seen between two times until it is dropped.
    if (!numbered && !drops && random.nextInt(4) == 0) {
      long from = random.nextBoolean() ? 0 : start + random.nextInt(12);
      long to = random.nextBoolean() ? HConstants.LATEST_TIMESTAMP : from + 1 + random.nextInt(12);
      try {
        scan.setTimeRange(from, to);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
    for (int i = random.nextInt(6); i < 3 && !numbered; i++) {
      scan.addColumn(AllReadersLife.FAMILY, writes.column());
    }
    if (!numbered && !scan.hasFilter()) {
      inParts(scan);
    }
    // Filters have a state that goes from one family of a row to the next.
    if (scan.hasFilter() && !scan.hasFamilies() && this.other.isPresent()) {
      scan.addFamily(random.nextBoolean() ? first.getName() : this.other.get().getName());
    }
    return scan;
  }

  /** Has some scans answered in parts of rows, or by some cells of each row and family. */
  private void inParts(Scan scan) {
    switch (random.nextInt(8)) {
      case 0 -> scan.setBatch(1 + random.nextInt(4));
      case 1 -> scan.setMaxResultSize(1 + random.nextInt(300));
      case 2 ->
          scan.setMaxResultsPerColumnFamily(1 + random.nextInt(3))
              .setRowOffsetPerColumnFamily(random.nextInt(3));
      default -> {}
    }
  }

  /** One that sends the scan to and fro, above all. */
  private Filter filter() {
    byte[] one = writes.column();
    byte[] other = writes.column();
    byte[] row = writes.row();
    byte[] end = writes.row();
    boolean up = Bytes.compareTo(row, end) < 0;
    return switch (random.nextInt(8)) {
      case 0 -> new ColumnRangeFilter(one, random.nextBoolean(), other, random.nextBoolean());
      case 1 -> new ColumnPrefixFilter(Arrays.copyOf(one, 1 + random.nextInt(one.length)));
      case 2 -> new TimestampsFilter(List.of(start, start + random.nextInt(12), now));
      case 3 -> new FirstKeyOnlyFilter();
      case 4 -> new ColumnPaginationFilter(1 + random.nextInt(3), random.nextInt(3));
      case 5 ->
          new RowFilter(
              CompareOperator.EQUAL,
              new BinaryPrefixComparator(Arrays.copyOf(row, 1 + random.nextInt(row.length))));
      case 6 -> new RowFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(row));
      default ->
          new MultiRowRangeFilter(
              new ArrayList<>(
                  List.of(
                      new MultiRowRangeFilter.RowRange(
                          up ? row : end, true, up ? end : row, true))));
    };
  }

  private Get get() {
    Get get = new Get(writes.rowOrNone());
    try {
      get.readVersions(1 + random.nextInt(6));
      for (int i = random.nextInt(6); i < 3 && !numbered; i++) {
        get.addColumn(AllReadersLife.FAMILY, writes.column());
      }
      return numbered || drops || random.nextInt(3) > 0
          ? get
          : get.setTimeRange(start, start + 1 + random.nextInt(12));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return "seed "
        + seed
        + ": "
        + rows.length
        + " rows, "
        + first
        + other.map(made -> ", " + made).orElse("")
        + (logged ? ", logged" : "");
  }
}
