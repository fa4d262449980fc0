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
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;

/** Any sequence of calls finds what a stock scanner finds. */
class RlsmFileScannerProperties {
  private static final int CELLS = 150;
  private static final DataBlockEncoding[] ENCODINGS = {
    DataBlockEncoding.NONE, DataBlockEncoding.FAST_DIFF, DataBlockEncoding.ROW_INDEX_V1
  };

  /** How a scanner over the file is opened. */
  private enum Kind {
    PREAD,
    STREAM,
    COMPACTION
  }

  @Tag("slow")
  @Property(tries = 150)
  void anySequenceOfCallsFindsTheCellsOfTheFile(@ForAll long seed, @ForAll Kind kind)
      throws IOException {
    Random random = new Random(seed);
    try (HFileFolder folder = new HFileFolder()) {
      Path file =
          folder.write(
              HFileFolder.cells(random, CELLS),
              BloomType.ROW,
              ENCODINGS[random.nextInt(ENCODINGS.length)]);
      if (random.nextInt(4) == 0) {
        file = folder.bulkLoaded(file, 1 + random.nextInt(10));
      }
      long readPoint = random.nextInt(12);
      RlsmStoreFile ranged = folder.ranged(file, BloomType.ROW);
      StoreFileScanner scanner = open(ranged, kind, readPoint);
      List<Cell> expected =
          ScannerWalk.stockCells(
              folder.stock(file, BloomType.ROW), kind == Kind.COMPACTION, readPoint);
      assertThat(ranged.getRefCount()).isEqualTo(1);
      new ScannerWalk(scanner, expected, random).run();
      scanner.close();
      scanner.close();
      assertThat(ranged.getRefCount()).isZero();
      ranged.closeStoreFile(true);
    }
  }

  private static StoreFileScanner open(RlsmStoreFile file, Kind kind, long readPoint)
      throws IOException {
    return kind == Kind.PREAD
        ? file.getPreadScanner(false, readPoint, 0, false)
        : file.getStreamScanner(false, false, kind == Kind.COMPACTION, readPoint, 0, false);
  }
}
