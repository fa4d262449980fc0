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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.ReadRules;
import org.apache.hadoop.hbase.regionserver.ScanInfo;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * All cells of a store that have been written and that no compaction has rightly dropped: the
 * truth, which every reader must show. What a compaction has dropped is judged cell by cell.
 *
 * <ul>
 *   <li>A put may go only if a compaction of everything on disk would drop it: it is deleted,
 *       expired or one version too many, by <em>all</em> that was on disk when the compaction was
 *       selected, also by what it did not read. So an answer never changes with it.
 *   <li>A delete marker may go only if it covers no cell on disk that stays, or has as many newer
 *       versions beside it as are kept: HBase passes over it then. Nothing may come to light by it.
 *   <li>Nothing may come that nobody has written.
 * </ul>
 *
 * <p>Puts flushed or loaded since the selection are out of account, as with a major compaction of
 * the stock engine, which cannot know of them either.
 */
final class KnownCells {

  private final byte[] family;

  /** Whether it counts when a cell was written (NEW_VERSION_BEHAVIOR), as the region has it. */
  private final boolean numbered;

  /** Whether a delete marker covers only cells of its own label. */
  private final boolean labelled;

  private final Map<String, KeyValue> written = new HashMap<>();
  private final Map<String, Integer> flushed = new HashMap<>();
  private final Map<String, KeyValue> memstore = new HashMap<>();
  private Map<String, KeyValue> disk = new HashMap<>();

  /** Cells of files that were read before are the same ones, and have the same names. */
  private Map<Cell, String> namesOnDisk = new IdentityHashMap<>();

  /** What was found on disk last: if it is the same list, no file has come or gone. */
  private Collection<Cell> seen = List.of();

  private TreeMap<byte[], List<Cell>> rows = new TreeMap<>(Arrays::compareUnsigned);
  private long writes;
  private int generation;

  /** Nothing is known of a family. */
  KnownCells(byte[] family, boolean numbered, boolean labelled) {
    this.family = family;
    this.numbered = numbered;
    this.labelled = labelled;
  }

  /** The name of the family. */
  byte[] family() {
    return family;
  }

  boolean isNumbered() {
    return numbered;
  }

  /** How many flushes and bulk loads there have been. */
  int generation() {
    return generation;
  }

  // ---------------------------------------------------------------- changes

  /** Remembers a cell that goes to the memstore. */
  void write(Cell cell) {
    String name = name(cell);
    KeyValue known = remember(cell);
    if (memstore.put(name, known) == null && !disk.containsKey(name)) {
      List<Cell> row = rows.computeIfAbsent(CellUtil.cloneRow(cell), key -> new ArrayList<>());
      row.add(known);
      row.sort(CellComparator.getInstance());
    }
  }

  /** Remembers a cell that goes to a file, where {@link #loaded} must find it. */
  KeyValue remember(Cell cell) {
    String name = name(cell);
    KeyValue known = disk.containsKey(name) ? disk.get(name) : memstore.get(name);
    if (known == null) {
      known = KeyValueUtil.copyToNewKeyValue(cell);
      known.setSequenceId(numbered ? number(cell) : ++writes);
      written.put(name, known);
      flushed.remove(name);
    }
    return known;
  }

  /** The memstore has been flushed. */
  void flush(HStore store, Collection<Cell> files) throws IOException {
    Set<String> kept = names(ReadRules.flush(store, new ArrayList<>(memstore.values())));
    Map<String, KeyValue> next = find(files);
    generation++;
    require(kept, next, "flushed, but not on disk");
    memstore.keySet().forEach(name -> flushed.putIfAbsent(name, generation));
    for (String name : disk.keySet()) {
      require(Set.of(name), next, "gone with a flush");
    }
    for (String name : next.keySet()) {
      if (!disk.containsKey(name) && !memstore.containsKey(name)) {
        throw new AssertionError("came with a flush: " + written.get(name));
      }
    }
    memstore.clear();
    disk = next;
    sortRows();
  }

  /** Cells have been loaded, beside those of the memstore, which has been flushed before. */
  void loaded(Collection<KeyValue> cells, Collection<Cell> files) {
    Map<String, KeyValue> next = find(files);
    generation++;
    require(names(cells), next, "loaded, but not on disk");
    cells.forEach(cell -> flushed.putIfAbsent(name(cell), generation));
    require(disk.keySet(), next, "gone with a bulk load");
    disk = next;
    sortRows();
  }

