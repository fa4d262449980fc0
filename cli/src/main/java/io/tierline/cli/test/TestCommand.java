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
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * {@code ./tierline test}: formats checked, linted, compiled, all tests run, and what came of it.
 */
@Command(
    name = "test",
    sortOptions = false,
    description = {
      "All tests (--fast: unit tests only; --extended: more of each).",
      "Checks formats, lints, compiles and runs all tests (mvn verify, two modules at"
          + " a time), even if an earlier module fails. Prints at the end what failed, the"
          + " command to run it again, and the branch coverage of LDM's and RLSM's core. The"
          + " native tests run twice: as released with gcc, and with clang under"
          + " AddressSanitizer and UndefinedBehaviorSanitizer. Exits 1 when anything fails."
    })
public final class TestCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @ArgGroup private Kind kind = new Kind();

  private static final class Kind {
    @Option(
        names = "--fast",
        description =
            "Unit tests only: none that start a cluster or compute for ten seconds, no branch"
                + " coverage, no fuzzers in C, no sanitizers, no clang-tidy.")
    private boolean fast;

    @Option(
        names = "--extended",
        description =
            "Also what takes long and repeats: more inputs of random tests, from another seed each"
                + " time, and all of HBase's and HDFS's own test classes that are listed.")
    private boolean extended;

    @Option(
        names = "--matrix",
        description =
            "With other versions of Hadoop, HBase and Java: unit tests, and a choice of those on"
                + " clusters. Each is built in a folder of its own below target/matrix. What came"
                + " of it goes to docs/compatibility.json and docs/compatibility.md.")
    private boolean matrix;
  }

  private static final class CombinationNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Combination.ALL.stream().map(Combination::name).iterator();
    }
  }

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of random tests (default: with --extended a new one, which is printed;"
              + " otherwise always the same).")
  private Long seed;

  @Option(
      names = "--only",
      paramLabel = "CLASS[#METHOD]",
      description =
          "One test class, or one method of it, such as LiveLineageTest#jobsAreChainedByTheirData.")
  private String only;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..*",
      completionCandidates = CombinationNames.class,
      description =
          "With --matrix: which versions (default: all), of ${COMPLETION-CANDIDATES}. java-21 needs"
              + " JAVA21_HOME.")
  private List<String> names = List.of();

  private final Path home;
  private final PrintStream out;
  private final PrintStream err;

  /** The tests of a source tree. */
  TestCommand(Path home, PrintStream out, PrintStream err) {
    this.home = home;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    SourceTree tree = new SourceTree(home);
    if (kind.matrix) {
      new Matrix(tree, out, err).run(combinations());
      return 0;
    }
    if (!names.isEmpty()) {
      throw new UnmatchedArgumentException(spec.commandLine(), names);
    }
    List<String> needs = new ArrayList<>(List.of("native", "native-tests", "shell", "format"));
    List<String> options = new ArrayList<>();
    String what = "all tests";
    if (kind.fast) {
      what = "unit tests";
      options.add("-Dtests.excludedGroups=integration,slow");
    } else {
      needs.addAll(List.of("tidy", "sanitizers", "browser"));
    }
    if (kind.extended) {
      what = "all tests, extended";
      needs.add("guest");
      options.add("-Dtierline.extended=true");
      options.add("-Dhbase.tests.file=" + tree.wholeList("rlsm-hbase", "hbase-tests"));
      options.add("-Dhdfs.tests.file=" + tree.wholeList("integration-tests", "hdfs-tests"));
      seed = seed == null ? Long.valueOf(new Random(System.nanoTime()).nextInt(1 << 30)) : seed;
    }
    if (only != null) {
      what = only;
      // What it tests in C has been built before.
      needs.clear();
      options.addAll(List.of("-pl", moduleOf(tree), "-am", "-Dtest=" + only));
      options.addAll(List.of("-Dsurefire.failIfNoSpecifiedTests=false", "-Dexec.skip=true"));
      options.addAll(List.of("-Dnative.skipTests=true", "-Djacoco.skip=true"));
    }
    if (seed != null) {
      out.printf(
          "random tests draw from seed %d; with --seed %d they draw the same again%n", seed, seed);
      options.addAll(List.of("-Dtierline.seed=" + seed, "-Dtierline.fuzz.seed=" + seed));
    }
    return run(tree, what, needs, options);
  }

  private List<Combination> combinations() {
    if (seed != null || only != null) {
      throw new ParameterException(
          spec.commandLine(), "--matrix has its own choice of tests: leave out --only and --seed");
    }
    List<Combination> named = new ArrayList<>();
    for (String name : names) {
      named.add(
          Combination.named(name)
              .orElseThrow(
                  () ->
                      new ParameterException(
                          spec.commandLine(),
                          "no versions are called '%s': there are %s"
                              .formatted(name, Combination.names()))));
    }
    return named.isEmpty() ? Combination.ALL : named;
  }

  private String moduleOf(SourceTree tree) throws IOException {
    return tree.moduleOf(only)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(), "no test class is called '" + only + "'"));
  }

  private int run(SourceTree tree, String what, List<String> needs, List<String> options)
      throws IOException, InterruptedException {
    MavenRun maven = new MavenRun(tree);
    maven.setUp(needs);
    Path started = tree.logs().resolve("test.started");
    Files.writeString(started, "");
    int status;
    try (Progress progress = new Progress(err, Tierline.onTerminal())) {
      progress.phase(what, maven.doneOf(tree.testClasses()));
      status = maven.verify(options);
    }
    Verdict verdict =
        new Verdict(
            new TestLog(maven.log()),
            new Reports(tree, Files.getLastModifiedTime(started)),
            seed == null ? "" : " --seed " + seed);
    verdict.print(out);
    String failure = verdict.failure(status);
    if (failure != null) {
      verdict.printTotals(out);
      throw new CommandException(failure + "; the whole output is in " + maven.log());
    }
    Coverage.print(tree, Files.getLastModifiedTime(started), out);
    verdict.printTotals(out);
    return 0;
  }
}
