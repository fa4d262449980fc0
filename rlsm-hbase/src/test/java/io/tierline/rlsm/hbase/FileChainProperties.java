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
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;

/** Any sequence of calls finds in a chain of files what stock scanners find in all of them. */
class FileChainProperties {
  private static final ExtendedCell LOWEST = InnerCells.firstOnRow(new byte[0]);
  private static final int CELLS = 150;
  private static final int FILES = 5;
  private static final DataBlockEncoding[] ENCODINGS = {
    DataBlockEncoding.NONE, DataBlockEncoding.FAST_DIFF, DataBlockEncoding.ROW_INDEX_V1
  };

  private final List<RlsmStoreFile> files = new ArrayList<>();
  private final List<Cell> expected = new ArrayList<>();

  @Tag("slow")
  @Property(tries = 120)
  void anySequenceOfCallsFindsTheCellsOfAllFiles(@ForAll long seed, @ForAll boolean isStream)
      throws IOException {
    Random random = new Random(seed);
    long readPoint = random.nextInt(12);
    try (HFileFolder folder = new HFileFolder()) {
      files.clear();
      expected.clear();
      for (SortedSet<KeyValue> part :
          HFileFolder.parts(random, HFileFolder.cells(random, CELLS), FILES)) {
        write(folder, random, part, readPoint);
      }
      HFileFolder.chain(HFileFolder.newState(), 0, files);
      List<StoreFileScanner> byRows = scanners(random, isStream, readPoint);
      StoreFileScanner reading = byRows.get(0);
      List<StoreFileScanner> silent = byRows.subList(1, byRows.size());
      for (StoreFileScanner scanner : silent) {
        assertThat(scanner.seek(LOWEST)).isFalse();
        assertThat(scanner.realSeekDone()).isTrue();
        if (random.nextBoolean()) {
          scanner.close();
        }
      }
      new ScannerWalk(reading, expected, random).run();
      for (int i = 0; i < silent.size(); i++) {
        assertStandsBefore(silent.get(i), files.get(i + 1));
      }
      files.forEach(file -> assertThat(file.getRefCount()).isPositive());
      reading.close();
      reading.close();
      silent.forEach(StoreFileScanner::close);
      for (RlsmStoreFile file : files) {
        assertThat(file.getRefCount()).isZero();
        file.closeStoreFile(true);
      }
    }
  }

  private void write(HFileFolder folder, Random random, SortedSet<KeyValue> part, long readPoint)
      throws IOException {
    Path file = folder.write(part, BloomType.ROW, ENCODINGS[random.nextInt(ENCODINGS.length)]);
    if (random.nextInt(4) == 0) {
      file = folder.bulkLoaded(file, 1 + random.nextInt(10));
    }
    files.add(folder.ranged(file, BloomType.ROW));
    expected.addAll(ScannerWalk.stockCells(folder.stock(file, BloomType.ROW), false, readPoint));
  }

  /** As HBase makes them, by ages that have nothing to do with rows; returned by rows. */
  private List<StoreFileScanner> scanners(Random random, boolean isStream, long readPoint)
      throws IOException {
    List<Integer> byAge = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      byAge.add(i);
    }
    Collections.shuffle(byAge, random);
    ScannerGroup.begin(false);
    StoreFileScanner[] scanners = new StoreFileScanner[files.size()];
    for (int rank = 0; rank < scanners.length; rank++) {
      RlsmStoreFile file = files.get(byAge.get(rank));
      scanners[byAge.get(rank)] =
          isStream
              ? file.getStreamScanner(false, false, false, readPoint, rank, false)
              : file.getPreadScanner(false, readPoint, rank, false);
    }
    return List.of(scanners);
  }

  /** A silent scanner stands on a cell once it is closed, until the seek it has put off. */
  private static void assertStandsBefore(StoreFileScanner silent, RlsmStoreFile file)
      throws IOException {
    silent.close();
    assertThat(silent.getFilePath()).isEqualTo(file.getPath());
    assertThat(silent.realSeekDone()).isFalse();
    assertThat(CellComparator.getInstance().compareRows(silent.peek(), file.rows().first()))
        .isNotNegative();
    assertThat(file.rows().endBefore(silent.peek())).isFalse();
    silent.enforceSeek();
    assertThat(silent.peek()).isNull();
    assertThat(silent.next()).isNull();
    silent.close();
    assertThat(silent.peek()).isNotNull();
  }
}
