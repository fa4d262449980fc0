/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Short recipes by which cells were once lost, brought back, or seen by one reader only. Each is
 * followed while compactions are selected, read and committed around it in forty orders; {@link
 * AllReadersLife} asks all readers after each step.
 */
@Tag("slow")
class CellRecipesTest {

  private static final int ORDERS = 40;
  private static final int ROWS = 5;
  private static final byte[] COLUMN = {'q'};
  private static final byte[] OTHER = {'o'};
  private static final long START = 1_000_000_000_000L;

  private final AtomicLong clock = new AtomicLong();
  private Random random;
  private AllReadersLife life;
  private int values;

  @BeforeEach
  void installClock() {
    RunClock.install();
    RunClock.set(clock);
  }

  @AfterEach
  void resetClock() {
    RunClock.remove();
    EnvironmentEdgeManager.reset();
  }

  /** One step of a recipe. */
  @FunctionalInterface
  private interface Step {
    void take() throws IOException;
  }

  @Test
  void theVersionBelowADeletedOneComesUp() throws IOException {
    inManyOrders(
        2,
        () -> {
          follow(() -> putAll(4), () -> putAll(6), () -> deleteVersions(6), () -> putAll(8));
          assertTimes(8, 4);
        });
  }

  @Test
  void aPutOlderThanADeletedVersionStays() throws IOException {
    inManyOrders(
        1,
        () -> {
          follow(() -> putAll(6), () -> deleteVersions(6), () -> putAll(4));
          assertTimes(4);
        });
  }

  @Test
  void whatIsDeletedStaysAwayFromEveryReaderAlsoOfTheStockEngine() throws IOException {
    inManyOrders(
        1,
        () -> {
          follow(() -> putAll(4), () -> putAll(5), this::deleteRows, () -> putAll(9));
          assertTimes(9);
          life.copies().snapshot();
          life.copies().copy();
          life.copies().crashImage();
          life.alter(false, fates());
          assertTimes(9);
        });
  }

  /** By a merge, and archived, between the selection of a fold and the time it opens its files. */
  @Test
  void whatACompactionHasSelectedIsThereWhenItReads() throws IOException {
    inManyOrders(
        1,
        () -> {
          life.files().select(false, 0);
          for (int i = 0; i < 4; i++) {
            putAll(4 + i);
            life.files().flush();
          }
          clock.addAndGet(11_000);
          life.files().select(false, 0);
          life.files().commit(1);
          life.files().discharge();
          life.files().read(0);
          life.files().commit(0);
          assertTimes(7);
        });
  }

  /** What is loaded has no sample, says nothing of its markers and comes beside compactions. */
  @Test
  void aLoadedDeleteOfOneVersionTakesJustThatWhateverIsCompactedBesideIt() throws IOException {
    inManyOrders(
        2,
        () -> {
          follow(() -> putAll(4), () -> putAll(6));
          beginTwo();
          loadVersionDeletes(6);
          beginTwo();
          follow(() -> putAll(8));
          assertTimes(8, 4);
        });
  }

  /** Two compactions begin among the half files that merged regions leave. */
  @Test
  void versionsComeUpAmongHalfFilesOfMergedRegions() throws IOException {
    inManyOrders(
        2,
        () -> {
          follow(() -> putAll(4), () -> putAll(6));
          life.splitAndMerge(row(1 + random.nextInt(ROWS - 1)), random.nextInt(2), false, fates());
          beginTwo();
          follow(() -> deleteVersions(6));
          life.splitAndMerge(row(1 + random.nextInt(ROWS - 1)), random.nextInt(2), true, fates());
          beginTwo();
          follow(() -> putAll(8));
          assertTimes(8, 4);
        });
  }

  /** The stock engine has the files after every step, and gives them back, whatever had begun. */
  @Test
  void versionsComeUpThoughTheTableIsAlteredAfterEachStep() throws IOException {
    inManyOrders(
        2,
        () -> {
          for (Step step : List.<Step>of(() -> putAll(4), () -> putAll(6))) {
            inFlushes(step);
            beginTwo();
            life.alter(random.nextInt(3) == 0, fates());
          }
          loadVersionDeletes(6);
          beginTwo();
          life.alter(random.nextInt(3) == 0, fates());
          beginTwo();
          follow(() -> putAll(8));
          life.alter(random.nextBoolean(), fates());
          assertTimes(8, 4);
        });
  }

