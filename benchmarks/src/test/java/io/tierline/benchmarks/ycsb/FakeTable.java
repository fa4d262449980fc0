/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** A table in memory, of one cell per row; it can be told to fail. */
final class FakeTable implements InvocationHandler {
  final NavigableMap<byte[], Cell> rows = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  final List<Integer> batches = new ArrayList<>();
  IOException failure;

  Table table() {
    return (Table)
        Proxy.newProxyInstance(
            FakeTable.class.getClassLoader(), new Class<?>[] {Table.class}, this);
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] given) throws IOException {
    if (failure != null) {
      throw failure;
    }
    return switch (method.getName()) {
      case "put" -> put((Put) given[0]);
      case "batch" -> batch((List<?>) given[0]);
      case "get" -> result(rows.get(((Get) given[0]).getRow()));
      case "delete" -> delete((Delete) given[0]);
      case "getScanner" -> scanner((Scan) given[0]);
      default -> throw new UnsupportedOperationException(method.toString());
    };
  }

  private Object put(Put put) {
    rows.put(put.getRow(), put.getFamilyCellMap().firstEntry().getValue().get(0));
    return null;
  }

  private Object batch(List<?> writes) {
    batches.add(writes.size());
    for (Object one : writes) {
      if (one instanceof Put put) {
        put(put);
      } else {
        delete((Delete) one);
      }
    }
    return null;
  }

  private Object delete(Delete delete) {
    rows.remove(delete.getRow());
    return null;
  }

  private static Result result(Cell cell) {
    return cell == null ? Result.EMPTY_RESULT : Result.create(List.of(cell));
  }

  private ResultScanner scanner(Scan scan) {
    Iterator<Result> results =
        rows.tailMap(scan.getStartRow(), true).values().stream()
            .limit(scan.getLimit())
            .map(FakeTable::result)
            .iterator();
    return (ResultScanner)
        Proxy.newProxyInstance(
            FakeTable.class.getClassLoader(),
            new Class<?>[] {ResultScanner.class},
            (proxy, method, none) -> method.getName().equals("iterator") ? results : null);
  }
}
