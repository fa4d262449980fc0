/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.test;

import io.tierline.cli.CommandException;
import io.tierline.cli.Progress;
import io.tierline.cli.Tierline;
import io.tierline.cli.maven.Maven;
import io.tierline.cli.report.Figures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Tries Tierline with other versions of its hosts and of Java, and keeps the table of them. */
final class Matrix {
  private static final String JAVA_21 = "java-21";

  /** As the profile of pom.xml takes it. */
  private static final String JAVA_21_HOME = "JAVA21_HOME";

  /** Longer ones are for the log. */
  private static final int MESSAGE = 300;

  /** What dist needs, itself included. */
  private static final int DIST_MODULES = 8;

  private final SourceTree tree;
  private final PrintStream out;
  private final PrintStream err;

  Matrix(SourceTree tree, PrintStream out, PrintStream err) {
    this.tree = tree;
    this.out = out;
    this.err = err;
  }

  /** One combination after the other; a row for each, whatever comes of it. */
  void run(List<Combination> combinations) throws IOException, InterruptedException {
    requireJava(combinations);
    new MavenRun(tree).setUp(List.of("native"));
    String tarball = pack(combinations);
    List<String> failed = new ArrayList<>();
    for (Combination each : combinations) {
      CompatibilityRow row = run(each, tarball);
      new Compatibility(tree.root()).put(row);
      CompatibilityRow.Tests all = row.all();
      out.printf(
          "%s: Hadoop %s, HBase %s, Java %s%n  Tests run: %d, Failures: %d, Skipped: %d%s%n",
          row.name(),
          row.hadoop(),
          row.hbase(),
          row.java(),
          all.run(),
          all.failed(),
          all.skipped(),
          row.passes() ? "" : "; first failure: " + row.firstFailure());
      if (!row.passes()) {
        failed.add(row.name());
      }
    }
    out.println("written: docs/compatibility.json, docs/compatibility.md");
    if (!failed.isEmpty()) {
      throw new CommandException(
          "not passing: %s; the whole output is in %s"
              .formatted(String.join(", ", failed), tree.logs().resolve("matrix-NAME-*.log")));
    }
  }

  private static void requireJava(List<Combination> combinations) throws CommandException {
    String home = System.getenv(JAVA_21_HOME);
    if (combinations.stream().anyMatch(each -> each.name().equals(JAVA_21))
        && (home == null || !Files.isExecutable(Path.of(home, "bin", "java")))) {
      throw new CommandException(
          JAVA_21 + " needs a Java 21: set " + JAVA_21_HOME + " to one, or name the other rows");
    }
  }

  private Path folder(String name) {
    return tree.root().resolve("target/matrix").resolve(name);
  }

  /** Where a combination's tests take the tarball from. */
  private Path tarballs(Combination combination) {
    return folder(combination.name()).resolve("target/tarball");
  }

