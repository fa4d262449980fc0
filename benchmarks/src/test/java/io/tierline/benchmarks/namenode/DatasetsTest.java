/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DatasetsTest {
  private static final int SIZE = 1_000;

  private final Datasets datasets = new Datasets(SIZE);

  @Test
  void pathsAreDifferentAndNoneLiesInAnother() {
    List<String> paths = datasets.paths();
    assertThat(paths)
        .hasSize(SIZE)
        .doesNotHaveDuplicates()
        .allMatch(p -> p.startsWith("/warehouse/"));
    assertThat(paths.stream().map(p -> p.split("/").length).distinct()).hasSize(1);
  }

  @Test
  void managedFilesAreInDatasetsAndOthersAreNot() {
    Set<String> paths = new HashSet<>(datasets.paths());
    Set<String> files = new HashSet<>();
    for (int i = 0; i < SIZE; i++) {
      String in = datasets.file(i, true);
      files.add(in);
      assertThat(paths).contains(in.substring(0, in.indexOf("/_temporary")));
      String beside = datasets.file(i, false);
      assertThat(paths).doesNotContain(beside.substring(0, beside.indexOf("/_temporary")));
    }
    assertThat(files).hasSize(SIZE);
  }
}
