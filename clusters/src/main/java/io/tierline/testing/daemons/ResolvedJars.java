/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What stands for Hadoop's tarball, of which no artifact exists, and where our own jars are. */
public final class ResolvedJars {
  private static final String OURS = "tierline";

  private ResolvedJars() {}

  /** The jars of others on this process's class path, as Maven resolved them; nothing of ours. */
  public static String ofOthers() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar"))
        .filter(entry -> !new File(entry).getName().startsWith(OURS))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /**
   * The jar that an operator copies, as {@code mvn package} leaves it.
   *
   * @throws IOException when the module has not been packaged
   */
  static Path ours(String module) throws IOException {
    Path target = sourceTree().resolve(module).resolve("target");
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(target, OURS + "-" + module + "-*.jar")) {
      for (Path jar : jars) {
        // Beside it may lie what other modules' tests need of its tests.
        if (!jar.toString().endsWith("-tests.jar")) {
          return jar;
        }
      }
    }
    throw new IOException("no jar in " + target + ": mvn -DskipTests package");
  }

  /** The root of the source tree, where conf/ is. */
  static Path sourceTree() {
    // A command may be run from anywhere; it is told where the tree is.
    Path here = Path.of(System.getProperty("tierline.home", "")).toAbsolutePath();
    while (!Files.isDirectory(here.resolve("conf"))) {
      here = here.getParent();
    }
    return here;
  }
}
