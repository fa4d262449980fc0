/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.lineage.DatasetPath;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What was foreseen at one look ahead, and how many blocks have been placed since. Some tables may
 * go by the same look, one after the other: each knows what was placed by those before. Any thread
 * may count.
 */
public final class Outlooks {
  /** Nothing is foreseen. */
  public static final Outlooks NONE = new Outlooks(Map.of());

  private final Map<DatasetPath, Outlook> datasets;
  private final Map<DatasetPath, Looked> looked = new HashMap<>();

  /** One of them, and its blocks since. */
  private record Looked(Outlook outlook, AtomicLong placed) {}

  /** What is foreseen of datasets that are being written; no block has been placed since. */
  public Outlooks(Map<DatasetPath, Outlook> datasets) {
    this.datasets = Map.copyOf(datasets);
    datasets.forEach(
        (dataset, outlook) -> looked.put(dataset, new Looked(outlook, new AtomicLong())));
  }

  /** The outlook of each dataset of which something is foreseen. */
  public Map<DatasetPath, Outlook> datasets() {
    return datasets;
  }

  /** All that is to come of any of them and beside it, one replica of each block. */
  double mostBytes() {
    return datasets.values().stream().mapToDouble(Outlook::bytes).max().orElse(0);
  }

  /**
   * What each may take by a table.
   *
   * @param leftBytes on fast tiers above their reserves
   * @param roomBytes of that, what may be spare
   * @param most fast replicas beside the first
   * @param blockBytes length of a block, above 0
   */
  Map<DatasetPath, Allowance> allowances(
      long leftBytes, long roomBytes, int most, long blockBytes) {
    Map<DatasetPath, Allowance> allowances = new HashMap<>();
    looked.forEach(
        (dataset, each) ->
            allowances.put(
                dataset,
                new Allowance(
                    each.outlook(), leftBytes, roomBytes, most, each.placed(), blockBytes)));
    return Map.copyOf(allowances);
  }
}
