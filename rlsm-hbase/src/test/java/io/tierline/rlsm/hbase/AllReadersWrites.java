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
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** Makes up what is written. */
final class AllReadersWrites {

  /**
   * None without a name: markers of whole families lie among its cells, and HBase, with any engine,
   * passes over them when it has seen enough versions there (deleted cells of other columns show),
   * or goes round for ever where deleted cells are kept.
   */
  private static final byte[][] COLUMNS = {{'o'}, {'p'}, {'q'}};

  /** So many that one row fills the sample of a file; all readers read them after each change. */
  private static final byte[][] WIDE =
      IntStream.range(0, 160)
          .mapToObj(i -> Bytes.toBytes(String.format("o%03d", i)))
          .toArray(byte[][]::new);

  /** Cells of which each comes once. */
  private static final byte[] LOADED = {'l'};

  private static final byte[] COUNTER = {'n'};
  private static final byte[] TEXT = {'t'};
  private static final byte TAG = 77;

  private final Random random;
  private final byte[][] rows;
  private final byte[][] columns;
  private final long start;
  private final Kinds kinds;
  private int values;

  /**
   * What is written to some rows.
   *
   * @param start when the first is written
   */
  AllReadersWrites(Random random, byte[][] rows, long start, Kinds kinds) {
    this.random = random;
    this.rows = rows;
    this.columns = kinds.wide() ? WIDE : COLUMNS;
    this.start = start;
    this.kinds = kinds;
  }

  /**
   * Kinds of cells.
   *
   * @param wide whether rows have hundreds of columns
   * @param expire whether some have a time to live of their own
   * @param versionDeletes whether single versions are deleted
   * @param latestDeletes whether such are of whatever is the latest, too
   * @param labelled whether cells and markers have visibility labels
   */
  record Kinds(
      boolean wide,
      boolean expire,
      boolean versionDeletes,
      boolean latestDeletes,
      boolean labelled) {}

  byte[] row() {
    return rows[random.nextInt(rows.length)];
  }

  /** Sometimes one that is not there. */
  byte[] rowOrNone() {
    return random.nextInt(4) == 0 ? Bytes.add(row(), new byte[random.nextInt(2) + 1]) : row();
  }

  byte[] column() {
    return columns[random.nextInt(columns.length)];
  }

  private byte[] anyColumn() {
    int choice = random.nextInt(12);
    return choice == 0 ? COUNTER : choice == 1 ? TEXT : column();
  }

  /** One of a few, so that versions and deletes meet; or just before now, so that some expire. */
  private long time(long now) {
    return random.nextInt(3) == 0 ? now - random.nextInt(10) : start + random.nextInt(12);
  }

  private KeyValue cell(byte[] row, byte[] column, long time) {
    byte[] value = Bytes.toBytes(values++ + "x".repeat(random.nextInt(12)));
    List<Tag> tags = new ArrayList<>();
    if (random.nextInt(5) == 0) {
      tags.add(new ArrayBackedTag(TAG, value));
    }
    if (kinds.labelled()) {
      // Cells of one column and time have one label; LabelledDeletesTest shows why.
      tags.addAll(Labels.tags((int) Math.floorMod(Arrays.hashCode(column) + time, 3L)));
    }
    if (kinds.expire() && random.nextInt(3) == 0) {
      tags.add(new ArrayBackedTag(TagType.TTL_TAG_TYPE, Bytes.toBytes(1000L + values % 20_000)));
    }
    return new KeyValue(row, AllReadersLife.FAMILY, column, time, KeyValue.Type.Put, value, tags);
  }

  /** What is done to a table most often. */
  AllReadersStep write(long now) {
    int choice = random.nextInt(850);
    if (choice < 560) {
      Put put = put(row(), now);
      return new AllReadersStep(now, text(put), life -> life.cells().put(put));
    } else if (choice < 780) {
      Delete delete = delete(row(), now);
      return new AllReadersStep(now, text(delete), life -> life.cells().delete(delete));
    } else if (choice < 800) {
      return batch(now);
    } else if (choice < 805) {
      return mutateRow(now);
    } else if (choice < 812) {
      return checkAndMutate(now);
    }
    byte[] row = row();
    String name = Bytes.toStringBinary(row);
    if (choice < 822 && kinds.latestDeletes()) {
      byte[] column = column();
      return new AllReadersStep(
          now,
          "delete the latest of " + name + ":" + Bytes.toString(column),
          life -> life.cells().deleteLatest(row, column));
    } else if (choice < 835) {
      long amount = random.nextInt(1000);
      return new AllReadersStep(
          now,
          "increment " + name + " by " + amount,
          life -> life.cells().increment(row, COUNTER, amount));
    }
    byte[] more = Bytes.toBytes("+" + values++);
    return new AllReadersStep(
        now, "append to " + name, life -> life.cells().append(row, TEXT, more));
  }

