/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What TeraValidate wrote.
 *
 * @param checksum of the sorted rows, in hexadecimal; empty when it wrote none
 * @param errors its error lines
 */
record Validation(String checksum, List<String> errors) {
  Validation {
    errors = List.copyOf(errors);
  }

  /** Reads the output directory of TeraValidate. */
  static Validation read(FileSystem fileSystem, Path directory) throws IOException {
    List<String> lines = new ArrayList<>();
    FileStatus[] parts =
        fileSystem.listStatus(directory, path -> path.getName().startsWith("part-"));
    for (FileStatus part : parts) {
      try (BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(fileSystem.open(part.getPath()), StandardCharsets.UTF_8))) {
        reader.lines().forEach(lines::add);
      }
    }
    return parse(lines.stream());
  }

  static Validation parse(Stream<String> lines) {
    String checksum = "";
    List<String> errors = new ArrayList<>();
    for (String line : lines.toList()) {
      if (line.startsWith("checksum\t")) {
        checksum = line.substring("checksum\t".length()).strip();
      } else {
        errors.add(line);
      }
    }
    return new Validation(checksum, errors);
  }
}
