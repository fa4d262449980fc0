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
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./tierline test --matrix} in a tree of its own whose Maven is made up. */
class MatrixTest {
  private static final String PAGE =
      "# Versions\n\n<!-- Made by ./tierline test with matrix: begin. -->\n"
          + "<!-- Made by ./tierline test with matrix: end. -->\n\nEnd.\n";

  @TempDir private Path root;

  private record Outcome(int status, List<String> out, List<String> err) {}

  @BeforeEach
  void makeTree() throws IOException {
    write("docs/compatibility.md", PAGE);
    write("build/setup.sh", "printf '%s\\n' \"$@\" > needs\n");
    write("ldm-namenode/src/main/java/Some.java", "class Some {}\n");
    write("ldm-namenode/target/classes/Some.class", "of the default pair");
  }

  private Path write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** A Maven that leaves a report of a class in each module that it is told to test. */
  private void maven(String hadoop, String testcase, String more) throws IOException {
    String jars = "/m/hadoop-common-%s.jar:/m/hadoop-hdfs-3.4.2-tests.jar".formatted(hadoop);
    String report =
        "<testsuite name=\"a.B\" tests=\"4\" errors=\"0\" skipped=\"1\" failures=\"%d\">"
                .formatted(testcase.contains("<failure") ? 1 : 0)
            + "<properties><property name=\"java.version\" value=\"17.0.9\"/>"
            + "<property name=\"surefire.test.class.path\" value=\""
            + jars
            + ":/m/hbase-server-2.6.4-hadoop3.jar:/m/hadoop-mapreduce-examples-3.1.jar\"/>"
            + "</properties>"
            + testcase
            + "</testsuite>";
    Path file =
        write(
            "bin/mvn",
            """
            #!/bin/bash
            printf '%s ' "$@" >> arguments
            if [[ " $* " == *" package "* ]]; then
              mkdir -p dist/target && touch dist/target/tierline-1.tar.gz{,.sha512}
              exit
            fi
            for each in "$@"; do
              case "$each" in
                --projects=*)
                  for module in $(tr , ' ' <<<"${each#*=}"); do
                    mkdir -p "$module/target/surefire-reports"
                    printf '%s' 'REPORT' > "$module/target/surefire-reports/TEST-a.B.xml"
                  done ;;
              esac
            done
            MORE
            """
                .replace("REPORT", report)
                .replace("MORE", more));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Outcome matrix(String... arguments) throws Exception {
    return matrix(Map.of(), arguments);
  }

  /** In a process of its own, whose PATH has our Maven first. */
  private Outcome matrix(Map<String, String> environment, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-Dtierline.home=" + root,
                "-Dtierline.commit=abc",
                "-cp",
                System.getProperty("java.class.path"),
                Tierline.class.getName(),
                "test",
                "--matrix"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectOutput(root.resolve("out").toFile())
            .redirectError(root.resolve("err").toFile());
    builder.environment().put("PATH", root.resolve("bin") + ":/usr/bin:/bin");
    builder.environment().remove("JAVA21_HOME");
    builder.environment().putAll(environment);
    int status = builder.start().waitFor();
    return new Outcome(
        status, Files.readAllLines(root.resolve("out")), Files.readAllLines(root.resolve("err")));
  }

  private String json() throws IOException {
    return Files.readString(root.resolve("docs/compatibility.json"));
  }

  private String page() throws IOException {
    return Files.readString(root.resolve("docs/compatibility.md"));
  }

  @Test
  void whatRanIsTheTable() throws Exception {
    maven("3.4.2", "", "");
    Outcome outcome = matrix("default");
    assertThat(outcome.status()).as(outcome.toString()).isZero();
    assertThat(json())
        .contains("\"name\":\"default\",\"hadoop\":\"3.4.2\",\"hbase\":\"2.6.4-hadoop3\"")
        .contains("\"java\":\"17.0.9\",\"passes\":true,\"firstFailure\":\"\",\"commit\":\"abc\"")
        .contains("\"ldm-namenode\":{\"run\":4,\"failed\":0,\"skipped\":1}");
    assertThat(page())
        .startsWith("# Versions\n")
        .endsWith("\n\nEnd.\n")
        .contains("| default | 3.4.2 | 2.6.4-hadoop3 | 17.0.9 | passes | abc | ")
        .contains("| default | 4 | 4 | 4 | 4 | 4 | 4 | 4 | 28 | 7 |")
        .contains("| hadoop-3.4.3 | | | | not tried yet | | |");
    assertThat(new Compatibility(root).pageWith(PAGE)).isEqualTo(page());
    assertThat(root.resolve("needs")).hasContent("native");
  }

  @Test
  void eachIsBuiltInAFolderOfItsOwn() throws Exception {
    maven("3.4.2", "", "");
    matrix("hadoop-3.4.3");
    Path copy = root.resolve("target/matrix/hadoop-3.4.3");
    assertThat(copy.resolve("ldm-namenode/src/main/java/Some.java")).hasContent("class Some {}");
    assertThat(copy.resolve("ldm-namenode/target/classes")).doesNotExist();
    assertThat(copy.resolve("target")).isDirectoryNotContaining("glob:**/matrix");
    assertThat(copy.resolve("arguments"))
        .content()
        .contains("--activate-profiles=hadoop-3.4.3", "-Dtest=PlacementByLineageTest,")
        // What is unpacked over that Hadoop is what users get.
        .contains("-Dtierline.tarball=" + copy.resolve("target/tarball/tierline-1.tar.gz"));
    assertThat(copy.resolve("target/tarball")).isDirectoryContaining("glob:**/*.sha512");
    assertThat(root.resolve("arguments")).doesNotExist();
    assertThat(root.resolve("ldm-namenode/target/surefire-reports")).doesNotExist();
  }

  @Test
  void aSecondRunTakesWhatHasChangedAndNothingElse() throws Exception {
    maven("3.4.2", "", "");
    write("common/src/Gone.java", "");
    matrix("default");
    Path copy = root.resolve("target/matrix/default");
    Path some = copy.resolve("ldm-namenode/src/main/java/Some.java");
    FileTime before = FileTime.from(Instant.parse("2026-01-02T03:04:05Z"));
    Path own = root.resolve("ldm-namenode/src/main/java/Some.java");
    Files.setLastModifiedTime(own, before);
    Files.setLastModifiedTime(some, before);
    Files.writeString(some, "class Kept {}\n");
    Files.setLastModifiedTime(some, before);
    Files.delete(root.resolve("common/src/Gone.java"));
    write("common/src/New.java", "");
    matrix("default");
    assertThat(some).hasContent("class Kept {}");
    assertThat(copy.resolve("common/src/Gone.java")).doesNotExist();
    assertThat(copy.resolve("common/src/New.java")).exists();
    assertThat(copy.resolve("ldm-namenode/target/surefire-reports")).exists();
  }

  @Test
  void whatDoesNotPassIsShownAndTheOthersRun() throws Exception {
    maven(
        "3.4.2",
        "<testcase classname=\"a.B\" name=\"adds\"><failure message=\"no such method\"/>"
            + "</testcase><testcase classname=\"a.B\" name=\"takes\"><failure message=\"second\"/>"
            + "</testcase>",
        "");
    Outcome outcome = matrix("hbase-3.0.0", "default");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err())
        .last()
        .asString()
        .startsWith("tierline test: not passing: hbase-3.0.0, default; the whole output is in ");
    assertThat(page())
        .contains("| **does not pass** |", "| 4, **1 failed** |")
        .contains("hbase-3.0.0, the first failure:\n```\na.B#adds: no such method\n```")
        .doesNotContain("second");
    // In the table's order, whatever was asked for first; a module that is not tried has no figure.
    assertThat(page().indexOf("| default |")).isLessThan(page().indexOf("| hbase-3.0.0 |"));
    assertThat(page()).contains("| hbase-3.0.0 | 4, **1 failed** |  |  |  | 4, **1 failed** |  |");

    maven("3.4.2", "", "");
    assertThat(matrix("hbase-3.0.0").status()).isZero();
    assertThat(page()).contains("default, the first failure").doesNotContain("hbase-3.0.0, the");
  }