  private Put put(byte[] row, long now) {
    Put put = new Put(row, now);
    try {
      // Each column once: of two cells at the same time in one put HBase keeps either.
      int first = random.nextInt(columns.length);
      int width = columns.length == COLUMNS.length || random.nextInt(8) > 0 ? 3 : 140;
      int end = Math.min(columns.length, first + width);
      for (int i = first; i < end; i += 1 + random.nextInt(width > 3 ? 1 : 3)) {
        put.add(cell(row, columns[i], time(now)));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return put;
  }

  private Delete delete(byte[] row, long now) {
    return kinds.labelled() ? labelledDelete(row, now) : plainDelete(row, now);
  }

  /**
   * The markers of a column are of one label and kind, those of a row's family of one label: HBase
   * forgets a marker of one kind or label when it comes to the next of another.
   */
  private Delete labelledDelete(byte[] row, long now) {
    int index = random.nextInt(columns.length);
    int family = Math.floorMod(Arrays.hashCode(row), 3);
    int choice = random.nextInt(20);
    KeyValue.Type type =
        choice < 16
            ? index % 3 == 1 && kinds.versionDeletes()
                ? KeyValue.Type.Delete
                : KeyValue.Type.DeleteColumn
            : choice < 18 && kinds.versionDeletes()
                ? KeyValue.Type.DeleteFamilyVersion
                : KeyValue.Type.DeleteFamily;
    byte[] column = choice < 16 ? columns[index] : new byte[0];
    List<Tag> label = Labels.tags(choice < 16 ? index % 3 : family);
    try {
      return new Delete(row, now)
          .add(new KeyValue(row, AllReadersLife.FAMILY, column, time(now), type, null, label));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Delete plainDelete(byte[] row, long now) {
    byte[] column = anyColumn();
    Delete delete = new Delete(row, now);
    int choice = random.nextInt(20);
    if (choice < 11 && kinds.versionDeletes()) {
      delete.addColumn(AllReadersLife.FAMILY, column, time(now));
    } else if (choice < 16) {
      delete.addColumns(AllReadersLife.FAMILY, column, time(now));
    } else if (choice < 18 && kinds.versionDeletes()) {
      delete.addFamilyVersion(AllReadersLife.FAMILY, time(now));
    } else {
      delete.addFamily(AllReadersLife.FAMILY, time(now));
    }
    return delete;
  }

  private AllReadersStep batch(long now) {
    TreeMap<String, Mutation> mutations = new TreeMap<>();
    for (int i = 2 + random.nextInt(5); i > 0; i--) {
      byte[] row = row();
      mutations.put(
          Bytes.toStringBinary(row), random.nextInt(3) > 0 ? put(row, now) : delete(row, now));
    }
    List<Mutation> batch = List.copyOf(mutations.values());
    return new AllReadersStep(
        now,
        "batch " + batch.stream().map(AllReadersWrites::text).toList(),
        life -> life.cells().batch(batch));
  }

  private AllReadersStep mutateRow(long now) {
    byte[] row = row();
    Put put = put(row, now);
    Delete delete = delete(row, now);
    return new AllReadersStep(
        now, "at once " + text(put) + text(delete), life -> life.cells().mutateRow(put, delete));
  }

  private AllReadersStep checkAndMutate(long now) {
    byte[] row = row();
    Mutation mutation = random.nextInt(3) > 0 ? put(row, now) : delete(row, now);
    // Where HBase finds the wrong latest version of a column, one that is only appended to.
    byte[] column = kinds.latestDeletes() ? anyColumn() : TEXT;
    boolean as = random.nextInt(3) > 0;
    return new AllReadersStep(
        now,
        "if " + Bytes.toString(column) + (as ? " is as it is " : " is not ") + text(mutation),
        life -> life.cells().checkAndMutate(column, as, mutation));
  }

  /** Files of equal age with puts, and sometimes with delete markers. */
  AllReadersStep load(long now) {
    boolean markers = random.nextBoolean();
    TreeSet<Cell> cells = new TreeSet<>(CellComparator.getInstance());
    for (int i = 1 + random.nextInt(20); i > 0; i--) {
      byte[] row = row();
      if (markers && random.nextInt(3) == 0) {
        cells.addAll(delete(row, now).getFamilyCellMap().get(AllReadersLife.FAMILY));
      } else {
        cells.add(cell(row, column(), time(now)));
      }
    }
    List<KeyValue> sorted = cells.stream().map(KeyValue.class::cast).toList();
    int files = random.nextInt(3) == 0 ? 2 : 1;
    return new AllReadersStep(
        now,
        "bulk load in " + files + " " + sorted,
        life -> life.files().load(sorted, files, true));
  }

  /** Files without an age, of cells that no other file has: of two HBase might show either. */
  AllReadersStep loadWithoutAge(long now) {
    TreeSet<Cell> cells = new TreeSet<>(CellComparator.getInstance());
    for (int i = 1 + random.nextInt(10); i > 0; i--) {
      cells.add(cell(row(), LOADED, start + values));
    }
    List<KeyValue> sorted = cells.stream().map(KeyValue.class::cast).toList();
    return new AllReadersStep(
        now, "bulk load without age " + sorted, life -> life.files().load(sorted, 1, false));
  }

  private static String text(Mutation mutation) {
    return mutation.getFamilyCellMap().get(AllReadersLife.FAMILY).toString();
  }
}
