/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What Maven's log says that no report does. */
final class TestLog {
  private static final Pattern CLASS_ENDED = Pattern.compile("(Tests run: \\d+, .*) -- in (\\S+)");
  private static final Pattern NATIVE = Pattern.compile("^native tests \\(.*\\): Tests run: .*");
  private static final Pattern NATIVE_FAILED =
      Pattern.compile("^.ERROR. native tests \\(([^)]*)\\): (.*) failed$");
  private static final Pattern SKIPPED = Pattern.compile("^\\[INFO\\] (.*[^ .])[ .]* SKIPPED.*");
  private static final Pattern ERROR =
      Pattern.compile(
          "^(\\[ERROR\\] (?!COMPILATION ERROR)(.*)|CMake Error.*|[^\\[].*: (fatal )?error: .*)");

  /** Counts of a class that was run again: the most of all its runs. */
  private final Map<String, Counts> classes = new LinkedHashMap<>();

  private final List<String> nativeTotals = new ArrayList<>();
  private final List<String> nativeFailures = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();
  private String firstError;
  private String last = "";

  TestLog(Path log) throws IOException {
    try (Stream<String> lines = lines(log)) {
      lines.forEach(this::read);
    }
  }

  /** The lines of a log, whatever bytes tests have printed into it. */
  static Stream<String> lines(Path log) throws IOException {
    return Files.lines(log, StandardCharsets.ISO_8859_1);
  }

  private void read(String line) {
    Matcher ended = CLASS_ENDED.matcher(line);
    if (ended.find()) {
      classes.merge(ended.group(2), Counts.of(ended.group(1)), Counts::most);
    }
    Matcher failed = NATIVE_FAILED.matcher(line);
    if (failed.matches()) {
      nativeFailures.add(again(failed.group(1), failed.group(2)));
    } else if (NATIVE.matcher(line).matches()) {
      nativeTotals.add(line);
    }
    Matcher left = SKIPPED.matcher(line);
    if (left.matches()) {
      skipped.add(left.group(1));
    }
    Matcher error = ERROR.matcher(line);
    if (firstError == null && error.matches()) {
      firstError = error.group(2) == null ? line : error.group(2);
    }
    last = line;
  }

  private static String again(String compiler, String test) {
    String folder = "native";
    if (compiler.contains("ASan")) {
      folder = "native-clang-sanitized";
    } else if (compiler.contains("TSan")) {
      folder = "native-clang-threads";
    }
    return String.format(
        "failed in tierline-bid-agent: %s (%s)%n"
            + "  again: ctest --test-dir bid-agent/target/%s -R '^%s$' --output-on-failure",
        test, compiler, folder, test);
  }

  /** What the log counted of a class, which may have been run again. */
  Counts of(String testClass) {
    return classes.getOrDefault(testClass, Counts.NONE);
  }

  List<String> nativeTotals() {
    return nativeTotals;
  }

  /** Each with the command that runs it again. */
  List<String> nativeFailures() {
    return nativeFailures;
  }

  /** The modules that were not tested. */
  List<String> skipped() {
    return skipped;
  }

  /** The first line that says what stopped the build, else the last one. */
  String firstError() {
    return firstError == null ? last : firstError;
  }
}