  @Test
  void aBuildThatFailsDoesNotPass() throws Exception {
    String says = "COMPILATION ERROR : \\n[ERROR] '$PWD'/Some.java:[1,1] cannot find symbol";
    maven("3.4.2", "", "printf '[ERROR] " + says + "\\n'; exit 1");
    assertThat(matrix("default").status()).isEqualTo(1);
    assertThat(json())
        .contains("\"passes\":false")
        .contains("the build failed: target/matrix/default/Some.java:[1,1] cannot find symbol");
  }

  @Test
  void whereJarsComeFromIsNotTold() throws Exception {
    String says = "Could not find artifact a:b:1 in central (https://jars.example/maven2)";
    maven("3.4.2", "", "printf '[ERROR] " + says + "\\n'; exit 1");
    matrix("default");
    assertThat(json()).contains("Could not find artifact a:b:1 in central (…)");
  }

  @Test
  void rowOfWhatIsNoLongerTriedGoes() throws Exception {
    maven("3.4.2", "", "");
    matrix("default");
    write("docs/compatibility.json", json().replace("\"default\"", "\"hadoop-2\""));
    matrix("hbase-3.0.0");
    assertThat(json()).contains("hbase-3.0.0").doesNotContain("hadoop-2");
  }

  @Test
  void aModuleWithoutTestsDoesNotPass() throws Exception {
    maven("3.4.2", "", "rm -r rlsm-hbase/target");
    matrix("default");
    assertThat(json()).contains("\"firstFailure\":\"no test of rlsm-hbase was run\"");
  }

  @Test
  void jarsOfTwoVersionsDoNotPass() throws Exception {
    maven("3.5.0", "", "");
    matrix("default");
    assertThat(json())
        .contains("jars of more than one Hadoop on the class path: 3.4.2, 3.5.0")
        .contains("\"passes\":false");
  }

  @Test
  void mistakesAreOneLineAndRunNothing() throws Exception {
    maven("3.4.2", "", "");
    assertThat(matrix("hadoop-2").err())
        .singleElement()
        .asString()
        .contains("no versions are called 'hadoop-2': there are default, hadoop-3.4.3, ");
    for (String other : List.of("--only=SomeTest", "--fast", "--extended", "--seed=1")) {
      assertThat(matrix(other).err())
          .singleElement()
          .asString()
          .matches(".*(mutually exclusive|leave out).*");
    }
    assertThat(matrix("java-21").err())
        .singleElement()
        .asString()
        .contains("java-21 needs a Java 21: set JAVA21_HOME");
    assertThat(matrix(Map.of("JAVA21_HOME", "/nowhere")).status()).isEqualTo(1);
    assertThat(root.resolve("target/matrix")).doesNotExist();
    assertThat(matrix(Map.of("JAVA21_HOME", System.getProperty("java.home")), "java-21").status())
        .isZero();
  }
}