  /** The server is killed beside two compactions; the stock engine takes over, and gives back. */
  @Test
  void whatIsDeletedStaysAwayIfAKilledServersTableIsAlteredMidway() throws IOException {
    inManyOrders(
        1,
        () -> {
          follow(() -> putAll(4), () -> putAll(5));
          beginTwo();
          deleteRows();
          life.crash();
          beginTwo();
          life.alter(random.nextBoolean(), fates());
          beginTwo();
          loadPuts(9);
          life.crash();
          follow(() -> putAll(10));
          life.alter(false, fates());
          assertTimes(10);
        });
  }

  /**
   * The marker of the newer of two versions is in Level 0, which is left out by folds of both. They
   * are selected before the versions' time is over, and read after it. One version is kept in any
   * case, which is the older one.
   */
  @Test
  void aVersionStaysThatExpiresBetweenSelectionAndReading() throws IOException {
    for (KeepDeletedCells keep : KeepDeletedCells.values()) {
      inManyOrders(
          family(2).setMinVersions(1).setTimeToLive(20).setKeepDeletedCells(keep),
          () -> {
            long old = clock.incrementAndGet();
            long young = clock.incrementAndGet();
            for (long time : new long[] {old, young}) {
              inFlushes(() -> putAll(time), () -> putOther(random.nextInt(ROWS)));
              life.files().select(false, 0);
              life.files().commit(0);
            }
            inFlushes(() -> deleteVersions(young));
            clock.addAndGet(11_000);
            for (int i = random.nextInt(3); i > 0; i--) {
              inFlushes(() -> putOther(random.nextInt(ROWS)));
            }
            clock.addAndGet(random.nextInt(2) * 11_000L);
            life.files().select(false, 0);
            life.files().select(false, 0);
            life.files().read(random.nextInt(2));
            clock.addAndGet(21_000);
            something(12);
            for (int i = 0; i < 3; i++) {
              life.files().commit(0);
            }
            life.copies().crashImage();
            assertTimes(old);
          });
    }
  }

  /**
   * Cells of one row, column and time in several files, of which only their age says which counts;
   * and markers of that time in flushes so narrow that they are linked to a partition.
   */
  @Test
  void ofEqualTimesTheYoungestCountsWhateverIsLinked() throws IOException {
    inManyOrders(
        2,
        () -> {
          follow(() -> putAll(4), () -> putAll(6), () -> putAll(6));
          beginTwo();
          for (int row = 0; row < ROWS; row += 2) {
            byte[] deleted = row(row);
            inFlushes(
                () ->
                    life.cells()
                        .delete(new Delete(deleted).addFamilyVersion(AllReadersLife.FAMILY, 6)));
          }
          beginTwo();
          something(7);
          for (int row = 1; row < ROWS; row += 2) {
            int again = row;
            inFlushes(() -> life.cells().put(new Put(row(again)).add(cell(again, COLUMN, 6))));
          }
          something(12);
          for (int i = 0; i < 3; i++) {
            life.files().commit(0);
          }
          life.copies().crashImage();
          List<String> expected = new ArrayList<>();
          for (int row = 0; row < ROWS; row++) {
            String name = Bytes.toString(row(row));
            expected.addAll(
                row % 2 == 0 ? List.of(name + "@4") : List.of(name + "@6", name + "@4"));
          }
          assertThat(life.cells().times(COLUMN)).isEqualTo(expected);
        });
  }

  /** Begins two compactions if there are two to begin; each may have read, one may be done. */
  private void beginTwo() throws IOException {
    for (int i = 0; i < 2; i++) {
      clock.addAndGet(11_000L * random.nextInt(2));
      life.files().select(false, 0);
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      life.files().read(random.nextInt(2));
    }
    if (random.nextInt(3) == 0) {
      life.files().commit(random.nextInt(2));
    }
  }

  /** Whether compactions that are under way when regions are closed have begun to read. */
  private int fates() {
    return random.nextInt(4);
  }

  // ---------------------------------------------------------------- orders

  private void inManyOrders(int versions, Step recipe) throws IOException {
    inManyOrders(family(versions), recipe);
  }

  private void inManyOrders(ColumnFamilyDescriptorBuilder family, Step recipe) throws IOException {
    for (int order = 0; order < ORDERS; order++) {
      random = new Random(order);
      clock.set(START);
      Path directory = Path.of("/recipe-" + System.identityHashCode(this) + "-" + order);
      try (AllReadersLife one =
          new AllReadersLife(
              directory, table(family), false, LocalSite.inMemory(), new Coverage())) {
        life = one;
        settle();
        recipe.take();
      } catch (IOException | AssertionError e) {
        throw new AssertionError("order " + order, e);
      }
    }
  }

