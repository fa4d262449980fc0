/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import java.util.List;

/**
 * A dataset that is, or was, managed: its coming uses and its blocks.
 *
 * @param root the path under which its blocks lie
 * @param uses how many jobs are still to read it, the reusability R
 * @param quotient its migration quotient MQ, 0 when no use is left
 * @param secondsToUse time to the next use; infinite when none is left
 * @param blocks its blocks; those that no decision could move may be left out
 */
public record DatasetBlocks(
    String root, int uses, double quotient, double secondsToUse, List<ManagedBlock> blocks) {
  /** Copies the list; the record is immutable. */
  public DatasetBlocks {
    blocks = List.copyOf(blocks);
  }

  /**
   * A dataset with the quotient of its coming uses.
   *
   * @param secondsToUses as {@link ComingUses#of(io.tierline.ldm.graph.Vertex)} gives them
   * @param tauSeconds time after which a use counts half
   */
  public static DatasetBlocks of(
      String root, double[] secondsToUses, double tauSeconds, List<ManagedBlock> blocks) {
    double next = secondsToUses.length == 0 ? Double.POSITIVE_INFINITY : secondsToUses[0];
    return new DatasetBlocks(
        root, secondsToUses.length, MigrationQuotient.of(secondsToUses, tauSeconds), next, blocks);
  }
}
