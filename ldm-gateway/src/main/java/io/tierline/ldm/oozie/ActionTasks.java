/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * By how many tasks a MapReduce action reads and writes, and how much, as far as definitions say.
 *
 * <p>Each reducer writes a file. Most readers have a task for each block. But one whose smallest
 * split is larger than any file has a task for each file, so it has as many as the writer of its
 * input has reducers.
 */
final class ActionTasks {
  private static final String[] REDUCERS = {"mapreduce.job.reduces", "mapred.reduce.tasks"};

  private static final String[] SMALLEST_SPLIT = {
    "mapreduce.input.fileinputformat.split.minsize", "mapred.min.split.size"
  };

  /** No file is larger than that: 1 PiB. */
  private static final long LARGEST_FILE = 1L << 50;

  /** What Hadoop's own defaults say, where nothing else does. */
  private static final int DEFAULT_REDUCERS = 1;

  /** Of TeraGen's. */
  private static final long ROW_BYTES = 100;

  private static final String MULTIPLES = "kmbt";
  private static final long THOUSAND = 1_000;

  private int reducers = DEFAULT_REDUCERS;
  private long outputBytes;
  private boolean hasReducers;
  private boolean hasOneForEachFile;

  /** Goes by the action's configuration. */
  void configured(Function<String[], Optional<String>> property) {
    hasReducers = true;
    number(property.apply(REDUCERS)).ifPresent(this::reducers);
    hasOneForEachFile = number(property.apply(SMALLEST_SPLIT)).orElse(0L) >= LARGEST_FILE;
  }

  /** Goes by an argument {@code name=value} that sets a property. */
  void argument(String text) {
    for (String name : REDUCERS) {
      if (text.startsWith(name + "=")) {
        number(Optional.of(text.substring(name.length() + 1))).ifPresent(this::reducers);
      }
    }
  }

  /** Reducers write what it writes. */
  void reduce() {
    hasReducers = true;
  }

  /** Each file that it reads is read by one task, whatever its size. */
  void oneForEachFile() {
    hasOneForEachFile = true;
  }

  /** So many rows are written: a number, or one with a letter for thousands of thousands, as 1m. */
  void rows(String text) {
    String rows = text.strip();
    int last = rows.length() - 1;
    int power = last < 0 ? -1 : MULTIPLES.indexOf(Character.toLowerCase(rows.charAt(last)));
    String digits = power < 0 ? rows : rows.substring(0, last);
    double bytes =
        number(Optional.of(digits)).orElse(0L) * Math.pow(THOUSAND, power + 1.0) * ROW_BYTES;
    outputBytes = bytes < Long.MAX_VALUE ? (long) bytes : 0;
  }

  /** How much is written; 0 where that is not known. */
  long outputBytes() {
    return outputBytes;
  }

  private void reducers(long number) {
    reducers = (int) Math.min(number, Integer.MAX_VALUE);
  }

  private static Optional<Long> number(Optional<String> text) {
    try {
      return text.map(String::strip).map(Long::parseLong).filter(number -> number >= 0);
    } catch (NumberFormatException unknown) {
      return Optional.empty();
    }
  }

  /** Files of its output; 0 where that is not known. */
  private int files() {
    return hasReducers ? reducers : 0;
  }

  /**
   * By how many tasks an action reads what others write; 0 where that is not known.
   *
   * @param all the workflow's
   */
  static int of(ActionScope reader, List<ActionScope> all) {
    if (!reader.tasks().hasOneForEachFile) {
      return 0;
    }
    long tasks = 0;
    for (DatasetUse use : reader.uses()) {
      long files = use.access() == Access.READ ? files(use.dataset(), all) : 0;
      if (use.access() == Access.READ && files == 0) {
        return 0;
      }
      tasks += files;
    }
    return (int) Math.min(tasks, Integer.MAX_VALUE);
  }

  private static long files(DatasetPath dataset, List<ActionScope> all) {
    long files = 0;
    for (ActionScope writer : all) {
      boolean writes =
          writer.uses().stream()
              .anyMatch(use -> use.access() == Access.WRITE && use.dataset().equals(dataset));
      if (writes && writer.tasks().files() == 0) {
        return 0;
      }
      files += writes ? writer.tasks().files() : 0;
    }
    return files;
  }
}
