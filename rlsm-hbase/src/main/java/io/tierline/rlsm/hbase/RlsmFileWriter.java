/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.FileMeta.Role;
import io.tierline.rlsm.layout.KeyRange;
import io.tierline.rlsm.plan.Plan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.regionserver.AbstractMultiFileWriter;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;

/** Writes the outputs of one compaction: a run, or bases cut where the plan says. */
final class RlsmFileWriter extends AbstractMultiFileWriter {

  private final Plan plan;
  private final Collection<HStoreFile> consumed;
  private final List<Output> outputs = new ArrayList<>();
  private Output open;
  private int nextCut;

  /**
   * A writer for one compaction.
   *
   * @param plan what is compacted
   * @param consumed the files that are given up
   */
  RlsmFileWriter(Plan plan, Collection<HStoreFile> consumed) {
    this.plan = plan;
    this.consumed = consumed;
  }

  @Override
  public void append(Cell cell) throws IOException {
    byte[] cut = null;
    while (nextCut < plan.cuts().size() && isAtOrAfter(cell, plan.cuts().get(nextCut))) {
      cut = plan.cuts().get(nextCut++);
    }
    if (open == null) {
      open = openOutput(plan.range().start());
    } else if (cut != null) {
      open = openOutput(cut);
    }
    open.append(cell);
    open.cells++;
    if (CellUtil.isDelete(cell)) {
      open.deletes++;
    }
  }

  private static boolean isAtOrAfter(Cell cell, byte[] row) {
    int from = cell.getRowOffset();
    return Arrays.compareUnsigned(
            cell.getRowArray(), from, from + cell.getRowLength(), row, 0, row.length)
        >= 0;
  }

  private Output openOutput(byte[] start) throws IOException {
    Output output = new Output(writerFactory.createWriter(), start, plan.kind() == Plan.Kind.RUN);
    outputs.add(output);
    return output;
  }

  @Override
  protected Collection<StoreFileWriter> writers() {
    return outputs.stream().map(output -> output.writer).toList();
  }

  /**
   * Ends the outputs. Only the last names the files that the compaction gives up: outputs are moved
   * into place in this order, and HBase archives what a file in place names when it opens a region,
   * so a crash between two moves must not find the names yet.
   *
   * @param maxSequenceId the highest sequence id of the inputs
   * @param major whether this was a major compaction
   * @return the files, in the order in which they must be moved into place
   */
  List<Path> commit(long maxSequenceId, boolean major) throws IOException {
    if (outputs.isEmpty()) {
      // Nothing is left of the inputs but their sequence id, and what they have absorbed.
      openOutput(plan.range().start());
    }
    List<Path> paths = new ArrayList<>(outputs.size());
    for (int i = 0; i < outputs.size(); i++) {
      boolean last = i == outputs.size() - 1;
      StoreFileWriter writer = outputs.get(i).writer;
      byte[] end = last ? plan.range().end() : outputs.get(i + 1).start;
      writer.appendMetadata(maxSequenceId, major, last ? consumed : List.of());
      writer.appendFileInfo(RlsmFileInfo.KEY, info(outputs.get(i), end).toBytes());
      if (outputs.get(i).sketching != null) {
        SketchBlock.append(writer, outputs.get(i).sketching.sketch());
      }
      writer.close();
      paths.add(writer.getPath());
    }
    return paths;
  }

  private RlsmFileInfo info(Output output, byte[] end) {
    boolean base = plan.kind() == Plan.Kind.FOLD;
    return new RlsmFileInfo(
        base ? Role.BASE : Role.RUN,
        // Markers that were kept although they could have gone are not worth another attempt.
        plan.dropDeletes() ? 0 : output.deletes,
        superseded(),
        base ? KeyRange.of(output.start, end) : KeyRange.ALL,
        plan.absorbed());
  }

  private double superseded() {
    long read = Math.max(1, plan.inputs().stream().mapToLong(file -> file.cells()).sum());
    long written = outputs.stream().mapToLong(output -> output.cells).sum();
    // Cells outside the range of a fold are read by nobody: a fraction too high is a cautious one.
    return Math.max(0, Math.min(1, 1 - (double) written / read));
  }

  private static final class Output {
    private final StoreFileWriter writer;
    private final byte[] start;

    /** Null for a base: a read of its range always looks into it. */
    private final SketchBlock.Sink sketching;

    private long cells;
    private long deletes;

    private Output(StoreFileWriter writer, byte[] start, boolean run) {
      this.writer = writer;
      this.start = start;
      this.sketching = run ? new SketchBlock.Sink(writer) : null;
    }

    private void append(Cell cell) throws IOException {
      if (sketching == null) {
        writer.append(cell);
      } else {
        sketching.append(cell);
      }
    }
  }
}
