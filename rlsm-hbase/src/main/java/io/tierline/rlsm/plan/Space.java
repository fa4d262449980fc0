/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.FileMeta.Role;
import io.tierline.rlsm.layout.KeySample;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import io.tierline.rlsm.plan.SampledCells.Cell;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * An estimate of the bytes that are superseded and still there, from the samples of the files: of
 * the rows that all samples have in full, those cells are counted that newer ones supersede.
 *
 * <p>A file without a sample, as one that was loaded in bulk, may have superseded as much as it has
 * bytes, and has likely done what the others have.
 */
final class Space {
  /** What nobody knows may be more than what is likely by this factor. */
  private static final double UNKNOWN_SHARE = 1.6;

  /** So many cells of all samples say enough. */
  private static final int CELLS_ENOUGH = 2048;

  /** A sample that is not of all cells says too little with fewer. */
  private static final int CELLS_LEAST = 16;

  private static final int LEVEL_0 = -1;

  private final Layout layout;
  private final int versions;
  private final boolean keepsDeleted;
  private final List<FileMeta> files;

  /** By file, its partition or {@link #LEVEL_0}. */
  private final int[] partitionOf;

  private final Bytes[] inPartitions;
  private Bytes byLevel0 = Bytes.NONE;

  /**
   * Looks at a layout.
   *
   * @param settings tell which cells a newer one supersedes
   */
  Space(Layout layout, PlannerSettings settings) {
    this.layout = layout;
    this.versions = settings.versions();
    this.keepsDeleted = settings.keepsDeleted();
    this.files = layout.files();
    List<Partition> partitions = layout.partitions();
    this.inPartitions = new Bytes[partitions.size()];
    Map<FileMeta, Integer> found = new HashMap<>();
    for (int i = 0; i < inPartitions.length; i++) {
      inPartitions[i] = Bytes.NONE;
      for (FileMeta file : partitions.get(i).files()) {
        found.put(file, i);
      }
    }
    this.partitionOf = files.stream().mapToInt(file -> found.getOrDefault(file, LEVEL_0)).toArray();
    double share = addKnown();
    addUnknown(share);
  }

  /**
   * Superseded bytes.
   *
   * @param likely if files without a sample are as those that have one
   * @param most if every cell of files without a sample supersedes an older one
   */
  record Bytes(double likely, double most) {
    static final Bytes NONE = new Bytes(0, 0);

    Bytes plus(Bytes other) {
      return new Bytes(likely + other.likely, most + other.most);
    }

    /**
     * Whether they are too many.
     *
     * @param all bytes of all files
     * @param share what is likely may be this share of the live bytes
     * @param least live bytes are taken to be this at least
     */
    boolean areTooMany(long all, double share, long least) {
      return likely > share * Math.max(least, all - likely)
          || most > UNKNOWN_SHARE * share * Math.max(least, all - most);
    }
  }

  /** Superseded bytes of a partition, by cells of its own; Level 0 apart. */
  Bytes in(int partition) {
    return inPartitions[partition];
  }

  /** Superseded bytes of all files. */
  Bytes all() {
    Bytes all = byLevel0;
    for (Bytes each : inPartitions) {
      all = all.plus(each);
    }
    return all;
  }

  /** Bytes that are likely live. */
  double live() {
    return layout.bytes() - all().likely();
  }

  /**
   * About what compactions write that give some files up: all of them but what is superseded in
   * partitions that go as a whole.
   */
  double left(Set<String> names) {
    double left = 0;
    for (FileMeta file : files) {
      left += names.contains(file.name()) ? file.bytes() : 0;
    }
    for (int i = 0; i < inPartitions.length; i++) {
      boolean whole =
          layout.partitions().get(i).files().stream().allMatch(file -> names.contains(file.name()));
      left -= whole ? inPartitions[i].likely() : 0;
    }
    return left;
  }

  /** Bytes that Level 0 has superseded, there or in the partitions. */
  Bytes byLevel0() {
    return byLevel0;
  }

  private static boolean isKnown(FileMeta file) {
    KeySample keys = file.keys();
    return keys.limit() > 0
        && (KeySample.share(keys.limit()) == 1 || keys.below(keys.limit()) >= CELLS_LEAST);
  }

  /** Counts superseded cells of the samples; the share of bytes that are. */
  private double addKnown() {
    List<FileMeta> known = files.stream().filter(Space::isKnown).toList();
    long limit = known.stream().mapToLong(file -> file.keys().limit()).min().orElse(0);
    long enough = limit;
    long cells = known.stream().mapToLong(file -> file.keys().below(enough)).sum();
    if (cells > CELLS_ENOUGH) {
      limit = Math.max(1, (long) ((double) limit * CELLS_ENOUGH / cells));
    }
    int[] counts = new int[files.size()];
    double sampledBytes = 0;
    for (int i = 0; i < counts.length; i++) {
      counts[i] = isKnown(files.get(i)) ? files.get(i).keys().below(limit) : 0;
      sampledBytes += counts[i] * bytesOfCell(i);
    }
    // What is known to be there tells what share of it the samples are, better than their limit.
    long bytes = known.stream().mapToLong(FileMeta::bytes).sum();
    double share = sampledBytes / Math.max(1, bytes);
    DoubleAdder superseded = new DoubleAdder();
    new SampledCells(files, counts).forEachRowOfSeveral(row -> superseded.add(addRow(row, share)));
    return bytes == 0 ? 1 : Math.min(1, superseded.sum() / bytes);
  }

