/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What HBase makes of cells when it reads and when it compacts: StoreScanner with its matchers for
 * one column of each row, in a few lines.
 *
 * @param versions VERSIONS
 * @param minVersions MIN_VERSIONS: kept although they have expired
 * @param keepsDeleted KEEP_DELETED_CELLS
 * @param expiredBelow cells with lower timestamps have outlived their time
 */
record ModelFamily(int versions, int minVersions, boolean keepsDeleted, long expiredBelow) {

  /** The kinds of cells, in the order in which HBase sorts those of one timestamp. */
  enum Kind {
    DELETE_FAMILY,
    DELETE_COLUMN,
    DELETE_FAMILY_VERSION,
    DELETE_VERSION,
    PUT;

    boolean isOfOneVersion() {
      return this == DELETE_FAMILY_VERSION || this == DELETE_VERSION;
    }
  }

  /**
   * A cell.
   *
   * @param row its row
   * @param kind its kind
   * @param time its timestamp
   * @param value which write it comes from
   */
  record Cell(int row, Kind kind, long time, long value) {

    boolean covers(Cell put) {
      return switch (kind) {
        case PUT -> false;
        case DELETE_VERSION, DELETE_FAMILY_VERSION -> time == put.time;
        default -> time >= put.time;
      };
    }
  }

  /** By row, the cells as HBase sorts them; of two with one key, that of the newer file first. */
  private static SortedMap<Integer, List<Cell>> sorted(
      Collection<? extends Collection<Cell>> oldestFirst) {
    SortedMap<Integer, List<Cell>> rows = new TreeMap<>();
    for (Collection<Cell> file : oldestFirst) {
      for (Cell cell : file) {
        rows.computeIfAbsent(cell.row(), row -> new ArrayList<>()).add(0, cell);
      }
    }
    Comparator<Cell> order = Comparator.comparing(Cell::time).reversed();
    rows.values().forEach(cells -> cells.sort(order.thenComparing(Cell::kind)));
    return rows;
  }

  /** What a read of all rows answers: of each row that has something to say, its versions. */
  SortedMap<Integer, List<Cell>> read(Collection<? extends Collection<Cell>> oldestFirst) {
    SortedMap<Integer, List<Cell>> rows = sorted(oldestFirst);
    rows.replaceAll((row, cells) -> versions(cells));
    rows.values().removeIf(List::isEmpty);
    return rows;
  }

  private List<Cell> versions(List<Cell> cells) {
    List<Cell> answer = new ArrayList<>();
    Cell last = null;
    for (Cell cell : cells) {
      boolean same = last != null && last.time() == cell.time();
      if (cell.kind() == Kind.PUT && !same && !isCovered(cell, cells)) {
        last = cell;
        boolean expired = cell.time() < expiredBelow && answer.size() >= minVersions;
        if (answer.size() < versions && !expired) {
          answer.add(cell);
        }
      }
    }
    return answer;
  }

  private static boolean isCovered(Cell put, List<Cell> cells) {
    for (Cell cell : cells) {
      if (cell.covers(put)) {
        return true;
      }
    }
    return false;
  }

  /** What a compaction writes. */
  List<Cell> compacted(Collection<? extends Collection<Cell>> oldestFirst, DropRule.Drops drops) {
    List<Cell> written = new ArrayList<>();
    sorted(oldestFirst).values().forEach(cells -> compact(cells, drops, written));
    return written;
  }

  private void compact(List<Cell> cells, DropRule.Drops drops, List<Cell> written) {
    int most = drops.surplus() ? versions : Integer.MAX_VALUE;
    int least = drops.surplus() || minVersions == 0 ? minVersions : Integer.MAX_VALUE;
    int counted = 0;
    Cell last = null;
    for (Cell cell : cells) {
      boolean expired = cell.time() < expiredBelow;
      if (cell.kind() != Kind.PUT) {
        boolean goes = expired && minVersions == 0 || drops.deletes() && !keepsDeleted;
        if (!goes) {
          written.add(cell);
        }
        continue;
      }
      boolean covered = !keepsDeleted && isCovered(cell, cells);
      boolean same = last != null && last.time() == cell.time();
      if (!covered && !same) {
        last = cell;
        counted++;
        if (counted <= most && (counted <= least || !expired)) {
          written.add(cell);
        }
      }
    }
  }
}
