/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.maven;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Maven on the source tree. */
public final class Maven {
  private Maven() {}

  /** The arguments that build the tarball, and what it is made of, without tests and checks. */
  public static List<String> packingTheTarball() {
    return List.of(
        "package",
        "--projects=dist",
        "--also-make",
        "-Dmaven.test.skip=true",
        "-Dspotless.check.skip=true",
        "-Dcheckstyle.skip=true",
        "-Djacoco.skip=true");
  }

  /**
   * Runs it to its end.
   *
   * @param root where the parent's pom.xml is
   * @param log where all goes that it prints
   * @return its exit status
   */
  public static int run(Path root, Path log, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("mvn", "-B"));
    command.addAll(arguments);
    return run(
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(log.toFile()));
  }

  /** Runs another program to its end. It does not outlive us when we are interrupted. */
  public static int run(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.start();
    Thread killer = new Thread(process::destroy, "stop-program");
    Runtime.getRuntime().addShutdownHook(killer);
    try {
      return process.waitFor();
    } finally {
      process.destroy();
      Runtime.getRuntime().removeShutdownHook(killer);
    }
  }
}
