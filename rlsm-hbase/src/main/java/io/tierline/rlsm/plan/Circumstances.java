/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.KeyRange;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import java.util.List;

/**
 * What a plan is made from.
 *
 * @param limit bytes above which a new file is cut
 * @param baseBytes what the bases of an overwritten store should have; 0 if it is not overwritten
 */
record Circumstances(
    Layout layout, Situation now, PlannerSettings settings, long limit, long baseBytes) {

  /**
   * Rows where the next fold of a whole partition will cut it. Merges that run beside the fold cut
   * there as well: a file of theirs that lies across a new border would join what the fold cuts. So
   * the rows are taken of the bases alone, which nothing but a fold changes.
   */
  List<byte[]> cuts(Partition partition) {
    List<FileMeta> bases =
        partition.files().stream().filter(file -> file.role() == FileMeta.Role.BASE).toList();
    long bytes = bases.stream().mapToLong(FileMeta::bytes).sum();
    return baseBytes == 0
        ? List.of()
        : Cuts.equalParts(bases, KeyRange.ALL, Math.round((double) bytes / baseBytes));
  }
}
