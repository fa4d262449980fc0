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
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Writes to the table of a life, and reads it, through its region. What is put and deleted goes to
 * all families in one row operation; what is made of a cell that is there, to the first alone.
 */
final class AllReadersCells {

  private static final byte[] FAMILY = ExpectedCells.FAMILY;

  private static final int READ_ONE_IN = 4;

  private final AllReadersTable table;
  private final Set<ByteBuffer> rowsRead = new HashSet<>();
  private int changes;
  private int others;
  private CheckedScan held;

  AllReadersCells(AllReadersTable table) {
    this.table = table;
  }

  // ---------------------------------------------------------------- writes

  void put(Put put) throws IOException {
    Mutation own = own(put);
    table.region().put((Put) own);
    wrote(own);
  }

  void delete(Delete delete) throws IOException {
    Mutation own = own(delete);
    table.region().delete((Delete) own);
    wrote(own);
  }

  /** Writes rows at once, of which no two are the same. */
  void batch(List<Mutation> mutations) throws IOException {
    List<Mutation> own = new ArrayList<>();
    for (Mutation mutation : mutations) {
      own.add(own(mutation));
    }
    table.region().batchMutate(own.toArray(Mutation[]::new));
    for (Mutation mutation : own) {
      wrote(mutation);
    }
    table.coverage().count("batch");
  }

  /** Writes to columns of one row and deletes others, at once. */
  void mutateRow(Put put, Delete delete) throws IOException {
    Mutation ownPut = own(put);
    Mutation ownDelete = own(delete);
    table.region().mutateRow(RowMutations.of(List.of(ownPut, ownDelete)));
    know(ownPut);
    wrote(ownDelete);
    table.coverage().count("row mutation");
  }

  /**
   * Writes to a row if a column is as it should be.
   *
   * @param as whether it is compared with what is there
   */
  void checkAndMutate(byte[] column, boolean as, Mutation mutation) throws IOException {
    byte[] row = mutation.getRow();
    Optional<Cell> latest = latest(row, column);
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
    if (!as) {
      check.ifEquals(FAMILY, column, Bytes.toBytes("never written"));
    } else if (latest.isPresent()) {
      check.ifEquals(FAMILY, column, CellUtil.cloneValue(latest.get()));
    } else {
      check.ifNotExists(FAMILY, column);
    }
    Mutation own = own(mutation);
    CheckAndMutate action = own instanceof Put put ? check.build(put) : check.build((Delete) own);
    require("done", as, table.region().checkAndMutate(action).isSuccess());
    if (as) {
      know(own);
    }
    read(row);
    table.coverage().count(as ? "checked and done" : "checked and not done");
  }

  private void wrote(Mutation mutation) throws IOException {
    know(mutation);
    read(mutation.getRow());
  }

  private void know(Mutation mutation) {
    for (KnownCells family : table.known()) {
      List<Cell> cells = mutation.getFamilyCellMap().get(family.family());
      if (cells != null) {
        cells.forEach(family::write);
      }
    }
  }

  /** A region numbers the cells that it is given. */
  private Mutation own(Mutation mutation) throws IOException {
    Mutation own =
        mutation instanceof Put
            ? new Put(mutation.getRow(), mutation.getTimestamp())
            : new Delete(mutation.getRow(), mutation.getTimestamp());
    for (KnownCells family : table.known()) {
      for (Cell cell : mutation.getFamilyCellMap().get(FAMILY)) {
        if (takes(family, cell)) {
          KeyValue copy = copy(cell, family.family());
          if (own instanceof Put put) {
            put.add(copy);
          } else {
            ((Delete) own).add(copy);
          }
        }
      }
    }
    return own;
  }

  /**
   * The stock engine, which may compact beside a delete of one version, may then drop the version
   * that should come up.
   */
  private boolean takes(KnownCells family, Cell cell) {
    boolean stock =
        DefaultStoreEngine.class
            .getName()
            .equals(
                table
                    .now()
                    .descriptor()
                    .getColumnFamily(family.family())
                    .getConfigurationValue(StoreEngine.STORE_ENGINE_CLASS_KEY));
    return !stock
        || cell.getType() != Cell.Type.Delete && cell.getType() != Cell.Type.DeleteFamilyVersion;
  }

  private static KeyValue copy(Cell cell, byte[] family) {
    return new KeyValue(
        CellUtil.cloneRow(cell),
        family,
        CellUtil.cloneQualifier(cell),
        cell.getTimestamp(),
        KeyValue.Type.codeToType(((KeyValue) cell).getTypeByte()),
        CellUtil.cloneValue(cell),
        PrivateCellUtil.getTags(cell));
  }

