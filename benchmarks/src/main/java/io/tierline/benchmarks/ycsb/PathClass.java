/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

/** What a file of HBase is for, by its path. */
enum PathClass {
  /** Write-ahead logs of region servers. */
  WAL,
  /** Store files of user tables, those under way included. */
  STORE,
  /** The master's own store, {@code hbase:meta}, descriptors, markers. */
  OTHER;

  /** The class of a path below HBase's root directory; {@code MasterData} holds logs of its own. */
  static PathClass of(String path) {
    if (path.contains("/MasterData/")) {
      return OTHER;
    }
    if (path.contains("/WALs/") || path.contains("/oldWALs/")) {
      return WAL;
    }
    boolean data = path.contains("/data/default/") && !path.contains("/recovered.edits/");
    return data ? STORE : OTHER;
  }
}
