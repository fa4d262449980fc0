/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.io.File;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.hbase.io.HFileLink;

/**
 * The files of a table on disk.
 *
 * @param table the table's directory
 * @param archive where HBase moves store files that the table has no more
 */
record TableFiles(Path table, Path archive) {

  private static final String EDITS = "recovered.edits";

  /**
   * Bytes on disk.
   *
   * @param referred of the files that readers see, those in the archive included to which they link
   * @param waiting of files that were compacted away and are not archived yet
   * @param other of files that are being written, and of split parents
   */
  record Space(long referred, long waiting, long other) {
    long all() {
      return referred + waiting + other;
    }
  }

  /** What all store files take now. */
  Space space(StoreNames names) {
    Sum sum = new Sum(names);
    sum.add(table.toFile());
    return new Space(sum.referred, sum.waiting, sum.other);
  }

  private final class Sum {
    private final StoreNames names;
    private final Set<File> linked = new HashSet<>();
    private long referred;
    private long waiting;
    private long other;

    private Sum(StoreNames names) {
      this.names = names;
    }

    private void add(File directory) {
      File[] entries = directory.listFiles();
      if (entries == null || directory.getName().equals(EDITS)) {
        return;
      }
      for (File entry : entries) {
        if (entry.isDirectory()) {
          add(entry);
        } else if (!entry.getName().startsWith(".")) {
          add(entry.getName(), entry.length() + archived(directory.getName(), entry.getName()));
        }
      }
    }

    private void add(String name, long bytes) {
      if (names.referred().contains(name)) {
        referred += bytes;
      } else if (names.waiting().contains(name)) {
        waiting += bytes;
      } else {
        other += bytes;
      }
    }

    /** Bytes of the archived file that a link leads to, the first time that it is met. */
    private long archived(String family, String name) {
      if (!HFileLink.isHFileLink(name)) {
        return 0;
      }
      Path region = archive.resolve(HFileLink.getReferencedRegionName(name));
      File file = region.resolve(family).resolve(HFileLink.getReferencedHFileName(name)).toFile();
      return linked.add(file) ? file.length() : 0;
    }
  }
}
