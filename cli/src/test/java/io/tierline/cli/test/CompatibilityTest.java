/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of versions in the docs, as the last runs have left it. */
class CompatibilityTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @Test
  void thePageIsWhatTheRunsGave() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/compatibility.md"));
    assertThat(new Compatibility(ROOT).pageWith(page)).isEqualTo(page);
  }

  @Test
  void rowsAreOfCombinationsThatThereAre() throws IOException {
    List<String> all = Combination.ALL.stream().map(Combination::name).toList();
    assertThat(all)
        .containsSubsequence(
            new Compatibility(ROOT).rows().stream().map(CompatibilityRow::name).toList())
        .startsWith(Combination.DEFAULT);
  }

  /** A row that was tried with other versions than its name says would hide what was asked for. */
  @Test
  void rowsAreOfTheVersionsThatTheyAreNamedAfter() throws IOException {
    for (CompatibilityRow row : new Compatibility(ROOT).rows()) {
      if (!row.passes()) {
        // Perhaps nothing ran that has a version.
        continue;
      }
      int dash = row.name().indexOf('-');
      String version = row.name().substring(dash + 1);
      switch (dash < 0 ? "" : row.name().substring(0, dash)) {
        case "hadoop" -> assertThat(row.hadoop()).isEqualTo(version);
        case "hbase" -> assertThat(row.hbase()).isEqualTo(version);
        case "java" -> assertThat(row.java()).startsWith(version + ".");
        default -> assertThat(row.java()).startsWith("17.");
      }
    }
  }
}
