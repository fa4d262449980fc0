/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import io.tierline.ldm.index.CommitterPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The last decisions, a bounded ring that writers enter without a lock. */
public final class DecisionLog {
  private final AtomicReferenceArray<Decision> ring;
  private final AtomicLong next = new AtomicLong();

  /**
   * Creates an empty log.
   *
   * @param capacity decisions kept, at least 1
   */
  public DecisionLog(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a log keeps at least one decision: " + capacity);
    }
    ring = new AtomicReferenceArray<>(capacity);
  }

  /** Keeps the decision and drops the oldest when full. */
  public void add(Decision decision) {
    ring.set((int) (next.getAndIncrement() % ring.length()), decision);
  }

  /**
   * Decisions for blocks under that path, newest first. A file that was written under another name
   * and then moved into place, as {@code hdfs dfs -put} and committers do it, is known by both.
   *
   * @param path a file or directory
   * @param most how many at the most
   */
  public List<Decision> under(String path, int most) {
    List<Decision> found = new ArrayList<>();
    long end = next.get();
    for (long i = end - 1; i >= Math.max(0, end - ring.length()) && found.size() < most; i--) {
      Decision decision = ring.get((int) (i % ring.length()));
      if (decision != null && isOf(decision, path)) {
        found.add(decision);
      }
    }
    return found;
  }

  private static boolean isOf(Decision decision, String path) {
    return isUnder(decision.path(), path)
        || isUnder(CommitterPaths.finalPath(decision.path()), path);
  }

  private static boolean isUnder(String path, String ancestor) {
    return path.equals(ancestor)
        || path.startsWith(ancestor.endsWith("/") ? ancestor : ancestor + "/");
  }
}
