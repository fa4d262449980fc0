/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tells a block that is asked for again from the next one of the same file. A client that a
 * DataNode has turned away excludes it for ten minutes, for all later blocks of the file as well;
 * so a block is asked for again where more nodes are excluded than the last time. Of so many files
 * it is remembered; threads may share it.
 */
final class Retries {
  static final int MOST = 1_024;
  private static final float LOAD_FACTOR = 0.75f;

  private final Map<String, Integer> excluded =
      new LinkedHashMap<>(16, LOAD_FACTOR, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
          return size() > MOST;
        }
      };

  /**
   * Whether the last block that was asked for is asked for again.
   *
   * @param src path of the file
   * @param nodes that are excluded, at least 0
   */
  boolean isOne(String src, int nodes) {
    if (nodes == 0 || src == null) {
      return nodes > 0;
    }
    synchronized (excluded) {
      Integer before = excluded.put(src, nodes);
      return before == null || nodes > before;
    }
  }
}
