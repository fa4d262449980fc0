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
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.KeyValueHeap;
import org.apache.hadoop.hbase.regionserver.KeyValueScanner;
import org.apache.hadoop.hbase.regionserver.ReversedKeyValueHeap;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * All that HBase's scanner of a store does with the scanners of its files, in any order: what it
 * sees is what it sees of stock files. It makes a heap of them, and a new one when the store has
 * been flushed; it closes those at their end when cells are shipped, and may open files anew then.
 */
class ChainedHeapProperties {
  private static final CellComparator ORDER = CellComparator.getInstance();
  private static final int STACKED = 3;
  private static final int PARTITIONS = 4;
  private static final int CELLS = 80;
  private static final int CALLS = 60;

  /** Of all cells; see LazyStoreScannerProperties for why reversed scans see all. */
  private static final long NEWEST = 10;

  @Tag("slow")
  @Property(tries = 120)
  void aHeapOfChainsYieldsWhatAHeapOfStockFilesYields(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    boolean isTied = random.nextBoolean();
    try (HFileFolder folder = new HFileFolder()) {
      List<HStoreFile> ranged = new ArrayList<>();
      List<HStoreFile> stock = new ArrayList<>();
      long state = HFileFolder.newState();
      for (int chain = 0; chain < STACKED; chain++) {
        List<HStoreFile> files = new ArrayList<>();
        for (SortedSet<KeyValue> part :
            HFileFolder.parts(random, cells(random, isTied), PARTITIONS)) {
          Path file = folder.write(part, BloomType.ROW, DataBlockEncoding.NONE);
          files.add(folder.ranged(file, BloomType.ROW));
          stock.add(folder.stock(file, BloomType.ROW));
        }
        HFileFolder.chain(state, chain, files);
        ranged.addAll(files);
      }
      // One that has rows of all, as in Level 0.
      Path flushed = folder.write(cells(random, isTied), BloomType.ROW, DataBlockEncoding.NONE);
      ranged.add(folder.ranged(flushed, BloomType.ROW));
      stock.add(folder.stock(flushed, BloomType.ROW));
      Collections.shuffle(ranged, new Random(seed));
      Collections.shuffle(stock, new Random(seed));

      boolean isReversed = random.nextBoolean();
      long readPoint = isReversed ? NEWEST : NEWEST - random.nextInt(8);
      try (Scan ours = new Scan(ranged, isReversed, readPoint, random.nextBoolean());
          Scan theirs = new Scan(stock, isReversed, readPoint, ours.isStream)) {
        run(ours, theirs, random, isReversed);
      }
      for (HStoreFile file : ranged) {
        assertThat(file.getRefCount()).isZero();
        file.closeStoreFile(true);
      }
      for (HStoreFile file : stock) {
        file.closeStoreFile(true);
      }
    }
  }

  /** If tied, often the same but for their values, so that the age of their files decides. */
  private static SortedSet<KeyValue> cells(Random random, boolean isTied) {
    SortedSet<KeyValue> cells = HFileFolder.cells(random, CELLS);
    if (!isTied) {
      return cells;
    }
    SortedSet<KeyValue> tied = new TreeSet<>(ORDER);
    for (KeyValue cell : cells) {
      KeyValue same =
          new KeyValue(
              CellUtil.cloneRow(cell),
              HFileFolder.FAMILY,
              CellUtil.cloneQualifier(cell),
              1L,
              KeyValue.Type.codeToType(cell.getTypeByte()),
              CellUtil.cloneValue(cell));
      same.setSequenceId(1);
      tied.add(same);
    }
    return tied;
  }

  private static void run(Scan ours, Scan theirs, Random random, boolean isReversed)
      throws IOException {
    Cell start = random.nextInt(3) == 0 ? null : key(random);
    ours.start(start);
    theirs.start(start);
    for (int call = 0; call < CALLS && same(ours.heap.peek(), theirs.heap.peek()); call++) {
      int what = random.nextInt(12);
      Cell key = what < 3 ? key(random) : null;
      boolean useBloom = random.nextBoolean();
      for (Scan scan : List.of(ours, theirs)) {
        switch (what) {
          case 0, 1, 2 -> scan.go(key, what, useBloom);
          case 3 -> scan.shipped();
          case 4 -> scan.newHeap();
          case 5 -> scan.openAnew();
          default -> scan.next();
        }
      }
    }
    while (same(ours.heap.peek(), theirs.heap.peek())) {
      assertThat(same(ours.next(), theirs.next())).isTrue();
    }
    assertThat(ours.heap.peek()).isNull();
  }

