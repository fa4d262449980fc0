/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * docs/bid-tunables.md names every tunable that the real program has, with its default and its
 * text.
 */
class TunablesDocumentedTest {
  @Test
  void tableInTheDocumentIsThatOfTheProgram() throws Exception {
    List<String> lines = Files.readAllLines(sourceTree().resolve("docs/bid-tunables.md"));
    List<String[]> tunables = Simulator.list("--list-tunables");
    assertThat(tunables).hasSizeGreaterThan(30);
    assertThat(tunables).allSatisfy(tunable -> assertThat(lines).contains(row(tunable)));
    assertThat(
            lines.stream()
                .filter(line -> line.matches("\\| `[a-z-]+` \\| [a-z-]+ \\| .*"))
                .filter(line -> line.chars().filter(c -> c == '|').count() == 7))
        .hasSameSizeAs(tunables);
  }

  private static String row(String[] fields) {
    return "| `%s` | %s | %s | %s | %s to %s | %s |"
        .formatted(
            fields[1],
            fields[2],
            fields[3],
            grouped(fields[4]),
            grouped(fields[5]),
            grouped(fields[6]),
            fields[7]);
  }

  private static String grouped(String number) {
    if (number.equals("18446744073709551615")) {
      return "2^64−1";
    }
    return number.length() > 4 ? "%,d".formatted(Long.parseLong(number)).replace(',', ' ') : number;
  }

  private static Path sourceTree() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(here.resolve("docs"))) {
      here = here.getParent();
    }
    return here;
  }
}
