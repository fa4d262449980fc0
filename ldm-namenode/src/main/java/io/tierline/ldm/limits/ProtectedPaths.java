/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.limits;

import io.tierline.ldm.lineage.DatasetPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Directories of this cluster that no job's output may be: those that stand too near the root, and
 * those on a list, with whatever would hold them. A pattern of the list has {@code *} for any one
 * name; {@code /**} at its end stands for the directory and all below it.
 *
 * <p>Whoever writes a directory has a say in the place of all data below it, so one slip ({@code /}
 * or {@code /user} for {@code /user/ann/out}) would claim that of everybody.
 */
public final class ProtectedPaths {
  private static final String ALL_BELOW = "/**";
  private static final String ANY_NAME = "*";

  /** A line of the list. */
  private record Pattern(String text, List<String> names, boolean withAllBelow) {
    static Pattern of(String text) {
      boolean all = text.endsWith(ALL_BELOW);
      String directory = all ? text.substring(0, text.length() - ALL_BELOW.length()) : text;
      if (!directory.startsWith("/") && !(all && directory.isEmpty())) {
        throw new IllegalArgumentException("'" + text + "' is no absolute path");
      }
      return new Pattern(text, namesOf(directory), all);
    }

    /** True when the path is the directory, holds it, or lies below it where that counts. */
    boolean takes(List<String> path) {
      if (path.size() > names.size() && !withAllBelow) {
        return false;
      }
      for (int i = 0; i < Math.min(names.size(), path.size()); i++) {
        if (!names.get(i).equals(ANY_NAME) && !names.get(i).equals(path.get(i))) {
          return false;
        }
      }
      return true;
    }
  }

  private final int leastDepth;
  private final List<Pattern> patterns;

  /**
   * Creates the rules.
   *
   * @param leastDepth names that a path has at the least; the root has none
   * @param patterns the list
   * @throws IllegalArgumentException naming a pattern that is no absolute path
   */
  public ProtectedPaths(int leastDepth, List<String> patterns) {
    this.leastDepth = leastDepth;
    this.patterns = patterns.stream().map(Pattern::of).toList();
  }

  /**
   * Why that dataset may not be written or moved by a job whose lineage is known; empty when it may
   * be. Other file systems are nobody's concern here.
   */
  public Optional<String> refusal(DatasetPath dataset) {
    boolean isHere = dataset.fileSystem().isEmpty() && (dataset.isLiteral() || dataset.isGlob());
    if (!isHere) {
      return Optional.empty();
    }
    // A glob may match whatever is below the directory that its wildcards begin under.
    String path = dataset.base();
    List<String> names = namesOf(path);
    if (names.size() < leastDepth) {
      return Optional.of(
          "%s is too near the root to be what a job writes: at least %d names (%s)"
              .formatted(dataset.path(), leastDepth, "tierline.ldm.paths.min-depth"));
    }
    return patterns.stream()
        .filter(pattern -> pattern.takes(names))
        .findFirst()
        .map(
            pattern ->
                "%s is not to be what a job writes: %s is protected (%s)"
                    .formatted(dataset.path(), pattern.text(), "tierline.ldm.paths.protected"));
  }

  private static List<String> namesOf(String path) {
    List<String> names = new ArrayList<>();
    for (String name : path.split("/")) {
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }

  @Override
  public String toString() {
    return leastDepth + " " + patterns;
  }
}
