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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;

/**
 * Surefire's reports of one run: modules are tested side by side, so the log says it in any order.
 */
final class Reports {
  private final SourceTree tree;
  private final FileTime started;

  /** Only what has been written since then counts. */
  Reports(SourceTree tree, FileTime started) {
    this.tree = tree;
    this.started = started;
  }

  /** The reports of a module, by name. */
  List<Report> of(String module) throws IOException {
    Path directory = tree.target(module).resolve("surefire-reports");
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "TEST-*.xml")) {
      for (Path file : all) {
        if (Files.getLastModifiedTime(file).compareTo(started) >= 0) {
          files.add(file);
        }
      }
    }
    files.sort(null);
    List<Report> reports = new ArrayList<>();
    for (Path file : files) {
      reports.add(Report.read(file));
    }
    return reports;
  }
}
