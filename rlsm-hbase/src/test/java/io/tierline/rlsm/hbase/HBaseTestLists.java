/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The lists in {@code src/test/resources/hbase-tests}: which of HBase's own test classes run, and
 * which do not.
 */
final class HBaseTestLists {
  private HBaseTestLists() {}

  /** The classes of a list, in its order. */
  static List<String> classes(String list) {
    return lines(list + ".txt");
  }

  /** Classes, or methods as {@code class#method}, that do not run, and why. */
  static Map<String, String> leftOut() {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (String line : lines("left-out.txt")) {
      int colon = line.indexOf(": ");
      if (colon < 0) {
        throw new IllegalArgumentException("left-out.txt: no reason is given in '" + line + "'");
      }
      String name = line.substring(0, colon);
      if (reasons.put(name, line.substring(colon + 2)) != null) {
        throw new IllegalArgumentException("left-out.txt: '" + name + "' is there twice");
      }
    }
    return reasons;
  }

  private static List<String> lines(String file) {
    // From the class path: a run with a JVM for each class looks for its tests in Maven's own JVM.
    try (InputStream list = HBaseTestLists.class.getResourceAsStream("/hbase-tests/" + file)) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
