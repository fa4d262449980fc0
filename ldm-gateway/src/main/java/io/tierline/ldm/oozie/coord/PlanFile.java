/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.oozie.AppFiles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A file that is planned together with others.
 *
 * @param name its path, by which messages name it and definitions find it
 * @param content its content
 * @param beside the files that lie beside it
 */
public record PlanFile(String name, byte[] content, AppFiles beside) {

  /** The components of its path. */
  List<String> components() {
    return components(name);
  }

  /** The components of a path, without those that say nothing. */
  static List<String> components(String path) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int end = 0; end <= path.length(); end++) {
      if (end == path.length() || path.charAt(end) == '/' || path.charAt(end) == '\\') {
        addPart(path.substring(start, end), parts);
        start = end + 1;
      }
    }
    return Collections.unmodifiableList(parts);
  }

  private static void addPart(String part, List<String> parts) {
    if (part.equals("..")) {
      if (!parts.isEmpty()) {
        parts.remove(parts.size() - 1);
      }
    } else if (!part.isEmpty() && !part.equals(".")) {
      parts.add(part);
    }
  }

  /** The directory it lies in, by its components. */
  static List<String> directory(String name) {
    List<String> parts = components(name);
    return parts.subList(0, Math.max(0, parts.size() - 1));
  }
}