  /**
   * Makes the tarball as ./tierline dist does, and gives each combination a copy.
   *
   * @return its name
   */
  private String pack(List<Combination> combinations) throws IOException, InterruptedException {
    Path folder = folder("tarball");
    Path log = tree.logs().resolve("matrix-tarball.log");
    Files.createDirectories(folder);
    try (FileChannel turn =
        FileChannel.open(
            folder("tarball.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      // Two of these commands at once must not build in one folder.
      turn.lock();
      new TreeCopy(tree.root(), folder).update();
      int status;
      try (Progress progress = new Progress(err, Tierline.onTerminal())) {
        progress.phase("packing", () -> doneOf(log, DIST_MODULES));
        status = Maven.run(folder, log, Maven.packingTheTarball());
      }
      List<Path> made = status == 0 ? made(folder.resolve("dist/target")) : List.of();
      if (made.isEmpty()) {
        throw new CommandException("the tarball was not built; the whole output is in " + log);
      }
      for (Combination each : combinations) {
        Files.createDirectories(tarballs(each));
        for (Path file : made) {
          Path copy = tarballs(each).resolve(file.getFileName());
          Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
      }
      return made.get(0).getFileName().toString();
    }
  }

  /** The tarball, then its checksum. */
  private static List<Path> made(Path target) throws IOException {
    try (Stream<Path> files = Files.list(target)) {
      return files
          .filter(file -> file.getFileName().toString().matches("tierline-.*\\.tar\\.gz(\\..*)?"))
          .sorted()
          .toList();
    }
  }

  private CompatibilityRow run(Combination combination, String tarball)
      throws IOException, InterruptedException {
    Path folder = folder(combination.name());
    new TreeCopy(tree.root(), folder).update();
    SourceTree copy = new SourceTree(folder);
    Path begun = copy.logs().resolve("matrix.started");
    Files.writeString(begun, "");
    FileTime started = Files.getLastModifiedTime(begun);
    String stopped = "";
    int part = 0;
    for (List<String> arguments : combination.arguments(tarballs(combination).resolve(tarball))) {
      part++;
      Path log = tree.logs().resolve("matrix-%s-%d.log".formatted(combination.name(), part));
      Files.deleteIfExists(log);
      try (Progress progress = new Progress(err, Tierline.onTerminal())) {
        progress.phase(
            "%s: %s".formatted(combination.name(), part == 1 ? "unit tests" : "on clusters"),
            () -> doneOf(log, combination.modules().size()));
        if (Maven.run(folder, log, arguments) != 0 && stopped.isEmpty()) {
          stopped = "the build failed: " + new TestLog(log).firstError();
        }
      }
    }
    return row(combination, new Reports(copy, started), stopped);
  }

  private static double doneOf(Path log, int modules) {
    if (!Files.exists(log)) {
      return 0;
    }
    try (Stream<String> lines = TestLog.lines(log)) {
      long begun = lines.filter(line -> line.startsWith("[INFO] Building Tierline")).count();
      return Math.min(1, begun / (modules + 1.0));
    } catch (IOException unreadable) {
      return 0;
    }
  }

  private CompatibilityRow row(Combination combination, Reports reports, String stopped)
      throws IOException {
    HostVersions versions = new HostVersions();
    Map<String, CompatibilityRow.Tests> modules = new LinkedHashMap<>();
    List<String> reasons = new ArrayList<>();
    for (String module : combination.modules()) {
      CompatibilityRow.Tests tests = CompatibilityRow.Tests.NONE;
      for (Report report : reports.of(module)) {
        versions.add(report);
        Counts counts = report.counts();
        tests =
            tests.plus(new CompatibilityRow.Tests(counts.run(), counts.failed(), counts.skipped()));
        if (!report.firstFailure().isEmpty()) {
          reasons.add(report.firstFailure());
        }
      }
      modules.put(module, tests);
      if (tests.run() == 0) {
        reasons.add("no test of " + module + " was run");
      }
    }
    // What stopped the build is why tests did not run.
    Stream.of(versions.mixed(), stopped)
        .filter(reason -> !reason.isEmpty())
        .forEach(reason -> reasons.add(0, reason));
    return new CompatibilityRow(
        combination.name(),
        versions.hadoop(),
        versions.hbase(),
        versions.java(),
        reasons.isEmpty(),
        reasons.isEmpty() ? "" : shortened(reasons.get(0)),
        System.getProperty(Figures.COMMIT_PROPERTY, "unknown"),
        LocalDate.now(Clock.systemUTC()).toString(),
        modules);
  }

  /** One line, in which no folder of this machine is, nor where its Maven takes jars from. */
  private String shortened(String reason) {
    String line =
        reason
            .replace(tree.root() + "/", "")
            .replaceAll("https?://[^\\s)]+", "…")
            .replaceAll("\\s+", " ")
            .strip();
    return line.length() <= MESSAGE ? line : line.substring(0, MESSAGE) + "…";
  }
}
