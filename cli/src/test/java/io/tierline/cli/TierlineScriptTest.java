/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script itself, in a tree of its own whose Java and Maven are made up: what it shows without
 * either, what it installs, builds and starts.
 */
class TierlineScriptTest {
  private static final Path SOURCES = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> MODULES =
      List.of(
          "common",
          "testing",
          "cli",
          "ldm-namenode",
          "ldm-gateway",
          "bid-agent",
          "rlsm-hbase",
          "clusters",
          "benchmarks");

  @TempDir private Path root;

  private record Outcome(int status, String out, String err) {}

  @BeforeEach
  void makeTree() throws IOException {
    Files.copy(SOURCES.resolve("tierline"), root.resolve("tierline"), COPY_ATTRIBUTES);
    copy("build");
    copy("docs/commands");
    Files.copy(SOURCES.resolve("pom.xml"), root.resolve("pom.xml"));
    for (String module : MODULES) {
      Files.createDirectories(root.resolve(module).resolve("src/main"));
      Files.writeString(root.resolve(module).resolve("pom.xml"), "");
    }
    Files.createDirectories(root.resolve("jdk/bin"));
    Files.createDirectories(root.resolve("bin"));
    program("jdk/bin/javac", "echo javac 17.0.1");
    program("jdk/bin/java", "printf '%s\\n' \"$@\"");
    // Makes what a build makes, and counts its runs.
    program(
        "bin/mvn",
        "printf '%s ' \"$@\" >> built; echo >> built\n"
            + "for module in "
            + String.join(" ", MODULES)
            + "; do mkdir -p $module/target/classes; touch $module/target/tierline-$module-1.jar\n"
            + "echo others.jar > $module/target/classpath.txt; done");
    for (String tool : List.of("gcc", "make")) {
      program("bin/" + tool, "");
    }
    program("bin/cmake", "echo cmake version 99.0");
  }

  private void copy(String directory) throws IOException {
    Files.createDirectories(root.resolve(directory));
    try (Stream<Path> files = Files.list(SOURCES.resolve(directory))) {
      for (Path file : files.toList()) {
        Files.copy(file, root.resolve(directory).resolve(file.getFileName()), COPY_ATTRIBUTES);
      }
    }
  }