  /** Whether there is a cell; it must be the same. */
  @SuppressWarnings("deprecation")
  private static boolean same(Cell ours, Cell theirs) {
    assertThat(ours == null).as("%s, not %s", ours, theirs).isEqualTo(theirs == null);
    if (ours == null) {
      return false;
    }
    assertThat(ORDER.compare(ours, theirs)).as("%s, not %s", ours, theirs).isZero();
    assertThat(ours.getSequenceId()).isEqualTo(theirs.getSequenceId());
    assertThat(CellUtil.matchingValue(ours, theirs)).as("value of %s", ours).isTrue();
    return true;
  }

  private static Cell key(Random random) {
    byte[] row = HFileFolder.row(random.nextInt(HFileFolder.ROWS));
    return random.nextBoolean()
        ? PrivateCellUtil.createFirstOnRow(row)
        : new KeyValue(
            row,
            HFileFolder.FAMILY,
            Bytes.toBytes("b"),
            1 + random.nextInt(9),
            KeyValue.Type.Maximum);
  }

  /** What HBase's scanner of a store does with scanners of files. */
  private static final class Scan implements AutoCloseable {
    private final Map<String, HStoreFile> byName = new HashMap<>();
    private final boolean isReversed;
    private final long readPoint;
    private boolean isStream;
    private List<KeyValueScanner> scanners;
    private KeyValueHeap heap;
    private Cell last;

    /** A scan of files, oldest first, that has not begun. */
    Scan(List<HStoreFile> files, boolean isReversed, long readPoint, boolean isStream)
        throws IOException {
      files.forEach(file -> byName.put(file.getPath().getName(), file));
      this.isReversed = isReversed;
      this.readPoint = readPoint;
      this.isStream = isStream;
      this.scanners = scanners(files);
    }

    private List<KeyValueScanner> scanners(List<HStoreFile> files) throws IOException {
      List<KeyValueScanner> made = new ArrayList<>();
      ScannerGroup.begin(false);
      for (int rank = 0; rank < files.size(); rank++) {
        made.add(
            isStream
                ? files.get(rank).getStreamScanner(false, false, false, readPoint, rank, true)
                : files.get(rank).getPreadScanner(false, readPoint, rank, true));
      }
      return made;
    }

    /** Null for the first row, or the last. */
    void start(Cell key) throws IOException {
      for (KeyValueScanner scanner : scanners) {
        if (isReversed && key == null) {
          scanner.seekToLastRow();
        } else if (isReversed) {
          scanner.backwardSeek(InnerCells.of(key));
        } else {
          scanner.seek(key == null ? InnerCells.firstOnRow(new byte[0]) : InnerCells.of(key));
        }
      }
      newHeap();
    }

    /** As HBase after a flush: of all scanners that it has ever had. */
    void newHeap() throws IOException {
      heap =
          isReversed
              ? new ReversedKeyValueHeap(scanners, ORDER)
              : new KeyValueHeap(scanners, ORDER);
    }

    Cell next() throws IOException {
      Cell cell = heap.next();
      last = cell == null ? null : KeyValueUtil.copyToNewKeyValue(cell);
      return last;
    }

    /** Goes to a key that lies further on; nothing if it does not. */
    void go(Cell key, int how, boolean useBloom) throws IOException {
      Cell top = heap.peek();
      if (isReversed) {
        int order = ORDER.compareRows(key, top);
        if (how == 0 && order <= 0) {
          heap.seekToPreviousRow(InnerCells.of(PrivateCellUtil.createFirstOnRow(top)));
        } else if (order < 0) {
          heap.backwardSeek(InnerCells.of(key));
        }
      } else if (ORDER.compare(key, top) > 0) {
        if (how == 0) {
          heap.reseek(InnerCells.of(key));
        } else {
          heap.requestSeek(InnerCells.of(key), true, useBloom);
        }
      }
    }

    void shipped() throws IOException {
      heap.shipped();
    }

    /**
     * As HBase when it goes over to streams: those that stand on a cell, by their names. Not
     * between cells that differ by their sequence ids alone: HBase seeks without them, and sees
     * those that it has passed again, unless their files have come to an end.
     */
    void openAnew() throws IOException {
      shipped();
      Cell top = heap.peek();
      if (last != null && CellComparatorImpl.COMPARATOR.compare(last, top, true) == 0) {
        return;
      }
      List<HStoreFile> again = new ArrayList<>();
      for (KeyValueScanner scanner : scanners) {
        if (scanner.peek() != null) {
          again.add(byName.get(scanner.getFilePath().getName()));
        }
      }
      assertThat(again).doesNotHaveDuplicates();
      List<KeyValueScanner> old = scanners;
      isStream = true;
      scanners = scanners(again);
      for (KeyValueScanner scanner : scanners) {
        if (isReversed) {
          scanner.backwardSeek(InnerCells.of(top));
        } else {
          scanner.seek(InnerCells.of(top));
        }
      }
      newHeap();
      old.forEach(KeyValueScanner::close);
    }

    @Override
    public void close() {
      heap.close();
    }
  }
}
