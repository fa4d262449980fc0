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
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import java.util.List;

/**
 * An estimate of the bytes that are superseded and still there.
 *
 * <p>A new cell supersedes at most one older one, if that lies where the new one does. How many do,
 * folds find out: the newest tells it for the files that were there when it was planned. Younger
 * files are likely to be as these; but they need not.
 */
final class Space {
  /** What nobody knows may be more than what is likely by this factor. */
  private static final double UNKNOWN_SHARE = 1.6;

  private final Layout layout;
  private final double superseded;
  private final long knownUpTo;

  Space(Layout layout) {
    this.layout = layout;
    double found = 1;
    long newest = Long.MIN_VALUE;
    for (FileMeta file : layout.files()) {
      if (file.superseded().isPresent()) {
        found = file.superseded().getAsDouble();
        newest = file.sequenceId();
      }
    }
    this.superseded = found;
    this.knownUpTo = newest;
  }

  /**
   * Superseded bytes.
   *
   * @param likely if files that no fold has read are as those that one has
   * @param most if every cell of files that no fold has read supersedes an older one
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

  /** Superseded bytes of a partition, Level 0 apart. */
  Bytes in(Partition partition) {
    List<FileMeta> files = partition.files();
    Bytes bytes = Bytes.NONE;
    for (int i = 1; i < files.size(); i++) {
      FileMeta file = files.get(i);
      if (file.role() != Role.BASE) {
        bytes = bytes.plus(bytes(file, overlapped(file, files.subList(0, i))));
      }
    }
    return bytes;
  }

  /** Bytes that Level 0 has superseded. */
  Bytes byLevel0() {
    Bytes bytes = Bytes.NONE;
    List<FileMeta> level0 = layout.level0();
    for (int i = 0; i < level0.size(); i++) {
      FileMeta file = level0.get(i);
      long most = overlapped(file, level0.subList(0, i));
      for (Partition partition : layout.partitionsIn(file.span().orElseThrow())) {
        most = Math.min(file.bytes(), most + overlapped(file, partition.files()));
      }
      bytes = bytes.plus(bytes(file, most));
    }
    return bytes;
  }

  private Bytes bytes(FileMeta file, long overlapped) {
    double likely = overlapped * superseded;
    return new Bytes(likely, file.sequenceId() <= knownUpTo ? likely : overlapped);
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
