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
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
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

  private final Map<String, KnownCell> written = new HashMap<>();

  /** What is in files or in memory, by row, in HBase's order. */
  private final TreeMap<byte[], List<KnownCell>> rows = new TreeMap<>(Arrays::compareUnsigned);

  /** Files that were seen last, and what is known of their cells. */
  private Map<List<Cell>, List<KnownCell>> seen = new IdentityHashMap<>();

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
    KnownCell known = remember(cell);
    if (!known.isAnywhere()) {
      insert(known);
    }
    known.write();
  }

  /** Remembers a cell that goes to a file, where {@link #loaded} must find it. */
  KnownCell remember(Cell cell) {
    String name = name(cell);
    KnownCell known = written.get(name);
    if (known == null || !known.isAnywhere()) {
      known = new KnownCell(cell, numbered ? number(cell) : ++writes);
      written.put(name, known);
    }
    return known;
  }

  private void insert(KnownCell cell) {
    List<KnownCell> row = rows.computeIfAbsent(CellUtil.cloneRow(cell), key -> new ArrayList<>());
    int at = Collections.binarySearch(row, cell, CellComparator.getInstance());
    row.add(at < 0 ? -at - 1 : at, cell);
  }

  private void remove(KnownCell cell) {
    List<KnownCell> row = rows.get(CellUtil.cloneRow(cell));
    row.removeIf(each -> each == cell);
    if (row.isEmpty()) {
      rows.remove(CellUtil.cloneRow(cell));
    }
  }

  /**
   * A server that was killed has been replaced, which has replayed the log and flushed. HBase gives
   * up files of which everything has expired. They have no output that would name them as replaced,
   * so one that was not archived yet may be back, of which no read shows a cell.
   */
  void recovered(HStore store, Collection<List<Cell>> files) throws IOException {
    Change change = change(files);
    List<KnownCell> back =
        change.came().stream()
            .filter(cell -> !cell.isInMemory() && isExpired(store.getScanInfo(), cell))
            .toList();
    change.came().removeAll(back);
    back.forEach(this::insert);
    flushed(store, change);
    back.forEach(cell -> cell.loaded(generation));
  }

  /** The memstore has been flushed. */
  void flush(HStore store, Collection<List<Cell>> files) throws IOException {
    flushed(store, change(files));
  }

  private void flushed(HStore store, Change change) throws IOException {
    List<KnownCell> memory = all(KnownCell::isInMemory);
    Set<KnownCell> kept = known(ReadRules.flush(store, memory));
    generation++;
    require(kept, "flushed, but not on disk");
    requireNone(change.gone(), "gone with a flush");
    requireNone(
        change.came().stream().filter(cell -> !cell.isInMemory()).toList(), "came with a flush");
    for (KnownCell cell : memory) {
      cell.flushed(generation);
      if (!cell.isAnywhere()) {
        remove(cell);
      }
    }
  }

  /** Cells have been loaded, beside those of the memstore, which has been flushed before. */
  void loaded(Collection<KeyValue> cells, Collection<List<Cell>> files) {
    Change change = change(files);
    generation++;
    Set<KnownCell> loaded = known(cells);
    require(loaded, "loaded, but not on disk");
    loaded.forEach(cell -> cell.loaded(generation));
    requireNone(change.gone(), "gone with a bulk load");
    change.came().forEach(this::insert);
  }

  /**
   * A compaction has been committed.
   *
   * @param selected the generation when it was selected
   * @param files what is on disk now
   */
  void compacted(HStore store, int selected, Collection<List<Cell>> files) throws IOException {
    Change change = change(files);
    requireNone(change.came(), "came with a compaction");
    Map<String, Set<KnownCell>> dropped = new HashMap<>();
    for (KnownCell cell : change.gone()) {
      dropped.computeIfAbsent(row(cell), key -> new HashSet<>()).add(cell);
    }
    for (Set<KnownCell> ofRow : dropped.values()) {
      List<KnownCell> row = rows.get(CellUtil.cloneRow(ofRow.iterator().next()));
      List<KnownCell> before =
          row.stream()
              .filter(cell -> cell.isOnDisk() || ofRow.contains(cell))
              .filter(cell -> cell.generation() <= selected)
              .toList();
      judge(store, ofRow, before, before.stream().filter(KnownCell::isOnDisk).toList());
    }
    change.gone().stream().filter(cell -> !cell.isAnywhere()).forEach(this::remove);
  }

  private void judge(
      HStore store, Set<KnownCell> dropped, List<KnownCell> before, List<KnownCell> after)
      throws IOException {
    Set<KnownCell> live = known(ReadRules.purge(store, before));
    Set<KnownCell> kept = known(ReadRules.flush(store, before));
    for (KnownCell cell : dropped) {
      if (!CellUtil.isDelete(cell) && live.contains(cell)) {
        throw new AssertionError("a compaction has lost " + cell + ", of " + before);
      }
      if (kept.contains(cell) && isNeeded(cell, store.getScanInfo(), live, after)) {
        throw new AssertionError(
            "a compaction has dropped " + cell + ", and left what it covers, of " + before);
      }
    }
    for (KnownCell cell : known(ReadRules.purge(store, after))) {
      if (!CellUtil.isDelete(cell) && !live.contains(cell)) {
        throw new AssertionError("a compaction has brought back " + cell + ": " + before);
      }
    }
  }

  /**
   * Whether a delete marker covers something that nothing else covers. What is live is not covered:
   * by the new version behavior HBase forgets the newer of two markers of one load and family.
   */
  private boolean isNeeded(
      Cell marker, ScanInfo family, Set<KnownCell> live, List<KnownCell> cells) {
    return cells.stream()
        .filter(cell -> covers(marker, cell) && !isExpired(family, cell) && !live.contains(cell))
        .anyMatch(cell -> cells.stream().noneMatch(other -> covers(other, cell)));
  }

  /** Files have come or gone of which none has other cells. */
  void unchanged(Collection<List<Cell>> files) {
    Change change = change(files);
    requireNone(change.gone(), "gone");
    requireNone(change.came(), "came");
  }

  // ---------------------------------------------------------------- answers

  /** What a scan must show of everything. */
  List<Cell> read(Scan scan, HStore store) throws IOException {
    List<KnownCell> cells = new ArrayList<>();
    boolean all = scan.getStartRow().length == 0 && scan.getStopRow().length == 0;
    for (Map.Entry<byte[], List<KnownCell>> row : rows.entrySet()) {
      if (all || isIn(scan, row.getKey())) {
        cells.addAll(row.getValue());
      }
    }
    return ordered(scan, some(scan, ReadRules.read(forward(scan), store, cells)));
  }

  /** As many of each row's cells as a scan wants of a family. */
  private static List<Cell> some(Scan scan, List<Cell> cells) {
    int most = scan.getMaxResultsPerColumnFamily();
    if (most < 0) {
      return cells;
    }
    List<Cell> some = new ArrayList<>();
    Cell first = null;
    int ofRow = 0;
    for (Cell cell : cells) {
      if (first == null || !CellUtil.matchingRows(first, cell)) {
        first = cell;
        ofRow = 0;
      }
      int at = ofRow++ - scan.getRowOffsetPerColumnFamily();
      if (at >= 0 && at < most) {
        some.add(cell);
      }
    }
    return some;
  }

  /** What a scan of all rows must show to one who sees the files only. */
  List<Cell> readDisk(Scan scan, HStore store) throws IOException {
    return ordered(scan, ReadRules.read(forward(scan), store, all(KnownCell::isOnDisk)));
  }

  private List<KnownCell> all(Predicate<KnownCell> which) {
    return rows.values().stream().flatMap(List::stream).filter(which).toList();
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

  /** Cells that are in files and were in none before, and those that were and are in none. */
  private record Change(Set<KnownCell> came, Set<KnownCell> gone) {}

  /**
   * Looks at the files.
   *
   * @param files the cells of each; those of a file that was there before are the same list
   */
  private Change change(Collection<List<Cell>> files) {
    Map<List<Cell>, List<KnownCell>> now = new IdentityHashMap<>();
    List<KnownCell> added = new ArrayList<>();
    for (List<Cell> file : files) {
      List<KnownCell> cells = seen.remove(file);
      if (cells == null) {
        cells = file.stream().map(this::find).toList();
        added.addAll(cells);
      }
      now.put(file, cells);
    }
    Change change = new Change(new HashSet<>(), new HashSet<>());
    for (KnownCell cell : added) {
      if (cell.add()) {
        change.came().add(cell);
      }
    }
    for (List<KnownCell> file : seen.values()) {
      for (KnownCell cell : file) {
        if (cell.take() && !change.came().remove(cell)) {
          change.gone().add(cell);
        }
      }
    }
    seen = now;
    return change;
  }

  private KnownCell find(Cell cell) {
    KnownCell known = written.get(name(cell));
    if (known == null) {
      throw new AssertionError("nobody has written " + cell);
    }
    return known;
  }

  /** Answers of HBase's rules are what they were given. */
  private Set<KnownCell> known(Collection<? extends Cell> cells) {
    Set<KnownCell> known = new HashSet<>();
    for (Cell cell : cells) {
      known.add(cell instanceof KnownCell each ? each : find(cell));
    }
    return known;
  }

  private static void require(Collection<KnownCell> cells, String otherwise) {
    requireNone(cells.stream().filter(cell -> !cell.isOnDisk()).toList(), otherwise);
  }

  private static void requireNone(Collection<KnownCell> cells, String what) {
    if (!cells.isEmpty()) {
      throw new AssertionError(what + ": " + cells);
    }
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
