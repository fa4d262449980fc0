/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.test;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The table of versions: docs/compatibility.json, a row a line, and what docs/compatibility.md
 * shows of it between two marks. bin/tierline-check reads the former, too.
 */
final class Compatibility {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BEGIN = "<!-- Made by ./tierline test with matrix: begin. -->\n";
  private static final String END = "<!-- Made by ./tierline test with matrix: end. -->\n";

  private final Path json;
  private final Path page;
  private final List<CompatibilityRow> rows = new ArrayList<>();

  /** Reads what earlier runs have left in the docs of a source tree. */
  Compatibility(Path root) throws IOException {
    json = root.resolve("docs/compatibility.json");
    page = root.resolve("docs/compatibility.md");
    if (Files.exists(json)) {
      rows.addAll(JSON.readValue(json.toFile(), new TypeReference<List<CompatibilityRow>>() {}));
    }
  }

  List<CompatibilityRow> rows() {
    return rows;
  }

  /**
   * Takes a run's row, in place of the one of an earlier run, and writes both files. Rows of what
   * is no longer tried go.
   */
  void put(CompatibilityRow row) throws IOException {
    rows.removeIf(each -> each.name().equals(row.name()) || place(each) < 0);
    rows.add(row);
    rows.sort(Comparator.comparingInt(Compatibility::place));
    List<String> lines = new ArrayList<>();
    for (CompatibilityRow each : rows) {
      lines.add(JSON.writeValueAsString(each));
    }
    Files.writeString(json, "[\n" + String.join(",\n", lines) + "\n]\n");
    Files.writeString(page, pageWith(Files.readString(page)));
  }

  private static int place(CompatibilityRow row) {
    return Combination.ALL.stream().map(Combination::name).toList().indexOf(row.name());
  }

  /** The page with the tables that the rows give. */
  String pageWith(String old) throws IOException {
    int begin = old.indexOf(BEGIN);
    int end = old.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(page + " has not the marks that its tables stand between");
    }
    return old.substring(0, begin + BEGIN.length()) + "\n" + tables() + "\n" + old.substring(end);
  }

  private String tables() {
    StringBuilder text =
        new StringBuilder("| name | Hadoop | HBase | Java | result | commit | date |\n");
    text.append("|---|---|---|---|---|---|---|\n");
    for (CompatibilityRow row : rows) {
      text.append(
          "| %s | %s | %s | %s | %s | %s | %s |%n"
              .formatted(
                  row.name(),
                  row.hadoop(),
                  row.hbase(),
                  row.java(),
                  row.passes() ? "passes" : "**does not pass**",
                  row.commit(),
                  row.date()));
    }
    Combination.ALL.stream()
        .map(Combination::name)
        .filter(name -> rows.stream().noneMatch(row -> row.name().equals(name)))
        .forEach(name -> text.append("| %s | | | | not tried yet | | |%n".formatted(name)));
    text.append("\nTests that were run, and those that failed:\n\n| name |");
    Combination.ALL.get(0).modules().forEach(module -> text.append(" %s |".formatted(module)));
    text.append(" all | skipped |\n|---|")
        .append("---|".repeat(Combination.ALL.get(0).modules().size() + 2))
        .append('\n');
    for (CompatibilityRow row : rows) {
      text.append("| ").append(row.name()).append(" |");
      for (String module : Combination.ALL.get(0).modules()) {
        text.append(" %s |".formatted(shown(row.modules().get(module))));
      }
      text.append(" %s | %d |%n".formatted(shown(row.all()), row.all().skipped()));
    }
    return text + failures();
  }

  private static String shown(CompatibilityRow.Tests tests) {
    if (tests == null) {
      return "";
    }
    return tests.failed() == 0
        ? String.valueOf(tests.run())
        : "%d, **%d failed**".formatted(tests.run(), tests.failed());
  }

  private String failures() {
    return rows.stream()
        .filter(row -> !row.passes())
        .map(
            row ->
                "\n%s, the first failure:\n```\n%s\n```\n"
                    .formatted(row.name(), row.firstFailure()))
        .collect(Collectors.joining());
  }
}
