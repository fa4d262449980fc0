/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.util.ArrayList;
import java.util.List;

/** Lists of paths in one text. */
public final class PathLists {
  private PathLists() {}

  /**
   * Splits at commas as Hadoop does for input paths: one inside braces, inside an expression or
   * behind a backslash belongs to the path.
   */
  public static List<String> split(String text) {
    List<String> paths = new ArrayList<>();
    StringBuilder path = new StringBuilder();
    int braces = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == ',') {
        path.append(',');
        i++;
      } else if (c == ',' && braces == 0) {
        add(path, paths);
      } else {
        braces += c == '{' ? 1 : 0;
        braces -= c == '}' && braces > 0 ? 1 : 0;
        path.append(c);
      }
    }
    add(path, paths);
    return paths;
  }

  private static void add(StringBuilder path, List<String> paths) {
    String text = path.toString().strip();
    path.setLength(0);
    if (!text.isEmpty()) {
      paths.add(text);
    }
  }
}