  /** Deletes the version of a column that is the newest now; HBase looks which that is. */
  void deleteLatest(byte[] row, byte[] column) throws IOException {
    Optional<Cell> latest = latest(row, column);
    Delete delete = new Delete(row).addColumn(FAMILY, column);
    table.region().delete(delete);
    Cell marker = delete.getFamilyCellMap().get(FAMILY).get(0);
    long time = latest.map(Cell::getTimestamp).orElseGet(EnvironmentEdgeManager::currentTime);
    require("time of the version deleted", time, marker.getTimestamp());
    KeyValue deleted = new KeyValue(row, FAMILY, column, time, KeyValue.Type.Delete);
    deleted.setSequenceId(((ExtendedCell) marker).getSequenceId());
    table.first().write(deleted);
    read(row);
    table.coverage().count("latest deleted");
  }

  void increment(byte[] row, byte[] column, long amount) throws IOException {
    Optional<Cell> latest = latest(row, column);
    long before = latest.map(cell -> Bytes.toLong(CellUtil.cloneValue(cell))).orElse(0L);
    Cell made =
        table
            .region()
            .increment(new Increment(row).addColumn(FAMILY, column, amount))
            .rawCells()[0];
    require("count", before + amount, Bytes.toLong(CellUtil.cloneValue(made)));
    follows(latest, made);
    table.coverage().count("increment");
  }

  void append(byte[] row, byte[] column, byte[] more) throws IOException {
    Optional<Cell> latest = latest(row, column);
    byte[] before = latest.map(CellUtil::cloneValue).orElse(new byte[0]);
    Cell made =
        table.region().append(new Append(row).addColumn(FAMILY, column, more)).rawCells()[0];
    require(
        "text", Bytes.toString(Bytes.add(before, more)), Bytes.toString(CellUtil.cloneValue(made)));
    follows(latest, made);
    table.coverage().count("append");
  }

  private Optional<Cell> latest(byte[] row, byte[] column) throws IOException {
    Scan newest = new Scan(new Get(row).addColumn(FAMILY, column));
    return table.first().read(newest, table.store(table.first())).stream().findFirst();
  }

  /** What is made of a cell is newer than it. */
  private void follows(Optional<Cell> latest, Cell made) throws IOException {
    long now = EnvironmentEdgeManager.currentTime();
    long time = latest.map(cell -> Math.max(now, cell.getTimestamp() + 1)).orElse(now);
    require("time of what is made of a cell", time, made.getTimestamp());
    table.first().write(made);
    read(CellUtil.cloneRow(made));
  }

  private static void require(String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new AssertionError(what + ": " + found + ", should be " + expected);
    }
  }

  // ---------------------------------------------------------------- reads

  /**
   * Reads a row that has been written to. As long as no file comes or goes, a get of it asks the
   * same files for the same, so that it is read once, and after one in some of the other writes.
   */
  private void read(byte[] row) throws IOException {
    if (table.changes() != changes) {
      changes = table.changes();
      rowsRead.clear();
    }
    if (rowsRead.add(ByteBuffer.wrap(row)) || ++others % READ_ONE_IN == 0) {
      get(new Get(row).readAllVersions());
    }
  }

  void get(Get get) throws IOException {
    table.readers().get(table.now(), get);
  }

  void scan(Scan scan) throws IOException {
    table.readers().scan(table.now(), scan);
  }

  /** Begins a scan that goes on while the store changes. */
  void hold(Scan scan) throws IOException {
    release();
    held = table.readers().hold(table.now(), scan);
  }

  /** Goes on with the scan that is held. */
  void advance(int rows) throws IOException {
    if (held != null) {
      held.next(rows);
      table.coverage().count("held rows", rows);
    }
  }

  /** Ends the scan that is held. */
  void release() throws IOException {
    if (held != null) {
      held.close();
      held = null;
    }
  }

  /** Rows and times of a column's cells, as {@code row@time}, by a default scan. */
  List<String> times(byte[] column) throws IOException {
    List<String> found = new ArrayList<>();
    for (Cell cell : AllReaders.cells(table.now(), new Scan().readAllVersions())) {
      if (CellUtil.matchingQualifier(cell, column)) {
        found.add(Bytes.toString(CellUtil.cloneRow(cell)) + "@" + cell.getTimestamp());
      }
    }
    return found;
  }
}
