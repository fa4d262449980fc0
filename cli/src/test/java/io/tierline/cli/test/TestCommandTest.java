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

import io.tierline.cli.Tierline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code ./tierline test} tells of a run, in a tree of its own whose Maven is made up. */
class TestCommandTest {
  private static final String REPORTS = "/target/surefire-reports";

  @TempDir private Path root;

  private record Outcome(int status, List<String> out, List<String> err) {
    String last() {
      return out.get(out.size() - 1);
    }
  }

  @BeforeEach
  void makeTree() throws IOException {
    Path lists = root.resolve("rlsm-hbase/src/test/resources/hbase-tests");
    Files.createDirectories(lists);
    Files.writeString(lists.resolve("suite.txt"), "org.apache.hadoop.hbase.TestTheirs\n");
    Files.writeString(lists.resolve("extended.txt"), "");
    lists = root.resolve("integration-tests/src/test/resources/hdfs-tests");
    Files.createDirectories(lists);
    Files.writeString(lists.resolve("suite.txt"), "");
    Files.writeString(lists.resolve("extended.txt"), "");
    Path ours = root.resolve("ldm-namenode/src/test/java/io/tierline");
    Files.createDirectories(ours);
    Files.writeString(ours.resolve("SomeTest.java"), "");
    Files.createDirectories(root.resolve("bin"));
    Files.createDirectories(root.resolve("build"));
    Files.writeString(
        root.resolve("build/setup.sh"), "printf '%s\\n' \"$COMMAND\" \"$@\" > needs\n");
  }

