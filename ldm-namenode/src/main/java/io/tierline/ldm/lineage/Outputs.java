/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What workflows write on this cluster, as far as its names are known. */
public final class Outputs {
  private Outputs() {}

  /** The paths that the jobs of a workflow write; what a pattern matches is not known. */
  public static List<String> of(Workflow workflow) {
    return workflow.jobs().stream()
        .flatMap(job -> job.writes().stream())
        .filter(DatasetPath::isLiteral)
        .map(DatasetPath::path)
        .distinct()
        .toList();
  }

  /** What one writes and the next, which takes its place, does not. */
  public static List<String> given(Workflow before, Workflow next) {
    Set<String> stay = new HashSet<>(of(next));
    return of(before).stream().filter(path -> !stay.contains(path)).toList();
  }
}
