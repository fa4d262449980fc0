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
import io.tierline.rlsm.layout.FileMeta.Role;
import io.tierline.rlsm.layout.KeyRange;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import io.tierline.rlsm.layout.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;

/**
 * The files of a store at one moment, and which of them a read must look into. Immutable but for
 * the counters of what scans pay.
 */
final class StoreState {

  /** A file that a scan must seek in costs it about one data block; bytes. */
  private static final long SEEK_BYTES = 64 << 10;

  private final ImmutableList<HStoreFile> files;
  private final Layout layout;
  private final Map<FileMeta, HStoreFile> fileOf;
  private final ImmutableList<HStoreFile> read;
  private final List<HStoreFile> level0;
  private final List<HStoreFile[]> linked;
  private final Map<Partition, LongAdder> scanDebt;

  private StoreState(ImmutableList<HStoreFile> files, Map<FileMeta, HStoreFile> fileOf) {
    this.files = files;
    this.fileOf = fileOf;
    this.layout = Layout.of(fileOf.keySet());
    Map<FileMeta, HStoreFile> viewOf = new HashMap<>();
    for (FileMeta meta : layout.files()) {
      viewOf.put(meta, view(meta, fileOf.get(meta), layout.live(meta)));
    }
    this.read =
        layout.files().stream()
            .filter(meta -> !layout.live(meta).isEmpty())
            .map(viewOf::get)
            .collect(ImmutableList.toImmutableList());
    this.level0 = layout.level0().stream().map(viewOf::get).toList();
    this.linked = new ArrayList<>(layout.partitions().size());
    this.scanDebt = new HashMap<>();
    for (Partition partition : layout.partitions()) {
      Set<FileMeta> parts = new LinkedHashSet<>(partition.bases());
      partition.slices().stream().map(Slice::file).forEach(parts::add);
      linked.add(parts.stream().map(viewOf::get).toArray(HStoreFile[]::new));
      scanDebt.put(partition, new LongAdder());
    }
  }

  /** What a scan sees of a file. It keeps seeing that while later folds supersede more. */
  private static HStoreFile view(FileMeta meta, HStoreFile file, List<KeyRange> live) {
    boolean whole = meta.span().map(List::of).orElse(List.of()).equals(live);
    return whole ? file : new SliceView((RlsmStoreFile) file, live);
  }

  /**
   * The state that files make up.
   *
   * @param files open store files, oldest first
   * @param flushBytes the size at which the memory store is flushed; bytes
   */
  static StoreState of(ImmutableList<HStoreFile> files, long flushBytes) {
    Map<FileMeta, HStoreFile> fileOf = new HashMap<>();
    Set<String> names = new HashSet<>();
    for (HStoreFile file : files) {
      String name = FileMetas.physicalName(file.getPath());
      // Two links to one HFile, as after some merges of regions: neither is taken for the other.
      String unique = names.add(name) ? name : file.getPath().getName();
      fileOf.put(FileMetas.of(file, unique, flushBytes), file);
    }
    return new StoreState(files, fileOf);
  }

  ImmutableList<HStoreFile> files() {
    return files;
  }

  Layout layout() {
    return layout;
  }

  HStoreFile file(FileMeta meta) {
    return fileOf.get(meta);
  }

  /**
   * Which fraction of new cells replaces older ones, as the newest base's fold has found; 1 if no
   * fold has been.
   */
  double superseded() {
    return files.reverse().stream()
        .map(FileMetas::info)
        .filter(info -> info != null && info.role() == Role.BASE)
        .findFirst()
        .map(RlsmFileInfo::superseded)
        .orElse(1.0);
  }

  /** The bytes that scans have read in a partition only because it has more than one source. */
  long scanDebt(Partition partition) {
    LongAdder debt = scanDebt.get(partition);
    return debt == null ? 0 : debt.sum();
  }

  /** Takes over what scans have paid in partitions that are as they were. */
  void inheritDebt(StoreState before) {
    for (Map.Entry<Partition, LongAdder> entry : scanDebt.entrySet()) {
      Partition partition = entry.getKey();
      Partition old = before.layout.partitionOf(partition.range().start());
      if (old.range().equals(partition.range()) && old.bases().equals(partition.bases())) {
        entry.getValue().add(before.scanDebt(old));
      }
    }
  }

  /** What a scan of all rows reads. */
  Collection<HStoreFile> allRows() {
    return read;
  }

  /** The files that may hold a row. */
  Collection<HStoreFile> filesOfRow(byte[] row) {
    int at = layout.indexOf(row);
    List<HStoreFile> found = new ArrayList<>(level0.size() + 8);
    for (HStoreFile file : linked.get(at)) {
      found.add(file);
    }
    found.addAll(level0);
    return found;
  }

  /** The files that may hold rows from the first to the last, both included. */
  Collection<HStoreFile> filesOfRows(byte[] first, byte[] last) {
    KeyRange rows = KeyRange.closed(first, last);
    Set<HStoreFile> found = new LinkedHashSet<>();
    for (int i = layout.indexOf(first);
        i < linked.size() && layout.partitions().get(i).range().overlaps(rows);
        i++) {
      found.addAll(Arrays.asList(linked.get(i)));
    }
    found.addAll(level0);
    return found;
  }

  /** Notes that a scan has started at a row. */
  void scanned(byte[] start) {
    int at = layout.indexOf(start);
    int surplus = linked.get(at).length + level0.size() - 1;
    if (surplus > 0) {
      scanDebt.get(layout.partitions().get(at)).add(surplus * SEEK_BYTES);
    }
  }
}
