/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A package that is larger than most says why, in a paragraph that begins with "Large". */
public final class LargePackages {
  private static final int MOST_FILES = 25;
  private static final int MOST_PUBLIC = 12;
  private static final String REASON = "<p>Large";

  private LargePackages() {}

  /** The large packages below a folder of sources that do not say why. */
  public static List<String> withoutReason(Path sources) throws IOException {
    List<String> silent = new ArrayList<>();
    try (Stream<Path> found = Files.walk(sources)) {
      for (Path folder : found.filter(Files::isDirectory).toList()) {
        if (isLarge(folder) && !saysWhy(folder.resolve("package-info.java"))) {
          silent.add(folder.toString());
        }
      }
    }
    return silent;
  }

  private static boolean saysWhy(Path description) throws IOException {
    return Files.exists(description) && Files.readString(description).contains(REASON);
  }

  private static boolean isLarge(Path folder) throws IOException {
    int files = 0;
    int published = 0;
    try (Stream<Path> found = Files.list(folder)) {
      for (Path file : found.filter(each -> each.toString().endsWith(".java")).toList()) {
        files++;
        published += Files.readString(file).lines().anyMatch(l -> l.startsWith("public ")) ? 1 : 0;
      }
    }
    return files > MOST_FILES || published > MOST_PUBLIC;
  }
}
