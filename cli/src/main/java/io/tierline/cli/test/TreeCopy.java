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
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * A copy of the sources in a folder of its own, with targets of its own: what is built there is not
 * mixed with what {@code ./tierline test} builds.
 */
final class TreeCopy {
  /** What is built, and what is no source. */
  private static final Set<String> LEFT_OUT = Set.of("target", ".git");

  private final Path from;
  private final Path to;

  TreeCopy(Path from, Path to) {
    this.from = from;
    this.to = to;
  }

  /**
   * Brings it up to date. What has not changed keeps its time, so that Maven builds only the rest.
   */
  void update() throws IOException {
    Files.createDirectories(to);
    walk(to, this::deleteGone);
    walk(from, this::copyChanged);
  }

  private interface Step {
    void of(Path file, BasicFileAttributes attributes) throws IOException;
  }

  private static void walk(Path top, Step step) throws IOException {
    Files.walkFileTree(
        top,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return LEFT_OUT.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            step.of(file, attributes);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private void deleteGone(Path file, BasicFileAttributes attributes) throws IOException {
    if (!Files.exists(from.resolve(to.relativize(file).toString()))) {
      Files.delete(file);
    }
  }

  private void copyChanged(Path file, BasicFileAttributes attributes) throws IOException {
    Path copy = to.resolve(from.relativize(file).toString());
    if (Files.exists(copy)
        && Files.size(copy) == attributes.size()
        // A copy's time is not as fine.
        && Files.getLastModifiedTime(copy).toMillis() == attributes.lastModifiedTime().toMillis()) {
      return;
    }
    Files.createDirectories(copy.getParent());
    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
  }
}
