/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.lineage.DatasetPath;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What comes again: jobs of one user whose name and outputs are the same but for the parts that
 * differ from run to run.
 *
 * @param owner the user
 * @param name the pattern of the name
 * @param datasets the patterns of its outputs, or of its inputs when it has no output
 */
record Application(String owner, String name, String datasets) {
  /** Datasets of a job that is remembered; one with more is not worth the memory. */
  static final int MAX_DATASETS = 32;

  /** Characters of their names, likewise. */
  private static final int MAX_TEXT = 8_000;

  /** The application of a run; empty when it is not one to remember. */
  static Optional<Application> of(String owner, String name, Uses uses) {
    boolean fits =
        uses.reads().size() <= MAX_DATASETS
            && uses.writes().size() <= MAX_DATASETS
            && uses.textLength() <= MAX_TEXT;
    List<DatasetPath> telling = uses.writes().isEmpty() ? uses.reads() : uses.writes();
    if (!fits || telling.isEmpty()) {
      return Optional.empty();
    }
    String datasets =
        telling.stream()
            .map(dataset -> RunText.of(dataset.toString()).pattern())
            .sorted()
            .collect(Collectors.joining("\n"));
    return Optional.of(new Application(owner, RunText.of(name).pattern(), datasets));
  }
}
