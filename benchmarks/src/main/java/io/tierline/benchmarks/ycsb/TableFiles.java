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
   * Bytes of all store files: those in use, those under way, those compacted away but not archived
   * yet, those of split parents, and those in the archive that the table still links to.
   */
  long bytes() {
    return new Sum().of(table.toFile());
  }

  private final class Sum {
    private final Set<File> linked = new HashSet<>();

    private long of(File directory) {
      File[] entries = directory.listFiles();
      if (entries == null || directory.getName().equals(EDITS)) {
        return 0;
      }
      long sum = 0;
      for (File entry : entries) {
        if (entry.isDirectory()) {
          sum += of(entry);
        } else if (!entry.getName().startsWith(".")) {
          sum += entry.length() + archived(directory.getName(), entry.getName());
        }
      }
      return sum;
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
