/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import io.tierline.ldm.lineage.LineageException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Map;

/**
 * What stays in the heap when very many blocks have been placed: the difference of two looks after
 * full collections, before anything is registered and after the last block. Nothing of HDFS itself
 * is in it, since the policy is asked without a namespace.
 */
final class Heap {
  private static final int COLLECTIONS = 3;

  private Heap() {}

  static List<Map<String, Object>> measure(Settings settings) throws LineageException {
    long before = used();
    Placing placing = Placing.of(settings);
    long registered = used();
    for (long i = 0; i < settings.blocks(); i++) {
      placing.place((int) (i % Integer.MAX_VALUE));
    }
    long after = used();
    Reference.reachabilityFence(placing);
    Map<String, Object> result = ContenderRun.result(settings, "heap");
    result.put("blocks", settings.blocks());
    result.put("registered_bytes", registered - before);
    result.put("heap_bytes", after - before);
    result.put("bytes_per_block", (double) (after - before) / settings.blocks());
    return List.of(result);
  }

  private static long used() {
    for (int i = 0; i < COLLECTIONS; i++) {
      ManagementFactory.getMemoryMXBean().gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
