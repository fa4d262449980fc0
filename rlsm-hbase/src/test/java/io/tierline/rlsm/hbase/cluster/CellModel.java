/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What a family must hold after a sequence of mutations whose timestamps only grow, so that a
 * delete covers all that came before it and nothing that comes later.
 */
final class CellModel {
  private final NavigableMap<String, NavigableMap<String, NavigableMap<Long, String>>> rows =
      new TreeMap<>();

  /** The same cells, on which later changes of this model have no effect. */
  CellModel copy() {
    CellModel copy = new CellModel();
    rows.forEach(
        (row, columns) ->
            columns.forEach((column, versions) -> copy.versions(row, column).putAll(versions)));
    return copy;
  }

  void put(String row, String column, long timestamp, String value) {
    versions(row, column).put(timestamp, value);
  }

  void deleteVersion(String row, String column, long timestamp) {
    versions(row, column).remove(timestamp);
  }

  void deleteColumn(String row, String column) {
    versions(row, column).clear();
  }

  void deleteRow(String row) {
    rows.remove(row);
  }

  void deleteRowVersion(String row, long timestamp) {
    rows.getOrDefault(row, Collections.emptyNavigableMap())
        .values()
        .forEach(versions -> versions.remove(timestamp));
  }

  Collection<String> rows() {
    return rows.keySet();
  }

  /** Timestamps of a column that can be seen, newest first. */
  Collection<Long> timestamps(String row, String column) {
    return List.copyOf(versions(row, column).keySet());
  }

  /**
   * All cells in the order of a scan, at most so many versions of a column, each as {@link Cells}
   * tells it.
   */
  List<String> cells(int maxVersions) {
    List<String> cells = new ArrayList<>();
    rows.forEach(
        (row, columns) ->
            columns.forEach(
                (column, versions) ->
                    versions.entrySet().stream()
                        .limit(maxVersions)
                        .forEach(
                            v -> cells.add(Cells.tell(row, column, v.getKey(), v.getValue())))));
    return cells;
  }

  List<String> cells() {
    return cells(Integer.MAX_VALUE);
  }

  private NavigableMap<Long, String> versions(String row, String column) {
    return rows.computeIfAbsent(row, r -> new TreeMap<>())
        .computeIfAbsent(column, c -> new TreeMap<>(Collections.reverseOrder()));
  }
}
