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
import io.tierline.rlsm.plan.Plan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.regionserver.AbstractMultiFileWriter;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.HostSink;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;

/** Writes the outputs of one compaction: parts of a run, or bases, cut where the plan says. */
final class RlsmFileWriter extends AbstractMultiFileWriter implements HostSink {

  private final Plan plan;
  private final Collection<HStoreFile> consumed;
  private final boolean selective;
  private final List<CountingSink> outputs = new ArrayList<>();
  private int nextCut;

  /**
   * A writer for one compaction.
   *
   * @param plan what is compacted
   * @param consumed the files that are given up
   * @param selective whether any delete marker takes only some of the cells below it
   */
  RlsmFileWriter(Plan plan, Collection<HStoreFile> consumed, boolean selective) {
    this.plan = plan;
    this.consumed = consumed;
    this.selective = selective;
  }

  @Override
  public void append(Cell cell) throws IOException {
    boolean cut = outputs.isEmpty();
    while (nextCut < plan.cuts().size() && isAtOrAfter(cell, plan.cuts().get(nextCut))) {
      nextCut++;
      cut = true;
    }
    if (cut) {
      openOutput();
    }
    outputs.get(outputs.size() - 1).append(cell);
  }

  private static boolean isAtOrAfter(Cell cell, byte[] row) {
    int from = cell.getRowOffset();
    return Arrays.compareUnsigned(
            cell.getRowArray(), from, from + cell.getRowLength(), row, 0, row.length)
        >= 0;
  }

  private void openOutput() throws IOException {
    outputs.add(new CountingSink(writerFactory.createWriter(), selective));
  }

  @Override
  protected Collection<StoreFileWriter> writers() {
    return outputs.stream().map(CountingSink::writer).toList();
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
      // Nothing is left of the inputs but their sequence id.
      openOutput();
    }
    List<Path> paths = new ArrayList<>(outputs.size());
    for (int i = 0; i < outputs.size(); i++) {
      boolean last = i == outputs.size() - 1;
      StoreFileWriter writer = outputs.get(i).writer();
      writer.appendMetadata(maxSequenceId, major, last ? consumed : List.of());
      writer.appendFileInfo(RlsmFileInfo.KEY, info(outputs.get(i)).toBytes());
      writer.close();
      paths.add(writer.getPath());
    }
    return paths;
  }

  private RlsmFileInfo info(CountingSink output) throws IOException {
    if (output.fault() != null) {
      throw new IOException("the cells of an output were not counted", output.fault());
    }
    // Markers that were kept although they could have gone are not worth another attempt.
    long deletes = plan.drops().deletes() ? 0 : output.deletes();
    return output.info(plan.kind() == Plan.Kind.FOLD ? Role.BASE : Role.RUN, deletes);
  }
}
