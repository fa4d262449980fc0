/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.access;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds, for the paths of one request, the nearest directory above each that exists.
 *
 * <p>Most outputs of a request stand in few directories that are not there yet, so what is found of
 * a directory is remembered. A path may have thousands of names, and each question is one to the
 * namesystem: few are asked, since above what exists everything exists.
 */
final class NearestExisting {
  /** Whether something is there. */
  @FunctionalInterface
  interface Question {
    boolean exists(String path) throws IOException;
  }

  /** By directory; the directory itself where it exists. */
  private final Map<String, String> found = new HashMap<>();

  /** The nearest one above a directory of which it was found that it does not exist. */
  Optional<String> aboveMissing(String directory) {
    return Optional.ofNullable(found.get(directory)).filter(above -> !above.equals(directory));
  }

  /** The path itself, or the nearest directory above it that exists. */
  String of(String path, Question question) throws IOException {
    if (path.equals("/")) {
      return path;
    }
    String directory = directoryOf(path);
    Optional<String> above = aboveMissing(directory);
    if (above.isPresent()) {
      return above.get();
    }
    return question.exists(path) ? path : search(directory, question);
  }

  /** The directory that a path is in. */
  static String directoryOf(String path) {
    return path.substring(0, Math.max(1, path.lastIndexOf('/')));
  }

  /** Goes up by steps that double, then down again by halves. */
  private String search(String directory, Question question) throws IOException {
    int[] ends = endsOfNames(directory);
    Set<String> missing = new HashSet<>();
    int there = 0;
    int gone = ends.length;
    int asked = ends.length - 1;
    for (int step = 1; gone - there > 1; step *= 2) {
      String above = directory.substring(0, ends[asked]);
      String known = found.get(above);
      if (known != null && !known.equals(above)) {
        return remember(missing, known);
      }
      if (known != null || question.exists(above)) {
        there = asked;
      } else {
        missing.add(above);
        gone = asked;
      }
      int halfWay = there + (gone - there) / 2;
      asked = there == 0 ? Math.max(gone - step, halfWay) : halfWay;
    }
    String existing = directory.substring(0, ends[there]);
    found.put(existing, existing);
    return remember(missing, existing);
  }

  /** The root's end, then that of each name. */
  private static int[] endsOfNames(String directory) {
    IntStream inner =
        IntStream.range(1, directory.length()).filter(i -> directory.charAt(i) == '/');
    int[] ends = IntStream.concat(IntStream.of(1), inner).toArray();
    if (directory.length() > 1) {
      ends = Arrays.copyOf(ends, ends.length + 1);
      ends[ends.length - 1] = directory.length();
    }
    return ends;
  }

  private String remember(Set<String> missing, String existing) {
    missing.forEach(each -> found.put(each, existing));
    return existing;
  }
}
