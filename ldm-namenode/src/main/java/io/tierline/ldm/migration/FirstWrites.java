/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the fast replicas that first placement has given to each node. Safe for many threads
 * without a lock: placement only adds, and somebody else collects now and then.
 */
public final class FirstWrites {
  private final Map<String, LongAdder> blocks = new ConcurrentHashMap<>();

  /** One more on that node. */
  public void add(String node) {
    LongAdder count = blocks.get(node);
    (count == null ? blocks.computeIfAbsent(node, n -> new LongAdder()) : count).increment();
  }

  /** How many have come since the last call, of the nodes that got any. */
  public Map<String, Long> collect() {
    Map<String, Long> collected = new HashMap<>();
    blocks.forEach(
        (node, count) -> {
          long sum = count.sumThenReset();
          if (sum > 0) {
            collected.put(node, sum);
          }
        });
    return collected;
  }
}
