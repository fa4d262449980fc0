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
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.Bytes;

/** Makes up a table and a sequence of steps from a seed; nothing that HBase allows is kept out. */
final class AllReadersSteps {

  private final long seed;
  private final Class<?> engine;
  private final Random random;
  private final boolean logged;
  private final byte[][] rows;
  private final int flushEvery;
  private final ColumnFamilyDescriptorBuilder family;
  private final boolean holds;
  private final ColumnFamilyDescriptor first;
  private final long start;
  private final AllReadersWrites writes;
  private long now;

  AllReadersSteps(long seed, Class<?> engine) {
    this.seed = seed;
    this.engine = engine;
    this.random = new Random(seed);
    // By one clock the files are old, by the other they are from the future.
    this.start = random.nextBoolean() ? 4_000_000_000_000L : 1_000_000_000_000L;
    this.now = start;
    this.logged = random.nextInt(3) == 0;
    this.rows = new byte[4 + random.nextInt(random.nextBoolean() ? 12 : 60)][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Bytes.toBytes(String.format("r%02d", i));
    }
    this.flushEvery = 30 + random.nextInt(120);
    boolean cellsExpire = random.nextInt(4) == 0;
    // What a flush drops because it has expired, a scan that has begun before does not find.
    this.holds = !cellsExpire && random.nextInt(3) == 0;
    // While a scan is open HBase counts versions that were deleted since, and drops those below.
    this.writes = new AllReadersWrites(random, rows, start, cellsExpire, !holds);
    this.family = family();
    if (!holds) {
      mayExpire();
    }
    this.first = family.build();
  }

  boolean logged() {
    return logged;
  }

  // ---------------------------------------------------------------- the table

  private ColumnFamilyDescriptorBuilder family() {
    DataBlockEncoding[] encodings = {
      DataBlockEncoding.NONE, DataBlockEncoding.FAST_DIFF, DataBlockEncoding.ROW_INDEX_V1
    };
    BloomType[] blooms = {BloomType.ROW, BloomType.ROWCOL, BloomType.NONE};
    ColumnFamilyDescriptorBuilder made =
        LocalTable.family("f")
            .setBlocksize(128 << random.nextInt(5))
            .setBloomFilterType(blooms[random.nextInt(3)])
            .setDataBlockEncoding(encodings[random.nextInt(3)])
            .setMaxVersions(1 + random.nextInt(5));
    if (random.nextInt(3) == 0) {
      KeepDeletedCells[] keep = KeepDeletedCells.values();
      made.setKeepDeletedCells(keep[random.nextInt(keep.length)]);
    }
    if (random.nextInt(8) == 0) {
      made.setMobEnabled(true).setMobThreshold(random.nextInt(12));
    }
    return made;
  }

  private void mayExpire() {
    if (random.nextInt(3) == 0) {
      family.setTimeToLive(1 + random.nextInt(20));
      family.setMinVersions(random.nextInt(family.build().getMaxVersions()));
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
            .setValue("hbase.hstore.time.to.purge.deletes", random.nextInt(6) == 0 ? "5000" : "0");
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
      return step("flush", AllReadersLife::flush);
    }
    int choice = random.nextInt(1000);
    if (choice < 850) {
      return writes.write(now);
    } else if (choice < 870) {
      byte[] row = writes.row();
      return step("get " + Bytes.toString(row), life -> life.get(row));
    } else if (choice < 930) {
      return read();
    } else if (choice < 995) {
      return compaction();
    }
    return rare();
  }

  private AllReadersStep read() {
    int choice = random.nextInt(60);
    if (!holds || choice < 30) {
      Scan scan = scan();
      return step(AllReaders.text(scan), life -> life.scan(scan));
    } else if (choice < 36) {
      Scan scan = scan();
      return step("hold " + AllReaders.text(scan), life -> life.hold(scan));
    }
    int count = 1 + random.nextInt(rows.length);
    return step("advance " + count, life -> life.advance(count));
  }

  private AllReadersStep compaction() {
    int choice = random.nextInt(65);
    int which = random.nextInt(3);
    if (choice < 22) {
      return step("select", life -> life.select(false));
    } else if (choice < 36) {
      return step("read " + which, life -> life.read(which));
    } else if (choice < 38) {
      return step("fail " + which, life -> life.fail(which));
    } else if (choice < 54) {
      return step("commit " + which, life -> life.commit(which));
    } else if (choice < 58) {
      return step("compact", AllReadersLife::compact);
    } else if (choice < 62) {
      now += 11_000;
      return step("select, idle", life -> life.select(false));
    }
    return step("discharge", AllReadersLife::discharge);
  }

  private AllReadersStep rare() {
    int choice = random.nextInt(100);
    if (choice < 30) {
      return writes.load(now);
    } else if (choice < 42) {
      return step("select major", life -> life.select(true));
    } else if (choice < 46) {
      return step("major", AllReadersLife::major);
    } else if (choice < 53) {
      return step("replica", AllReadersLife::replica);
    } else if (choice < 60) {
      return step("snapshot", AllReadersLife::snapshot);
    } else if (choice < 70) {
      return step("clone", AllReadersLife::copy);
    } else if (choice < 80) {
      return step("crash image", AllReadersLife::crashImage);
    } else if (choice < 87) {
      return step("crash", AllReadersLife::crash);
    } else if (choice < 92) {
      byte[] row = rows[random.nextInt(rows.length)];
      int compactions = random.nextInt(3);
      boolean archive = random.nextInt(3) == 0;
      return step(
          "split at " + Bytes.toString(row) + ", " + compactions + ", and merge, " + archive,
          life -> life.splitAndMerge(row, compactions, archive));
    }
    if (random.nextInt(3) == 0) {
      family.setMinVersions(0).setMaxVersions(1 + random.nextInt(5));
      if (!holds) {
        family.setTimeToLive(HConstants.FOREVER);
        mayExpire();
      }
      ColumnFamilyDescriptor rules = family.build();
      return step("alter " + rules, life -> life.alterRules(rules));
    }
    boolean major = random.nextInt(4) == 0;
    return step("alter" + (major ? ", major" : ""), life -> life.alter(major));
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
    if (random.nextInt(4) == 0) {
      long from = random.nextBoolean() ? 0 : start + random.nextInt(12);
      long to = random.nextBoolean() ? HConstants.LATEST_TIMESTAMP : from + 1 + random.nextInt(12);
      try {
        scan.setTimeRange(from, to);
      } catch (java.io.IOException e) {
        throw new IllegalStateException(e);
      }
    }
    for (int i = random.nextInt(6); i < 3; i++) {
      scan.addColumn(AllReadersLife.FAMILY, writes.column());
    }
    return scan;
  }

  @Override
  public String toString() {
    return "seed " + seed + ": " + rows.length + " rows, " + first + (logged ? ", logged" : "");
  }
}
