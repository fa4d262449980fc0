/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import io.tierline.benchmarks.ycsb.Latencies.Kind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * YCSB on the client of HBase 2: a field is a column of one family.
 *
 * <p>Properties: {@code table} (default {@code usertable}), {@code columnfamily} (default {@code
 * f}), {@code hbase.batchsize} (puts and deletes that {@link #insert} and {@link #delete} send
 * together; default 1, each on its own). The cluster is the one of the {@code hbase-site.xml} on
 * the class path. Every thread of a client has its own binding, as YCSB does it.
 */
public final class HBaseBinding extends DB {
  private static final Logger LOG = LoggerFactory.getLogger(HBaseBinding.class);

  private final Latencies latencies;
  private final List<Row> batch = new ArrayList<>();
  private Connection own;
  private Table table;
  private byte[] family = Bytes.toBytes("f");
  private int batchSize = 1;

  /** A binding that {@link #init} connects; YCSB's client makes these. */
  public HBaseBinding() {
    latencies = new Latencies();
  }

  /**
   * A binding on a table that its caller closes.
   *
   * @param batchSize puts and deletes that are sent together
   */
  HBaseBinding(Table table, String family, int batchSize, Latencies latencies) {
    this.table = table;
    this.family = Bytes.toBytes(family);
    this.batchSize = batchSize;
    this.latencies = latencies;
  }

  /**
   * Connects, unless a table is given already.
   *
   * @throws DBException when a property is wrong or the cluster cannot be reached
   */
  @Override
  public void init() throws DBException {
    if (table != null) {
      return;
    }
    Properties given = getProperties();
    try {
      family = Bytes.toBytes(given.getProperty("columnfamily", "f"));
      batchSize = Integer.parseInt(given.getProperty("hbase.batchsize", "1"));
      own = ConnectionFactory.createConnection(HBaseConfiguration.create());
      table = own.getTable(TableName.valueOf(given.getProperty("table", "usertable")));
    } catch (IOException | IllegalArgumentException e) {
      throw new DBException("cannot use HBase: " + e.getMessage(), e);
    }
  }

  /**
   * Sends what is still held back and disconnects.
   *
   * @throws DBException when the last inserts failed
   */
  @Override
  public void cleanup() throws DBException {
    try {
      Status last = flush();
      if (own != null) {
        table.close();
        own.close();
      }
      if (!last.isOk()) {
        throw new DBException("the last inserts failed: " + last.getName());
      }
    } catch (IOException e) {
      throw new DBException("cannot disconnect: " + e.getMessage(), e);
    }
  }

  @Override
  public Status read(
      String ignored, String key, Set<String> fields, Map<String, ByteIterator> result) {
    Get get = new Get(Bytes.toBytes(key));
    if (fields == null) {
      get.addFamily(family);
    } else {
      fields.forEach(field -> get.addColumn(family, Bytes.toBytes(field)));
    }
    return timed(
        Kind.READ,
        () -> {
          Result row = table.get(get);
          if (row.isEmpty()) {
            return Status.NOT_FOUND;
          }
          copy(row, result);
          return Status.OK;
        });
  }

  @Override
  public Status scan(
      String ignored,
      String startKey,
      int rows,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    if (rows < 1) {
      return Status.BAD_REQUEST;
    }
    Scan scan = new Scan().withStartRow(Bytes.toBytes(startKey)).setLimit(rows).setCaching(rows);
    if (fields == null) {
      scan.addFamily(family);
    } else {
      fields.forEach(field -> scan.addColumn(family, Bytes.toBytes(field)));
    }
    return timed(
        Kind.SCAN,
        () -> {
          try (ResultScanner scanner = table.getScanner(scan)) {
            for (Result row : scanner) {
              HashMap<String, ByteIterator> values = new HashMap<>();
              copy(row, values);
              result.add(values);
            }
          }
          return Status.OK;
        });
  }

  @Override
  public Status update(String ignored, String key, Map<String, ByteIterator> values) {
    Put put = put(key, values);
    return timed(
        Kind.UPDATE,
        () -> {
          table.put(put);
          return Status.OK;
        });
  }

  /** Sends a full batch; until then the status is {@link Status#BATCHED_OK}. */
  @Override
  public Status insert(String ignored, String key, Map<String, ByteIterator> values) {
    return batch(put(key, values));
  }

  private Status batch(Row write) {
    batch.add(write);
    return batch.size() < batchSize ? Status.BATCHED_OK : flush();
  }

  @Override
  public Status delete(String ignored, String key) {
    Delete delete = new Delete(Bytes.toBytes(key));
    if (batchSize > 1) {
      return batch(delete);
    }
    return timed(
        Kind.DELETE,
        () -> {
          table.delete(delete);
          return Status.OK;
        });
  }

  /** Sends the writes that are held back; they are gone when that fails. */
  Status flush() {
    if (batch.isEmpty()) {
      return Status.OK;
    }
    List<Row> sent = new ArrayList<>(batch);
    batch.clear();
    return timed(
        Kind.PUT_BATCH,
        () -> {
          try {
            table.batch(sent, new Object[sent.size()]);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a batch was sent");
          }
          return Status.OK;
        });
  }

  private interface Call {
    Status make() throws IOException;
  }

  /** What failed is no latency. */
  private Status timed(Kind kind, Call call) {
    long start = System.nanoTime();
    try {
      Status status = call.make();
      if (status.isOk()) {
        latencies.record(kind, System.nanoTime() - start);
      } else {
        latencies.fail();
      }
      return status;
    } catch (IOException e) {
      latencies.fail();
      return status(e);
    }
  }

  private static Status status(IOException e) {
    LOG.warn("a request failed", e);
    if (has(e, RegionTooBusyException.class)) {
      return Status.SERVICE_UNAVAILABLE;
    }
    if (has(e, TableNotFoundException.class)) {
      return Status.BAD_REQUEST;
    }
    return has(e, AccessDeniedException.class) ? Status.FORBIDDEN : Status.ERROR;
  }

  /** The client wraps what the server said, and the server's reasons in one another. */
  private static boolean has(Throwable failure, Class<? extends IOException> reason) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (reason.isInstance(at)) {
        return true;
      }
    }
    return false;
  }

  private Put put(String key, Map<String, ByteIterator> values) {
    Put put = new Put(Bytes.toBytes(key));
    values.forEach((field, value) -> put.addColumn(family, Bytes.toBytes(field), value.toArray()));
    return put;
  }

  private static void copy(Result row, Map<String, ByteIterator> values) {
    for (Cell cell : row.rawCells()) {
      values.put(
          Bytes.toString(CellUtil.cloneQualifier(cell)),
          new ByteArrayByteIterator(CellUtil.cloneValue(cell)));
    }
  }
}