  private double addRow(List<Cell> row, double share) {
    Newer inLevel1 = new Newer();
    Newer anywhere = new Newer();
    for (Cell cell : row) {
      if (cell.kind() == KeySample.Kind.DELETE_ROW && !keepsDeleted) {
        anywhere.deleteRow(cell);
        if (isInLevel1(cell)) {
          inLevel1.deleteRow(cell);
        }
      }
    }
    double superseded = 0;
    for (Cell cell : withoutKept(row)) {
      double bytes = bytesOfCell(cell.file()) / share;
      boolean bySame = isInLevel1(cell) && inLevel1.supersedes(cell);
      if (bySame) {
        int partition = partitionOf[cell.file()];
        inPartitions[partition] = inPartitions[partition].plus(new Bytes(bytes, bytes));
      }
      if (bySame || anywhere.supersedes(cell)) {
        superseded += bytes;
        byLevel0 = bySame ? byLevel0 : byLevel0.plus(new Bytes(bytes, bytes));
      }
      anywhere.add(cell);
      if (isInLevel1(cell)) {
        inLevel1.add(cell);
      }
    }
    return superseded;
  }

  /** What is newer than a cell of a row whose cells come by column, the newest first. */
  private final class Newer {
    private int rowDeletedBy = -1;
    private int column = -1;
    private int puts;

    void deleteRow(Cell marker) {
      rowDeletedBy = Math.max(rowDeletedBy, marker.file());
    }

    boolean supersedes(Cell cell) {
      return cell.file() < rowDeletedBy || cell.column() == column && puts >= versions;
    }

    void add(Cell cell) {
      if (cell.column() != column) {
        column = cell.column();
        puts = 0;
      }
      if (cell.kind() == KeySample.Kind.DELETE_COLUMN && !keepsDeleted) {
        puts = versions;
      } else if (cell.kind() == KeySample.Kind.PUT) {
        puts = Math.min(versions, puts + 1);
      }
    }
  }

  /**
   * The cells of a row without surplus versions in what a fold of all that was older has written:
   * they were kept, as by a coprocessor or with deleted cells, and would be by another fold.
   */
  private List<Cell> withoutKept(List<Cell> row) {
    List<Cell> counted = new ArrayList<>(row.size());
    Cell before = null;
    int ofFile = 0;
    for (Cell cell : row) {
      boolean again =
          before != null && cell.file() == before.file() && cell.column() == before.column();
      ofFile = again ? ofFile + 1 : 1;
      before = cell;
      if (ofFile <= versions || !isOldestBase(cell.file())) {
        counted.add(cell);
      }
    }
    return counted;
  }

  private boolean isOldestBase(int index) {
    // Half a file may have no row left and has the sample of the whole.
    FileMeta file = files.get(index);
    return partitionOf[index] != LEVEL_0
        && file.role() == Role.BASE
        && file.equals(layout.partitions().get(partitionOf[index]).files().get(0));
  }

  private boolean isInLevel1(Cell cell) {
    return partitionOf[cell.file()] != LEVEL_0;
  }

  /** About the bytes of one of a file's cells. */
  private double bytesOfCell(int index) {
    FileMeta file = files.get(index);
    return (double) file.bytes() / Math.max(1, file.cells());
  }

  private void addUnknown(double share) {
    List<Partition> partitions = layout.partitions();
    for (int p = 0; p < partitions.size(); p++) {
      List<FileMeta> there = partitions.get(p).files();
      for (int i = 1; i < there.size(); i++) {
        if (!isKnown(there.get(i))) {
          long most = overlapped(there.get(i), there.subList(0, i));
          inPartitions[p] = inPartitions[p].plus(new Bytes(most * share, most));
        }
      }
    }
    List<FileMeta> level0 = layout.level0();
    for (int i = 0; i < level0.size(); i++) {
      FileMeta file = level0.get(i);
      if (!isKnown(file)) {
        long most = overlapped(file, level0.subList(0, i));
        for (Partition partition : layout.partitionsIn(file.span().orElseThrow())) {
          most = Math.min(file.bytes(), most + overlapped(file, partition.files()));
        }
        byLevel0 = byLevel0.plus(new Bytes(most * share, most));
      }
    }
  }

  /** About how many bytes of older files lie between a file's rows, at most what the file has. */
  private static long overlapped(FileMeta file, List<FileMeta> older) {
    long bytes = 0;
    for (int i = 0; i < older.size() && bytes < file.bytes(); i++) {
      bytes += older.get(i).bytesIn(file.span().orElseThrow());
    }
    return Math.min(bytes, file.bytes());
  }
}