  private void program(String name, String script) throws IOException {
    Path file = root.resolve(name);
    Files.writeString(file, "#!/bin/bash\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Outcome run(String... arguments) throws IOException, InterruptedException {
    return run(Map.of(), arguments);
  }

  private Outcome run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(root.resolve("tierline").toString()));
    command.addAll(List.of(arguments));
    Path out = root.resolve("out");
    Path err = root.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(root.resolve("docs").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
    builder.environment().put("PATH", root.resolve("bin") + ":/usr/bin:/bin");
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running: " + command);
    }
    return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  private List<String> builds() throws IOException {
    Path built = root.resolve("built");
    return Files.exists(built) ? Files.readAllLines(built) : List.of();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "version", "-V"})
  void versionIsThatOfTheSources(String asked) throws Exception {
    assertThat(run(asked).out()).matches("Tierline [0-9.]+\\S* \\(commit .*\\)\n");
    assertThat(builds()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "demo --help, demo",
    "demo -h --rows 5, demo",
    "help demo, demo",
    "test -h, test",
    "rlsm inspect --help, rlsm",
    "bid-record --help, bid-record",
    "help, tierline",
    "--help, tierline",
    "-h, tierline"
  })
  void helpNeedsNothing(String arguments, String text) throws Exception {
    Outcome outcome = run(Map.of("JAVA_HOME", "", "PATH", "/usr/bin:/bin"), arguments.split(" "));
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out())
        .isEqualTo(Files.readString(root.resolve("docs/commands/" + text + ".txt")));
    assertThat(outcome.err()).isEmpty();
    assertThat(builds()).isEmpty();
  }

  @Test
  void noCommandIsHelp() throws Exception {
    assertThat(run().out()).isEqualTo(run("--help").out()).isNotEmpty();
  }

  @Test
  void whatFollowsTheDashesIsNotOurs() throws Exception {
    assertThat(run("jmh", "--", "-h").out()).endsWith("jmh\n--\n-h\n");
  }

  @Test
  void commandIsBuiltOnceAndStartedWithAllItsArguments() throws Exception {
    Outcome first = run("rlsm-sim", "--rows", "a b");
    assertThat(first.status()).isZero();
    assertThat(first.out())
        .contains("benchmarks/target/tierline-benchmarks-1.jar:others.jar\n")
        .contains("-Dtierline.home=" + root.toRealPath() + "\n", "-Dtierline.terminal=false\n")
        .endsWith("io.tierline.cli.Tierline\nrlsm-sim\n--rows\na b\n");
    assertThat(builds()).hasSize(1).first().asString().contains("-pl benchmarks -am");
    assertThat(builds().get(0)).contains("-Dexec.skip=true");

    run("ldm-value");
    assertThat(builds()).hasSize(1);
    Files.writeString(root.resolve("rlsm-hbase/src/main/Some.java"), "");
    run("ldm-value");
    assertThat(builds()).hasSize(2);
  }

  @Test
  void programsInCAreBuiltForThoseWhoRunThem() throws Exception {
    run("bid-sim", "--worked-example");
    assertThat(builds()).hasSize(1).first().asString().doesNotContain("exec.skip");
    run("nn-bench");
    run("bid-disk");
    assertThat(builds()).hasSize(1);
  }

  @Test
  void testsNeedOnlyTheCommandItselfBuilt() throws Exception {
    Outcome outcome = run("test", "--fast");
    assertThat(builds()).hasSize(1).first().asString().contains("-pl cli -am");
    // Maven writes the jar again while the command runs.
    assertThat(outcome.out()).contains("/target/command.jar:others.jar\n");
    assertThat(outcome.out()).doesNotContain("tierline-cli-1.jar");
  }

  @Test
  void tarballNeedsACompilerAndOnlyTheCommandItselfBuilt() throws Exception {
    program("bin/cmake", "echo cmake version 3.1");
    Outcome refused = run("dist");
    assertThat(refused.err()).startsWith("tierline dist: CMake 3.25 or newer is needed");
    assertThat(refused.status()).isEqualTo(1);
    program("bin/cmake", "echo cmake version 99.0");
    assertThat(run("dist").status()).isZero();
    assertThat(builds()).hasSize(1);
    assertThat(builds().get(0)).contains("-pl cli -am", "-Dexec.skip=true");
  }

  @Test
  void exitCodeIsThatOfTheCommand() throws Exception {
    program("jdk/bin/java", "exit 7");
    assertThat(run("nn-bench").status()).isEqualTo(7);
  }

  @Test
  void buildThatFailsIsOneLine() throws Exception {
    program("bin/mvn", "echo '[INFO] hm'; echo '[ERROR] Some.java:[1,1] expected'; exit 1");
    Outcome outcome = run("nn-bench");
    assertThat(outcome.err().lines().toList().get((int) outcome.err().lines().count() - 1))
        .startsWith(
            "tierline nn-bench: the build failed: Some.java:[1,1] expected; the whole output");
    assertThat(outcome.status()).isEqualTo(1);
  }

  /** A PATH with little but the shell's own tools, whatever this machine has. */
  private String bareMachine() throws IOException {
    Path tools = Files.createDirectories(root.resolve("tools"));
    for (String tool :
        List.of(
            "bash",
            "sh",
            "env",
            "readlink",
            "dirname",
            "id",
            "cat",
            "mkdir",
            "grep",
            "printf",
            "sleep",
            "tail")) {
      for (Path directory : List.of(Path.of("/usr/bin"), Path.of("/bin"))) {
        Path program = directory.resolve(tool);
        if (Files.exists(program) && !Files.exists(tools.resolve(tool))) {
          Files.createSymbolicLink(tools.resolve(tool), program);
        }
      }
    }
    return root.resolve("bin") + ":" + tools;
  }

  @Test
  void missingJdkIsOneLineThatSaysWhatToInstall() throws Exception {
    program("jdk/bin/javac", "echo javac 11.0.1");
    program("bin/javac", "echo javac 11.0.1");
    Files.writeString(
        root.resolve("build/setup.sh"),
        Files.readString(root.resolve("build/setup.sh")).replace("/usr/lib/jvm/", "/no/such/"));
    Outcome outcome = run(Map.of("PATH", bareMachine()), "nn-bench");
    assertThat(outcome.err())
        .startsWith(
            "tierline nn-bench: openjdk-17-jdk-headless missing and there is no apt-get here")
        .contains("JDK 17")
        .hasLineCount(1);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(builds()).isEmpty();
  }

  @Test
  void whatOnlySomeSystemsOfferIsInstalledThereAndMissedNowhere() throws Exception {
    Path asked = root.resolve("asked");
    program("bin/clang-format", "echo Debian clang-format version 19.1.7");
    program("bin/apt-cache", "[[ $2 == clang-format-14 ]]");
    program("bin/apt-get", "echo \"$@\" >> " + asked);
    program("bin/id", "echo 0");
    assertThat(setUp("format", "tidy")).isZero();
    assertThat(Files.readAllLines(asked)).hasSize(2);
    assertThat(Files.readAllLines(asked).get(1))
        .startsWith("install ")
        .endsWith(" clang-format-14");

    Files.delete(asked);
    program("bin/clang-format", "echo Debian clang-format version 14.0.6");
    assertThat(setUp("format", "tidy")).isZero();
    assertThat(asked).doesNotExist();
  }

  private int setUp(String... needs) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", "build/setup.sh"));
    command.addAll(List.of(needs));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectErrorStream(true)
            .redirectOutput(root.resolve("out").toFile());
    builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
    builder.environment().put("PATH", bareMachine());
    return builder.start().waitFor();
  }
}
