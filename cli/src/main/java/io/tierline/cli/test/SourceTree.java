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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where things stand in the source tree. */
final class SourceTree {
  /** In the order of the closing lines. */
  static final List<String> MODULES =
      List.of(
          "common",
          "testing",
          "cli",
          "ldm-namenode",
          "ldm-gateway",
          "bid-agent",
          "rlsm-hbase",
          "clusters",
          "integration-tests",
          "benchmarks",
          "dist");

  private static final Pattern TEST_CLASS =
      Pattern.compile("(Test.*|.*(Test|Properties|Fuzz))\\.java");

  /** Another project's test classes, which a module has on lists: modules, and folders of lists. */
  private static final List<Path> LISTS =
      List.of(
          Path.of("rlsm-hbase", "src/test/resources/hbase-tests"),
          Path.of("integration-tests", "src/test/resources/hdfs-tests"));

  private final Path root;

  SourceTree(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  Path root() {
    return root;
  }

  Path target(String module) {
    return root.resolve(module).resolve("target");
  }

  Path logs() throws IOException {
    return Files.createDirectories(root.resolve("target").resolve("logs"));
  }

  /** A file with all of another project's test classes that a module has lists of. */
  Path wholeList(String module, String name) throws IOException {
    Path lists = root.resolve(module).resolve("src/test/resources").resolve(name);
    Path whole = logs().resolve(name + ".txt");
    return Files.writeString(
        whole,
        Files.readString(lists.resolve("suite.txt"))
            + Files.readString(lists.resolve("extended.txt")));
  }

  /** How many test classes there are to run: ours, and those that are always run of others. */
  long testClasses() throws IOException {
    long count = 0;
    for (String module : MODULES) {
      count +=
          sources(module).stream()
              .filter(file -> TEST_CLASS.matcher(file.getFileName().toString()).matches())
              .count();
    }
    for (Path lists : LISTS) {
      Path suite = root.resolve(lists).resolve("suite.txt");
      if (Files.exists(suite)) {
        count += Files.readAllLines(suite).stream().filter(SourceTree::namesOne).count();
      }
    }
    return count;
  }

  private static boolean namesOne(String line) {
    return !line.isEmpty() && Character.isLetter(line.charAt(0));
  }

  /** The module of a test class, by its name with or without its package, perhaps with a method. */
  Optional<String> moduleOf(String test) throws IOException {
    String name = test.replaceFirst("#.*", "");
    String file = name.substring(name.lastIndexOf('.') + 1) + ".java";
    for (String module : MODULES) {
      if (sources(module).stream()
          .anyMatch(source -> source.getFileName().toString().equals(file))) {
        return Optional.of(module);
      }
    }
    for (Path lists : LISTS) {
      if (lists(lists, name)) {
        return Optional.of(lists.getName(0).toString());
      }
    }
    return Optional.empty();
  }

  private boolean lists(Path lists, String name) throws IOException {
    for (Path list : files(root.resolve(lists))) {
      if (Files.readAllLines(list).stream()
          .anyMatch(line -> line.equals(name) || line.endsWith("." + name))) {
        return true;
      }
    }
    return false;
  }

  private List<Path> sources(String module) throws IOException {
    return files(root.resolve(module).resolve("src/test/java"));
  }

  private static List<Path> files(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