  /**
   * A compaction has been committed.
   *
   * @param selected the generation when it was selected
   * @param files what is on disk now
   */
  void compacted(HStore store, int selected, Collection<Cell> files) throws IOException {
    if (files == seen) {
      return;
    }
    Map<String, KeyValue> next = find(files);
    for (String name : next.keySet()) {
      if (!disk.containsKey(name)) {
        throw new AssertionError("came with a compaction: " + written.get(name));
      }
    }
    Map<String, List<KeyValue>> dropped = new HashMap<>();
    disk.forEach(
        (name, cell) -> {
          if (!next.containsKey(name)) {
            dropped.computeIfAbsent(row(cell), key -> new ArrayList<>()).add(cell);
          }
        });
    if (!dropped.isEmpty()) {
      Map<String, List<Cell>> before = byRow(disk, dropped.keySet(), selected);
      Map<String, List<Cell>> after = byRow(next, dropped.keySet(), selected);
      for (Map.Entry<String, List<KeyValue>> row : dropped.entrySet()) {
        judge(
            store,
            row.getValue(),
            before.getOrDefault(row.getKey(), List.of()),
            after.getOrDefault(row.getKey(), List.of()));
      }
    }
    disk = next;
    sortRows();
  }

  private void judge(HStore store, List<KeyValue> dropped, List<Cell> before, List<Cell> after)
      throws IOException {
    Set<String> live = names(ReadRules.purge(store, new ArrayList<>(before)));
    Set<String> kept = names(ReadRules.flush(store, new ArrayList<>(before)));
    for (KeyValue cell : dropped) {
      if (!CellUtil.isDelete(cell) && live.contains(name(cell))) {
        throw new AssertionError("a compaction has lost " + cell + ", of " + sorted(before));
      }
      if (kept.contains(name(cell)) && isNeeded(cell, store.getScanInfo(), after)) {
        throw new AssertionError(
            "a compaction has dropped " + cell + ", and left what it covers, of " + sorted(before));
      }
    }
    for (Cell cell : ReadRules.purge(store, new ArrayList<>(after))) {
      if (!CellUtil.isDelete(cell) && !live.contains(name(cell))) {
        throw new AssertionError("a compaction has brought back " + cell + ": " + sorted(before));
      }
    }
  }

  /** Whether a delete marker covers something that nothing else covers. */
  private boolean isNeeded(Cell marker, ScanInfo family, List<Cell> cells) {
    return cells.stream()
        .filter(cell -> covers(marker, cell) && !isExpired(family, cell))
        .anyMatch(cell -> cells.stream().noneMatch(other -> covers(other, cell)));
  }

  /** Files have come or gone of which none has other cells. */
  void unchanged(Collection<Cell> files) {
    if (files == seen) {
      return;
    }
    Map<String, KeyValue> next = find(files);
    require(disk.keySet(), next, "gone");
    require(next.keySet(), disk, "came");
  }

  // ---------------------------------------------------------------- answers

  /** What a scan must show of everything. */
  List<Cell> read(Scan scan, HStore store) throws IOException {
    List<Cell> cells = new ArrayList<>();
    boolean all = scan.getStartRow().length == 0 && scan.getStopRow().length == 0;
    for (Map.Entry<byte[], List<Cell>> row : rows.entrySet()) {
      if (all || isIn(scan, row.getKey())) {
        cells.addAll(row.getValue());
      }
    }
    return ordered(scan, ReadRules.read(forward(scan), store, cells));
  }

  /** What a scan of all rows must show to one who sees the files only. */
  List<Cell> readDisk(Scan scan, HStore store) throws IOException {
    return ordered(scan, ReadRules.read(forward(scan), store, new ArrayList<>(disk.values())));
  }

  /** The rules go forward. */
  private static Scan forward(Scan scan) throws IOException {
    Scan forward = new Scan().readVersions(scan.getMaxVersions()).setFilter(scan.getFilter());
    scan.getFamilyMap().forEach((family, columns) -> forward.getFamilyMap().put(family, columns));
    return forward.setTimeRange(scan.getTimeRange().getMin(), scan.getTimeRange().getMax());
  }

  private static List<Cell> ordered(Scan scan, List<Cell> cells) {
    return scan.isReversed() ? backwards(cells) : cells;
  }

  /** The last row first, each with its cells in order. */
  static List<Cell> backwards(List<Cell> cells) {
    List<List<Cell>> rows = new ArrayList<>();
    for (Cell cell : cells) {
      if (rows.isEmpty() || !CellUtil.matchingRows(rows.get(rows.size() - 1).get(0), cell)) {
        rows.add(new ArrayList<>());
      }
      rows.get(rows.size() - 1).add(cell);
    }
    Collections.reverse(rows);
    return rows.stream().flatMap(List::stream).toList();
  }

