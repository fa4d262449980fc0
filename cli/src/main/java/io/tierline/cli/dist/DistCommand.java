/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.dist;

import io.tierline.cli.CommandException;
import io.tierline.cli.Progress;
import io.tierline.cli.Tierline;
import io.tierline.cli.maven.Maven;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;

/** {@code ./tierline dist}: the tarball that is dropped into a cluster. */
@Command(
    name = "dist",
    description = {
      "The tarball to drop into a cluster.",
      "Builds the jars, and BID's library in C for this machine's system, and packs them as they"
          + " are unpacked over a Hadoop and an HBase, with templates of their configuration,"
          + " Hadoop's shell profile, the docs, and bin/tierline-check, which looks an installation"
          + " over. Beside it its SHA-512, and Debian packages of the parts for a Hadoop and an"
          + " HBase that came as packages. The same commit and the same compiler give the same"
          + " files, byte for byte. What to do with them: docs/install.md.",
      "Where aarch64-linux-gnu-gcc is installed, BID's library for aarch64 is in it too. It is"
          + " compiled, not tested: no test runs on that system."
    })
public final class DistCommand implements Callable<Integer> {
  private static final double MIB = 1 << 20;

  /** Lines that Maven prints when it has built a module, of those that are built. */
  private static final int MODULES = 9;

  private static final String TARBALLS = "tierline-*.tar.gz";
  private static final String PACKAGES = "tierline-*.deb";
  private static final String CROSS_COMPILER = "aarch64-linux-gnu-gcc";

  private final Path home;
  private final PrintStream out;
  private final PrintStream err;

  /** The tarball of a source tree. */
  DistCommand(Path home, PrintStream out, PrintStream err) {
    this.home = home.toAbsolutePath().normalize();
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path log = Files.createDirectories(home.resolve("target/logs")).resolve("dist.log");
    Path target = home.resolve("dist/target");
    for (String kind : List.of(TARBALLS, PACKAGES)) {
      for (Path old : made(target, kind)) {
        Files.delete(old);
      }
    }
    boolean hasCross = hasCrossCompiler();
    List<String> arguments = new ArrayList<>(Maven.packingTheTarball());
    if (hasCross) {
      arguments.add("-Ddist.aarch64.cc=" + CROSS_COMPILER);
    }
    int status;
    try (Progress progress = new Progress(err, Tierline.onTerminal())) {
      progress.phase("packing", () -> doneOf(log));
      status = Maven.run(home, log, arguments);
    }
    List<Path> tarballs = made(target, TARBALLS);
    if (status != 0 || tarballs.size() != 1) {
      throw new CommandException("the tarball was not built; the whole output is in " + log);
    }
    Path tarball = tarballs.get(0);
    print(tarball);
    out.printf("%s.sha512%n", home.relativize(tarball));
    for (Path each : made(target, PACKAGES)) {
      print(each);
    }
    out.println(
        hasCross
            ? "BID's library: this system's, and aarch64's, which is not tested"
            : "BID's library: this system's; none for aarch64, as there is no " + CROSS_COMPILER);
    out.println("what to do with it: docs/install.md");
    return 0;
  }

  private static boolean hasCrossCompiler() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, CROSS_COMPILER)));
  }

  private static double doneOf(Path log) {
    if (!Files.exists(log)) {
      return 0;
    }
    try (var lines = Files.lines(log)) {
      long modules = lines.filter(line -> line.startsWith("[INFO] Building Tierline")).count();
      return Math.min(1, (double) modules / MODULES);
    } catch (IOException | UncheckedIOException unreadable) {
      return 0;
    }
  }

  private void print(Path file) throws IOException {
    out.printf("%s (%.1f MiB)%n", home.relativize(file), Files.size(file) / MIB);
  }

  private static List<Path> made(Path target, String kind) throws IOException {
    if (!Files.isDirectory(target)) {
      return List.of();
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(target, kind)) {
      return StreamSupport.stream(found.spliterator(), false).sorted().toList();
    }
  }
}
