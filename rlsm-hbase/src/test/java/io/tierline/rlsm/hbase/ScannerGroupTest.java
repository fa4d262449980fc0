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

import io.tierline.rlsm.layout.Layout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.KeyValueHeap;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which scanners are chained, and what that saves. */
class ScannerGroupTest {
  private static final ExtendedCell START = InnerCells.firstOnRow(new byte[0]);
  private static final int PARTITIONS = 4;
  private static final int ROWS = 10;

  private final HFileFolder folder = new HFileFolder();

  /** One of each partition, by rows. */
  private final List<RlsmStoreFile> files = new ArrayList<>();

  @BeforeEach
  void writeFiles() throws IOException {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      files.add(file(partition * ROWS, (partition + 1) * ROWS));
    }
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
    return open(folder.write(cells, BloomType.ROW, DataBlockEncoding.NONE));
  }

  private RlsmStoreFile open(Path path) throws IOException {
    RlsmStoreFile file = folder.ranged(path, BloomType.ROW);
    file.describe();
    return file;
  }

  private void layOut(List<? extends HStoreFile> all) {
    StoreState.empty(Layout.Limits.NONE).with(ImmutableList.copyOf(all)).chain();
  }

  private static StoreFileScanner stream(RlsmStoreFile file, int rank) throws IOException {
    return file.getStreamScanner(false, false, false, Long.MAX_VALUE, rank, false);
  }

  private List<StoreFileScanner> streams() throws IOException {
    List<StoreFileScanner> scanners = new ArrayList<>();
    for (RlsmStoreFile file : files) {
      scanners.add(stream(file, scanners.size()));
    }
    return scanners;
  }

  /** How many stand on a cell when all have gone to the first row. */
  private static int standing(List<StoreFileScanner> scanners) throws IOException {
    int standing = 0;
    for (StoreFileScanner scanner : scanners) {
      standing += scanner.seek(START) ? 1 : 0;
    }
    return standing;
  }

  private static void close(List<StoreFileScanner> scanners) {
    scanners.forEach(StoreFileScanner::close);
  }

  @Test
  void filesOfPartitionsAreOneScannerWhichOpensThemWhenTheyAreReached() throws IOException {
    layOut(files);
    List<StoreFileScanner> scanners = streams();
    int opened = folder.opened();
    assertThat(standing(scanners)).isEqualTo(1);
    assertThat(folder.opened()).isEqualTo(opened);
    try (KeyValueHeap heap = new KeyValueHeap(scanners, CellComparator.getInstance())) {
      assertThat(heap.getHeap()).isEmpty();
      for (int row = 0; row < PARTITIONS * ROWS; row++) {
        assertThat(folder.opened() - opened).isEqualTo(1 + row / ROWS);
        assertThat(CellUtil.cloneRow(heap.next())).isEqualTo(HFileFolder.row(row));
      }
      assertThat(heap.next()).isNull();
    }
    files.forEach(file -> assertThat(file.getRefCount()).isZero());
  }

  @Test
  void aFileThatWasPassedHoldsAReferenceButNoStream() throws IOException {
    layOut(files);
    List<StoreFileScanner> scanners = streams();
    standing(scanners);
    StoreFileScanner reading = scanners.get(0);
    for (int row = 0; row < ROWS + 1; row++) {
      reading.next();
    }
    assertThat(files.get(0).getRefCount()).as("with its stream's").isEqualTo(2);
    reading.shipped();
    assertThat(files.get(0).getRefCount()).isEqualTo(1);
    assertThat(files.get(1).getRefCount()).isEqualTo(2);
    reading.seek(START);
    reading.enforceSeek();
    assertThat(CellUtil.cloneRow(reading.peek())).isEqualTo(HFileFolder.row(0));
    close(scanners);
    files.forEach(file -> assertThat(file.getRefCount()).isZero());
  }

  @Test
  void whatOverlapsAPartitionsFilesIsReadByItself() throws IOException {
    RlsmStoreFile flush = open(folder.bulkLoaded(file(5, 25).getPath(), 9));
    List<HStoreFile> all = new ArrayList<>(files);
    all.add(flush);
    layOut(all);
    List<StoreFileScanner> scanners = streams();
    scanners.add(stream(flush, scanners.size()));
    assertThat(standing(scanners)).isEqualTo(2);
    close(scanners);
  }

  @Test
  void theFileOfASinglePartitionIsReadByItself() throws IOException {
    layOut(files.subList(0, 1));
    assertThat(stream(files.get(0), 0)).isInstanceOf(RlsmFileScanner.class);
    assertThat(stream(files.get(1), 1)).isInstanceOf(RlsmFileScanner.class);
  }

  @Test
  void scannersOfAnotherCallAreNotChained() throws IOException {
    layOut(files);
    List<StoreFileScanner> one = List.of(stream(files.get(0), 0), stream(files.get(1), 1));
    List<StoreFileScanner> other = List.of(stream(files.get(2), 0), stream(files.get(3), 1));
    assertThat(standing(one)).isEqualTo(1);
    assertThat(standing(other)).isEqualTo(1);
    close(one);
    close(other);
  }

  @Test
  void scannersAreNotChainedToOnesThatWereTouched() throws IOException {
    layOut(files);
    StoreFileScanner sought = stream(files.get(0), 0);
    sought.seek(START);
    StoreFileScanner closed = stream(files.get(1), 1);
    closed.close();
    List<StoreFileScanner> rest = List.of(stream(files.get(2), 2), stream(files.get(3), 3));
    assertThat(standing(rest)).isEqualTo(1);
    for (int row = 0; row < ROWS; row++) {
      sought.next();
    }
    assertThat(sought.peek()).as("nothing of another").isNull();
    sought.close();
    close(rest);
  }

  @Test
  void scannersOfOtherReadPointsOrWaysOfReadingAreNotChained() throws IOException {
    layOut(files);
    List<StoreFileScanner> mixed =
        List.of(
            stream(files.get(0), 0),
            files.get(1).getPreadScanner(false, Long.MAX_VALUE, 1, false),
            files.get(2).getPreadScanner(false, 5, 2, false),
            files.get(3).getPreadScanner(false, 5, 3, false));
    assertThat(standing(mixed)).isEqualTo(3);
    close(mixed);
  }

  @Test
  void filesOfDifferentStatesAreNotChained() throws IOException {
    layOut(files.subList(0, 2));
    layOut(files.subList(2, 4));
    List<StoreFileScanner> scanners = streams();
    assertThat(standing(scanners)).isEqualTo(2);
    close(scanners);
  }

  @Test
  void getsAndCompactionsReadFilesByThemselves() throws IOException {
    layOut(files);
    assertThat(files.get(0).getStreamScanner(false, false, true, 1, 0, false))
        .isInstanceOf(RlsmFileScanner.class);
    ScannerGroup.begin(true);
    assertThat(files.get(0).getPreadScanner(false, 1, 0, false))
        .isInstanceOf(RlsmFileScanner.class);
    ScannerGroup.begin(false);
    assertThat(files.get(0).getPreadScanner(false, 1, 0, false)).isInstanceOf(ChainedScanner.class);
  }

  @Test
  void anErrorInOneFileLeavesNoReferenceToAny() throws IOException {
    layOut(files);
    List<StoreFileScanner> scanners = streams();
    standing(scanners);
    StoreFileScanner reading = scanners.get(0);
    reading.enforceSeek();
    files.get(1).deleteStoreFile();
    assertThatThrownBy(
            () -> {
              while (reading.next() != null) {
                // To the file that is gone.
              }
            })
        .isInstanceOf(IOException.class);
    close(scanners);
    files.forEach(file -> assertThat(file.getRefCount()).isZero());
  }
}