  private void program(String name, String script) throws IOException {
    Path file = root.resolve("bin").resolve(name);
    Files.writeString(file, "#!/bin/bash\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** A Maven that says these lines, leaves these reports, and ends with that status. */
  private void maven(int status, String says, String... reports) throws IOException {
    StringBuilder script = new StringBuilder("printf '%s\\n' \"$@\" > arguments\n");
    script.append("cat <<'TEXT'\n").append(says).append("\nTEXT\n");
    for (int i = 0; i < reports.length; i++) {
      String directory = reports[i].substring(0, reports[i].indexOf(' ')) + REPORTS;
      script.append("mkdir -p ").append(directory).append('\n');
      script.append("cat > ").append(directory).append("/TEST-" + i + ".xml <<'TEXT'\n");
      script.append(reports[i].substring(reports[i].indexOf(' ') + 1)).append("\nTEXT\n");
    }
    program("mvn", script + "exit " + status);
  }

  private static String suite(String module, String name, int tests, String... cases) {
    long failures = List.of(cases).stream().filter(c -> c.contains("<failure")).count();
    long errors = List.of(cases).stream().filter(c -> c.contains("<error")).count();
    return module
        + String.format(
            " <testsuite name=\"%s\" tests=\"%d\" errors=\"%d\" skipped=\"0\" failures=\"%d\">%n",
            name, tests, errors, failures)
        + String.join("\n", cases)
        + "\n</testsuite>";
  }

  private static String failed(String type, String method, String kind) {
    return "  <testcase name=\""
        + method
        + "\" classname=\""
        + type
        + "\" time=\"1\">\n    <"
        + kind
        + " message=\"no\"/>\n  </testcase>";
  }

  /** In a process of its own, whose PATH has our Maven first. */
  private Outcome test(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-Dtierline.home=" + root,
                "-cp",
                System.getProperty("java.class.path"),
                Tierline.class.getName(),
                "test"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectOutput(root.resolve("out").toFile())
            .redirectError(root.resolve("err").toFile());
    builder.environment().put("PATH", root.resolve("bin") + ":/usr/bin:/bin");
    Process process = builder.start();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running: " + command);
    }
    return new Outcome(
        process.exitValue(),
        Files.readAllLines(root.resolve("out")),
        Files.readAllLines(root.resolve("err")));
  }

  private List<String> arguments() throws IOException {
    return Files.readAllLines(root.resolve("arguments"));
  }

  @Test
  void whatFailedIsNamedWithTheCommandThatRunsItAgain() throws Exception {
    maven(
        0,
        "native tests (gcc): Tests run: 3, Failures: 1, Errors: 0, Skipped: 0\n"
            + "[ERROR] native tests (gcc): seek_test failed\n"
            + "native tests (clang, TSan): Tests run: 2, Failures: 1, Errors: 0, Skipped: 0\n"
            + "[ERROR] native tests (clang, TSan): volume_test failed",
        suite(
            "ldm-namenode",
            "io.tierline.SomeTest",
            9,
            failed("io.tierline.SomeTest", "adds(long)[2]", "failure"),
            failed("io.tierline.SomeTest", "adds(long)[3]", "failure"),
            failed("io.tierline.SomeTest", "", "error")),
        suite("benchmarks", "io.tierline.OtherTest", 5));

    Outcome outcome = test();

    assertThat(outcome.out())
        .containsExactly(
            "failed in tierline-ldm-namenode: io.tierline.SomeTest.adds",
            "  again: ./tierline test --only 'io.tierline.SomeTest#adds'",
            "failed in tierline-ldm-namenode: io.tierline.SomeTest",
            "  again: ./tierline test --only 'io.tierline.SomeTest'",
            "failed in tierline-bid-agent: seek_test (gcc)",
            "  again: ctest --test-dir bid-agent/target/native -R '^seek_test$'"
                + " --output-on-failure",
            "failed in tierline-bid-agent: volume_test (clang, TSan)",
            "  again: ctest --test-dir bid-agent/target/native-clang-threads -R '^volume_test$'"
                + " --output-on-failure",
            "tierline-ldm-namenode: Tests run: 9, Failures: 2, Errors: 1, Skipped: 0",
            "tierline-bid-agent: native tests (gcc): Tests run: 3, Failures: 1, Errors: 0,"
                + " Skipped: 0",
            "tierline-bid-agent: native tests (clang, TSan): Tests run: 2, Failures: 1, Errors: 0,"
                + " Skipped: 0",
            "tierline-benchmarks: Tests run: 5, Failures: 0, Errors: 0, Skipped: 0",
            "Tests run: 19, Failures: 4, Errors: 1, Skipped: 0");
    assertThat(outcome.err())
        .last()
        .asString()
        .startsWith("tierline test: 5 of 19 tests failed; the whole output is in ");
    assertThat(outcome.status()).isEqualTo(1);
  }

  @Test
  void allGreenEndsWithTheClosingLines() throws Exception {
    maven(0, "", suite("rlsm-hbase", "io.tierline.SomeTest", 7));
    Outcome outcome = test();
    assertThat(outcome.last()).isEqualTo("Tests run: 7, Failures: 0, Errors: 0, Skipped: 0");
    assertThat(outcome.status()).isZero();
    assertThat(arguments()).contains("--fail-at-end", "-Dmaven.test.failure.ignore=true");
    assertThat(String.join(" ", arguments())).doesNotContain("tierline.seed");
    assertThat(Files.readAllLines(root.resolve("needs")))
        .containsExactly(
            "tierline test",
            "native",
            "native-tests",
            "shell",
            "format",
            "tidy",
            "sanitizers",
            "browser");
  }

  @Test
  void buildThatFailsIsToldBesideTheTestsThatRan() throws Exception {
    maven(
        1,
        "[INFO] Tierline ldm-namenode 1 .... FAILURE [ 1 s]\n"
            + "[INFO] Tierline benchmarks 1 ...... SKIPPED\n"
            + "[ERROR] Some.java:[1,1] ';' expected",
        suite("rlsm-hbase", "io.tierline.SomeTest", 7));
    Outcome outcome = test();
    assertThat(outcome.out())
        .first()
        .isEqualTo("not tested, because what it needs was not built: Tierline benchmarks 1");
    assertThat(outcome.last()).isEqualTo("Tests run: 7, Failures: 0, Errors: 0, Skipped: 0");
    assertThat(outcome.err())
        .last()
        .asString()
        .startsWith("tierline test: the build failed: Some.java:[1,1] ';' expected");
    assertThat(outcome.status()).isEqualTo(1);
  }

  @Test
  void noTestAtAllIsAFailure() throws Exception {
    maven(0, "");
    Outcome outcome = test("--only", "SomeTest#noSuch");
    assertThat(outcome.err()).last().asString().startsWith("tierline test: no test was run;");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(arguments())
        .contains("-Dtest=SomeTest#noSuch")
        .containsSequence("-pl", "ldm-namenode", "-am");
    test("--only=org.apache.hadoop.hbase.TestTheirs");
    assertThat(arguments()).containsSequence("-pl", "rlsm-hbase", "-am");
  }

  @Test
  void extendedDrawsFromASeedThatIsPrintedAndCanBeGiven() throws Exception {
    maven(0, "", suite("ldm-namenode", "a.B", 1, failed("a.B", "draws", "failure")));
    Outcome outcome = test("--extended");
    String seed = outcome.out().get(0).replaceAll("\\D+(\\d+).*", "$1");
    assertThat(arguments()).contains("-Dtierline.seed=" + seed, "-Dtierline.extended=true");
    assertThat(Files.readAllLines(root.resolve("needs"))).contains("guest");
    assertThat(outcome.out())
        .contains("  again: ./tierline test --only 'a.B#draws' --seed " + seed);

    test("--seed", "7", "--fast");
    assertThat(arguments())
        .contains("-Dtierline.seed=7", "-Dtierline.fuzz.seed=7")
        .contains("-Dtests.excludedGroups=integration,slow");
    assertThat(Files.readAllLines(root.resolve("needs")))
        .containsExactly("tierline test", "native", "native-tests", "shell", "format");
  }

  @Test
  void setUpThatFailsEndsIt() throws Exception {
    maven(0, "", suite("rlsm-hbase", "io.tierline.SomeTest", 7));
    Files.writeString(root.resolve("build/setup.sh"), "echo no compiler >&2\nexit 1\n");
    Outcome outcome = test("--fast");
    assertThat(outcome.err()).first().isEqualTo("no compiler");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(root.resolve("arguments")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--fast --extended | mutually exclusive",
        "--only NoSuchTest | no test class is called 'NoSuchTest'; see ./tierline test --help",
        "--quick           | unknown option --quick",
        "--seed x          | --seed",
        "all               | unknown argument 'all'; see ./tierline test --help",
      })
  void mistakeIsOneLineAndRunsNothing(String arguments, String message) throws Exception {
    Outcome outcome = test(arguments.strip().split(" +"));
    assertThat(outcome.err()).hasSize(1).first().asString().startsWith("tierline test: ");
    assertThat(outcome.err().get(0)).contains(message);
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(root.resolve("arguments")).doesNotExist();
  }

  @Test
  void branchCoverageOfTheCoreIsToldByModule() throws Exception {
    maven(
        0,
        "",
        suite("rlsm-hbase", "io.tierline.SomeTest", 7),
        suite("ldm-namenode", "io.tierline.OtherTest", 1));
    String csv =
        "GROUP,PACKAGE,CLASS,INSTRUCTION_MISSED,INSTRUCTION_COVERED,BRANCH_MISSED,BRANCH_COVERED\n"
            + "g,io.tierline.rlsm.plan,A,0,0,1,9\ng,io.tierline.rlsm.hbase,B,0,0,9,1\n";
    String maven = Files.readString(root.resolve("bin/mvn"));
    Files.writeString(
        root.resolve("bin/mvn"),
        maven.replaceFirst("exit 0\\s*$", "")
            + "mkdir -p rlsm-hbase/target/site/jacoco\ncat > rlsm-hbase/target/site/jacoco/jacoco.csv"
            + " <<'TEXT'\n"
            + csv
            + "TEXT\n");
    assertThat(test().out())
        .contains("branches covered in the core packages of rlsm-hbase: 90.0 %");
  }

  @Test
  void aClassThatWasRunAgainCountsWholeAndAsFlaky() throws Exception {
    maven(
        0,
        "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 2, Time elapsed: 1 s -- in a.B",
        suite(
            "rlsm-hbase",
            "a.B",
            1,
            "  <testcase name=\"adds\" classname=\"a.B\"><flakyFailure/></testcase>"));
    assertThat(test().out())
        .containsExactly(
            "tierline-rlsm-hbase: Tests run: 5, Failures: 0, Errors: 0, Skipped: 2",
            "flaky, passed when run again: a.B.adds",
            "Tests run: 5, Failures: 0, Errors: 0, Skipped: 2");
  }
}
