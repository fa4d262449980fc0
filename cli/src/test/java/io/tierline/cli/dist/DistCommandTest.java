/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.cli.Tierline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command beside a made up Maven, in a process of its own. */
class DistCommandTest {
  private static final String TARBALL = "dist/target/tierline-1.tar.gz";

  @TempDir private Path root;

  private record Outcome(int status, String output) {}

  /** An older tarball lies there already. */
  @BeforeEach
  void makeTree() throws IOException {
    Files.createDirectories(root.resolve("dist/target"));
    Files.createDirectories(root.resolve("bin"));
    Files.writeString(root.resolve("dist/target/tierline-0.tar.gz"), "");
  }

  private void maven(String script) throws IOException {
    program("mvn", script);
  }

  private void program(String name, String script) throws IOException {
    Path file = Files.writeString(root.resolve("bin/" + name), "#!/bin/bash\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Outcome dist() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-Dtierline.home=" + root,
                "-cp",
                System.getProperty("java.class.path"),
                Tierline.class.getName(),
                "dist")
            .redirectErrorStream(true);
    builder.environment().merge("PATH", root + "/bin:", (path, ours) -> ours + path);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());
    return new Outcome(process.waitFor(), output);
  }

  @Test
  void saysWhereTheTarballIs() throws Exception {
    maven("echo \"$@\" > arguments; head -c 2097152 /dev/zero > " + TARBALL);
    Outcome outcome = dist();
    assertThat(outcome.status()).as(outcome.output()).isZero();
    assertThat(outcome.output()).contains(TARBALL + " (2.0 MiB)", TARBALL + ".sha512");
    assertThat(root.resolve("arguments")).content().contains("package", "--projects=dist");
    // What would leave out the library in C.
    assertThat(root.resolve("arguments")).content().doesNotContain("exec.skip");
  }

  @Test
  void namesThePackagesOfThisBuild() throws Exception {
    Files.writeString(root.resolve("dist/target/tierline-old_0_all.deb"), "");
    maven("touch " + TARBALL + " dist/target/tierline-ldm_1_all.deb");
    assertThat(dist().output())
        .contains("dist/target/tierline-ldm_1_all.deb (0.0 MiB)")
        .doesNotContain("tierline-old");
  }

  @Test
  void crossCompilesWhereThereIsACompiler() throws Exception {
    maven("echo \"$@\" > arguments; touch " + TARBALL);
    program("aarch64-linux-gnu-gcc", "exit 1");
    assertThat(dist().output()).contains("aarch64's, which is not tested");
    assertThat(root.resolve("arguments"))
        .content()
        .contains("-Ddist.aarch64.cc=aarch64-linux-gnu-gcc");
  }

  @Test
  void oldTarballIsNotTakenForANewOne() throws Exception {
    maven("echo nothing made");
    Outcome outcome = dist();
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output()).contains("the tarball was not built", "dist.log");
  }

  @Test
  void failsWithMaven() throws Exception {
    maven("touch " + TARBALL + "; exit 1");
    assertThat(dist().status()).isEqualTo(1);
  }
}
