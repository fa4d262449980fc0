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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.KeyValueHeap;
import org.apache.hadoop.hbase.regionserver.ReversedKeyValueHeap;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a file is opened and read, and how it is counted. */
class RlsmStoreFileTest {
  private static final ExtendedCell START = InnerCells.firstOnRow(new byte[0]);
  private static final int FILES = 20;
  private static final int ROWS_PER_FILE = 40;

  private final HFileFolder folder = new HFileFolder();
  private RlsmStoreFile file;

  @BeforeEach
  void writeAFile() throws IOException {
    file = file(100, 100 + ROWS_PER_FILE);
  }

  @AfterEach
  void deleteTheFolder() throws IOException {
    folder.close();
  }

  private RlsmStoreFile file(int from, int to) throws IOException {
    List<KeyValue> cells = new ArrayList<>();
    for (int row = from; row < to; row++) {
      cells.add(
          new KeyValue(
              HFileFolder.row(row), HFileFolder.FAMILY, Bytes.toBytes("q"), 1L, new byte[50]));
    }
    return folder.ranged(folder.write(cells, BloomType.ROW, DataBlockEncoding.NONE), BloomType.ROW);
  }

  private static ExtendedCell key(int row) {
    return InnerCells.firstOnRow(HFileFolder.row(row));
  }

  private StoreFileScanner stream() throws IOException {
    return file.getStreamScanner(false, false, false, Long.MAX_VALUE, 0, false);
  }

  private static List<String> rest(StoreFileScanner scanner) throws IOException {
    List<String> rows = new ArrayList<>();
    for (Cell cell = scanner.next(); cell != null; cell = scanner.next()) {
      rows.add(Bytes.toString(CellUtil.cloneRow(cell)));
    }
    return rows;
  }

  @Test
  void aStreamIsOpenedWhenTheFirstCellIsNeededAndNotBefore() throws IOException {
    int opened = folder.opened();
    StoreFileScanner scanner = stream();
    assertThat(scanner.seek(START)).isTrue();
    assertThat(scanner.reseek(key(50))).isTrue();
    assertThat(scanner.seekToLastRow()).isTrue();
    assertThat(scanner.seek(key(200))).isFalse();
    assertThat(scanner.seekToPreviousRow(key(100))).isFalse();
    assertThat(scanner.seek(START)).isTrue();
    assertThat(folder.opened()).isEqualTo(opened);
    scanner.enforceSeek();
    assertThat(folder.opened()).isEqualTo(opened + 1);
    assertThat(rest(scanner)).hasSize(ROWS_PER_FILE);
    scanner.close();
  }

  @Test
  void theFileIsReferencedFromTheScannersMakingToItsClosing() throws IOException {
    StoreFileScanner unused = stream();
    StoreFileScanner used = file.getPreadScanner(false, Long.MAX_VALUE, 0, false);
    assertThat(file.getRefCount()).isEqualTo(2);
    used.seek(key(110));
    used.close();
    used.close();
    assertThat(file.isReferencedInReads()).isTrue();
    unused.close();
    assertThat(file.isReferencedInReads()).isFalse();
  }

  @Test
  void aStreamThatCannotBeOpenedLeavesNoReference() throws IOException {
    StoreFileScanner scanner = stream();
    scanner.seek(START);
    file.deleteStoreFile();
    assertThatThrownBy(scanner::enforceSeek).isInstanceOf(IOException.class);
    scanner.close();
    assertThat(file.getRefCount()).isZero();
    assertThatThrownBy(() -> scanner.seek(key(110))).isInstanceOf(IOException.class);
  }

  @Test
  void aStreamThatIsNotOpenKnowsNoBlock() throws IOException {
    StoreFileScanner scanner = stream();
    AtomicInteger bytes = new AtomicInteger();
    scanner.recordBlockSize(bytes::addAndGet);
    scanner.shipped();
    assertThat(scanner.getNextIndexedKey()).isNull();
    assertThat(bytes).hasValue(0);
    scanner.seek(key(110));
    scanner.recordBlockSize(bytes::addAndGet);
    assertThat(scanner.getNextIndexedKey()).isNotNull();
    assertThat(bytes).hasPositiveValue();
    scanner.close();
  }

  @Test
  void whatStandsForAFileIsComparedAsItsCellsAre() throws IOException {
    StoreFileScanner scanner = stream();
    scanner.seek(START);
    assertThat(scanner.peek()).isInstanceOf(KeyValue.class);
    scanner.enforceSeek();
    assertThat(scanner.peek()).isInstanceOf(KeyValue.class);
    scanner.close();
  }

  @Test
  void aShortScanOfManyDisjointFilesOpensTheOneThatItReaches() throws IOException {
    List<StoreFileScanner> scanners = disjointStreams();
    int opened = folder.opened();
    for (StoreFileScanner scanner : scanners) {
      scanner.seek(key(0));
    }
    try (KeyValueHeap heap = new KeyValueHeap(scanners, CellComparator.getInstance())) {
      for (int i = 0; i < 5; i++) {
        assertThat(CellUtil.cloneRow(heap.next())).isEqualTo(HFileFolder.row(i));
      }
      assertThat(folder.opened()).isEqualTo(opened + 1);
      heap.reseek(key(ROWS_PER_FILE * 7 + 3));
      assertThat(CellUtil.cloneRow(heap.next())).isEqualTo(HFileFolder.row(ROWS_PER_FILE * 7 + 3));
      assertThat(folder.opened()).isEqualTo(opened + 2);
    }
  }

  @Test
  void aShortReverseScanOfManyDisjointFilesOpensTheOneThatItReaches() throws IOException {
    List<StoreFileScanner> scanners = disjointStreams();
    int opened = folder.opened();
    for (StoreFileScanner scanner : scanners) {
      scanner.seekToLastRow();
    }
    try (KeyValueHeap heap = new ReversedKeyValueHeap(scanners, CellComparator.getInstance())) {
      for (int i = 1; i <= 5; i++) {
        assertThat(CellUtil.cloneRow(heap.next()))
            .isEqualTo(HFileFolder.row(FILES * ROWS_PER_FILE - i));
      }
      assertThat(folder.opened()).isEqualTo(opened + 1);
      heap.backwardSeek(key(ROWS_PER_FILE * 7 + 3));
      assertThat(CellUtil.cloneRow(heap.next())).isEqualTo(HFileFolder.row(ROWS_PER_FILE * 7 + 3));
      assertThat(folder.opened()).isEqualTo(opened + 2);
    }
  }

  private List<StoreFileScanner> disjointStreams() throws IOException {
    List<StoreFileScanner> scanners = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      scanners.add(
          file(i * ROWS_PER_FILE, (i + 1) * ROWS_PER_FILE)
              .getStreamScanner(false, false, false, Long.MAX_VALUE, i, false));
    }
    return scanners;
  }
}