  private static boolean isIn(Scan scan, byte[] row) {
    byte[] low = scan.isReversed() ? scan.getStopRow() : scan.getStartRow();
    byte[] high = scan.isReversed() ? scan.getStartRow() : scan.getStopRow();
    boolean withLow = scan.isReversed() ? scan.includeStopRow() : scan.includeStartRow();
    boolean withHigh = scan.isReversed() ? scan.includeStartRow() : scan.includeStopRow();
    int toLow = low.length == 0 ? 1 : Bytes.compareTo(row, low);
    int toHigh = high.length == 0 ? -1 : Bytes.compareTo(row, high);
    return (toLow > 0 || toLow == 0 && withLow) && (toHigh < 0 || toHigh == 0 && withHigh);
  }

  // ---------------------------------------------------------------- cells

  /** Whether a delete marker hides a put of the same row. */
  private boolean covers(Cell marker, Cell put) {
    if (!CellUtil.isDelete(marker)
        || CellUtil.isDelete(put)
        || numbered && number(marker) < number(put)
        || labelled && !label(marker).equals(label(put))) {
      return false;
    }
    long time = marker.getTimestamp();
    return switch (marker.getType()) {
      case DeleteFamily -> put.getTimestamp() <= time;
      case DeleteFamilyVersion -> put.getTimestamp() == time;
      case DeleteColumn -> CellUtil.matchingQualifier(marker, put) && put.getTimestamp() <= time;
      default -> CellUtil.matchingQualifier(marker, put) && put.getTimestamp() == time;
    };
  }

  /** Whether a cell can never be seen again. */
  private static boolean isExpired(ScanInfo family, Cell cell) {
    return family.getMinVersions() == 0
        && cell.getTimestamp() < EnvironmentEdgeManager.currentTime() - family.getTtl();
  }

  private Map<String, KeyValue> find(Collection<Cell> files) {
    Map<String, KeyValue> found = new HashMap<>();
    Map<Cell, String> again = new IdentityHashMap<>();
    for (Cell cell : files) {
      String name = namesOnDisk.get(cell);
      if (name == null) {
        name = name(cell);
      }
      again.put(cell, name);
      KeyValue known = written.get(name);
      if (known == null) {
        throw new AssertionError("nobody has written " + cell);
      }
      found.put(name, known);
    }
    namesOnDisk = again;
    seen = files;
    return found;
  }

  private Map<String, List<Cell>> byRow(
      Map<String, KeyValue> cells, Set<String> wanted, int selected) {
    Map<String, List<Cell>> found = new HashMap<>();
    cells.forEach(
        (name, cell) -> {
          if (flushed.get(name) <= selected && wanted.contains(row(cell))) {
            found.computeIfAbsent(row(cell), key -> new ArrayList<>()).add(cell);
          }
        });
    return found;
  }

  private void sortRows() {
    rows = new TreeMap<>(Arrays::compareUnsigned);
    for (Map<String, KeyValue> part : List.of(disk, memstore)) {
      for (KeyValue cell : part.values()) {
        rows.computeIfAbsent(CellUtil.cloneRow(cell), key -> new ArrayList<>()).add(cell);
      }
    }
    // They are read more often than they change.
    rows.values().forEach(row -> row.sort(CellComparator.getInstance()));
  }

  private static void require(Set<String> names, Map<String, KeyValue> cells, String otherwise) {
    for (String name : names) {
      if (!cells.containsKey(name)) {
        throw new AssertionError(otherwise + ": " + name);
      }
    }
  }

  private static List<Cell> sorted(List<Cell> cells) {
    return cells.stream().sorted(CellComparator.getInstance()).toList();
  }

  private Set<String> names(Collection<? extends Cell> cells) {
    Set<String> names = new HashSet<>();
    cells.forEach(cell -> names.add(name(cell)));
    return names;
  }

  private static long number(Cell cell) {
    return ((ExtendedCell) cell).getSequenceId();
  }

  private static String row(Cell cell) {
    return text(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
  }

  private static String text(byte[] array, int offset, int length) {
    return new String(array, offset, length, StandardCharsets.ISO_8859_1);
  }

  /** No two puts have the same value, so this names a cell; a marker may be written again. */
  private String name(Cell cell) {
    return row(cell)
        + '/'
        + text(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength())
        + '/'
        + cell.getTimestamp()
        + '/'
        + cell.getType()
        + '='
        + text(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength())
        + (numbered ? "#" + number(cell) : "")
        + (labelled ? label(cell) : "");
  }

  private static String label(Cell cell) {
    return PrivateCellUtil.getTag(cell, TagType.VISIBILITY_TAG_TYPE)
        .map(tag -> Bytes.toStringBinary(Tag.cloneValue(tag)))
        .orElse("");
  }
}
