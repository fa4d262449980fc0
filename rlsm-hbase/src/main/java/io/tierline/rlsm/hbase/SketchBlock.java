/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.index.RowSketch;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.apache.hadoop.hbase.regionserver.CellSink;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.regionserver.TierlineStoreAccess;
import org.apache.hadoop.io.Writable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sketch of a file's rows, which the partition index is made of, as a meta block of its HFile.
 */
final class SketchBlock {

  private static final Logger LOG = LoggerFactory.getLogger(SketchBlock.class);

  private static final String NAME = "TIERLINE_ROW_SKETCH";

  private SketchBlock() {}

  /** Adds the sketch of a file that is about to be closed. */
  static void append(StoreFileWriter writer, RowSketch sketch) {
    TierlineStoreAccess.hfileWriter(writer).appendMetaBlock(NAME, new Block(sketch.toBytes()));
  }

  /** Bytes as they are, for HBase's writer. */
  private record Block(byte[] data) implements Writable {
    @Override
    public void write(DataOutput out) throws IOException {
      out.write(data);
    }

    @Override
    public void readFields(DataInput in) {
      throw new UnsupportedOperationException("blocks are read by their HFile");
    }
  }

  /**
   * The sketch of an open file.
   *
   * @return null if the file has none, as one that was loaded in bulk or written by another engine;
   *     HBase's own Bloom filter then answers for it
   */
  static RowSketch read(HStoreFile file) {
    HFile.Reader reader = file.getReader().getHFileReader();
    HFileBlock block = null;
    try {
      block = reader.getMetaBlock(NAME, false);
      if (block == null) {
        return null;
      }
      ByteBuff data = block.getBufferWithoutHeader();
      byte[] bytes = new byte[data.remaining()];
      data.get(bytes);
      return RowSketch.parse(bytes);
    } catch (IOException e) {
      LOG.warn("{}: the sketch of its rows is not used: {}", file.getPath(), e.getMessage());
      return null;
    } finally {
      if (block != null) {
        block.release();
      }
    }
  }

  /** Passes cells on and sketches their rows. */
  static final class Sink implements CellSink {
    private final CellSink next;
    private final RowSketch.Builder rows = RowSketch.builder();

    Sink(CellSink next) {
      this.next = next;
    }

    @Override
    public void append(Cell cell) throws IOException {
      next.append(cell);
      rows.add(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
    }

    RowSketch sketch() {
      return rows.build();
    }
  }
}
