/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.KeyRange;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import io.tierline.rlsm.plan.ReadDebt;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;

/**
 * The files of a store at one moment, and which of them a read must look into. Immutable but for
 * the counters of what reads pay.
 */
final class StoreState {

  private final ImmutableList<HStoreFile> files;
  private final Layout layout;
  private final Map<FileMeta, RlsmStoreFile> fileOf;
  private final ReadDebt debt;

  private StoreState(
      ImmutableList<HStoreFile> files,
      Map<FileMeta, RlsmStoreFile> fileOf,
      Layout layout,
      ReadDebt debt) {
    this.files = files;
    this.fileOf = fileOf;
    this.layout = layout;
    this.debt = debt;
  }

  /** The state of a store without files. */
  static StoreState empty(Layout.Limits links) {
    Layout layout = Layout.of(List.of(), links);
    return new StoreState(ImmutableList.of(), Map.of(), layout, new ReadDebt(layout));
  }

  /**
   * The state that follows when the store has other files. What reads have paid is kept where
   * nothing was compacted for it.
   *
   * @param now open store files, oldest first
   */
  StoreState with(ImmutableList<HStoreFile> now) {
    Map<FileMeta, RlsmStoreFile> described = FileMetas.ofAll(now);
    Layout next = layout.with(described.keySet());
    return new StoreState(now, described, next, debt.with(next));
  }

  /**
   * Tells the files where they stand in chains: the oldest files of all partitions are one, the
   * second another, and so on. What overlaps all, as Level 0, is in none. Nor are halves of files,
   * which are rewritten soon and which HBase itself does not always read right.
   */
  void chain() {
    List<Partition> partitions = layout.partitions();
    int chains =
        partitions.stream().mapToInt(partition -> partition.files().size()).max().orElse(0);
    long id = ChainPlace.newState();
    RlsmStoreFile[] last = new RlsmStoreFile[chains];
    layout.level0().forEach(file -> fileOf.get(file).isAt(null));
    for (int position = 0; position < partitions.size(); position++) {
      List<FileMeta> stacked = partitions.get(position).files();
      for (int chain = 0; chain < stacked.size(); chain++) {
        RlsmStoreFile file = fileOf.get(stacked.get(chain));
        boolean isLinked =
            partitions.size() > 1
                && !stacked.get(chain).isReference()
                && (last[chain] == null || ChainPlace.follow(last[chain], file));
        file.isAt(isLinked ? new ChainPlace(id, chain, position) : null);
        if (isLinked) {
          last[chain] = file;
        }
      }
    }
  }

  ImmutableList<HStoreFile> files() {
    return files;
  }

  Layout layout() {
    return layout;
  }

  RlsmStoreFile file(FileMeta meta) {
    return fileOf.get(meta);
  }

  /** What reads have paid for the number of files. */
  ReadDebt debt() {
    return debt;
  }

  /** The most files that a read of one row may have to look into. */
  int mostSources() {
    return layout.maxDepth() + layout.level0().size();
  }

  /** The files that may have rows of a range. */
  Collection<HStoreFile> filesIn(KeyRange range) {
    return open(layout.filesIn(range));
  }

  /** The files that may have a row, of which a get asks all but those known not to have it. */
  Collection<HStoreFile> filesOf(byte[] row) {
    List<FileMeta> found = layout.filesIn(KeyRange.closed(row, row));
    int level0 = 0;
    // They come last.
    while (level0 < found.size() && layout.isInLevel0(found.get(found.size() - 1 - level0))) {
      level0++;
    }
    boolean filtered = found.stream().allMatch(file -> fileOf.get(file).hasBloomFilter());
    debt.gotten(row, found.size() - level0, level0, filtered);
    HashedRow hashed = new HashedRow(row);
    found.removeIf(file -> !fileOf.get(file).mayHold(hashed));
    return open(found);
  }

  private Collection<HStoreFile> open(List<FileMeta> found) {
    ImmutableList.Builder<HStoreFile> open = ImmutableList.builderWithExpectedSize(found.size());
    found.forEach(meta -> open.add(fileOf.get(meta)));
    return open.build();
  }
}