  /** Other cells of the same rows in partitions of their own, some of them not folded yet. */
  private void settle() throws IOException {
    for (int flush = 0; flush < 2 + random.nextInt(4); flush++) {
      for (int row = 0; row < ROWS; row += 1 + random.nextInt(3)) {
        life.cells().put(new Put(row(row)).add(cell(row, OTHER, flush)));
      }
      life.files().flush();
      if (random.nextBoolean()) {
        clock.addAndGet(11_000);
        life.files().compact();
      }
    }
  }

  /** Takes steps, with a flush after each, and other flushes and compactions anyhow around them. */
  private void follow(Step... steps) throws IOException {
    for (Step step : steps) {
      step.take();
      life.files().flush();
      something(7);
    }
    something(12);
    for (int i = 0; i < 3; i++) {
      life.files().commit(0);
    }
  }

  private void something(int most) throws IOException {
    for (int i = random.nextInt(most); i > 0; i--) {
      switch (random.nextInt(8)) {
        case 0 -> {
          clock.addAndGet(11_000);
          life.files().select(false, 0);
        }
        case 1, 2 -> life.files().select(false, 0);
        case 3 -> life.files().read(random.nextInt(3));
        case 4 -> life.files().commit(random.nextInt(3));
        case 5 -> life.files().discharge();
        default -> inFlushes(() -> putOther(random.nextInt(ROWS)));
      }
    }
  }

  /** Takes steps, with nothing but a flush after each. */
  private void inFlushes(Step... steps) throws IOException {
    for (Step step : steps) {
      step.take();
      life.files().flush();
    }
  }

  // ---------------------------------------------------------------- cells

  private static ColumnFamilyDescriptorBuilder family(int versions) {
    return LocalTable.family("f").setBlocksize(128).setMaxVersions(versions);
  }

  private TableDescriptor table(ColumnFamilyDescriptorBuilder family) {
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setDurability(Durability.ASYNC_WAL)
            .setColumnFamily(family.build())
            .setValue(RlsmKeys.PARTITION_MAX_BYTES.key(), "" + (400 << fates()))
            .setValue(RlsmKeys.PARTITIONS.key(), "" + (1 + random.nextInt(12)))
            .setValue(RlsmKeys.SLICES_MAX.key(), "" + (2 + random.nextInt(3)))
            .setValue(RlsmKeys.RUN_FILES_MIN.key(), "2")
            .setValue(RlsmKeys.IDLE_SOURCES.key(), "1")
            .setValue(RlsmKeys.IDLE_MILLIS.key(), "10000")
            .setValue("hbase.storescanner.pread.max.bytes", "128")
            .setValue("hbase.hstore.compaction.min", "3")
            .build();
    return LocalTable.withEngine(table, RlsmStoreEngine.class);
  }

  private static byte[] row(int row) {
    return Bytes.toBytes(String.format("r%02d", row));
  }

  private KeyValue cell(int row, byte[] column, long time) {
    return new KeyValue(
        row(row), AllReadersLife.FAMILY, column, time, Bytes.toBytes("v" + values++));
  }

  private void putAll(long time) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      life.cells().put(new Put(row(row)).add(cell(row, COLUMN, time)));
    }
  }

  private void putOther(int row) throws IOException {
    life.cells().put(new Put(row(row)).add(cell(row, OTHER, clock.get())));
  }

  private void deleteVersions(long time) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      life.cells().delete(new Delete(row(row)).addColumn(AllReadersLife.FAMILY, COLUMN, time));
    }
  }

  private void deleteRows() throws IOException {
    for (int row = 0; row < ROWS; row++) {
      life.cells().delete(new Delete(row(row)).addFamily(AllReadersLife.FAMILY, 7));
    }
  }

  private void loadVersionDeletes(long time) throws IOException {
    load(time, KeyValue.Type.Delete);
  }

  private void loadPuts(long time) throws IOException {
    load(time, KeyValue.Type.Put);
  }

  private void load(long time, KeyValue.Type type) throws IOException {
    List<KeyValue> cells = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      cells.add(new KeyValue(row(row), AllReadersLife.FAMILY, COLUMN, time, type));
    }
    life.files().load(cells, 1 + random.nextInt(2), true);
  }

  /** The column has just these versions in every row. */
  private void assertTimes(long... times) throws IOException {
    List<String> expected = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      for (long time : times) {
        expected.add(Bytes.toString(row(row)) + "@" + time);
      }
    }
    assertThat(life.cells().times(COLUMN)).isEqualTo(expected);
  }
}
