/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

/**
 * The paths of a warehouse with many datasets, all at the same depth and spread evenly: every
 * directory has as many children as the next, and its names are of the usual length.
 */
final class PathNames {
  private static final String[] LEVELS = {
    "data", "warehouse", "team_", "sales.db", "orders", "region=", "year=", "month=",
    "day=", "hour=", "run_", "stage", "output", "bucket_", "shard-", "version="
  };

  private final int depth;
  private final int length;
  private final int fanOut;

  /**
   * Paths of that many datasets with that many components, 1 to 16.
   *
   * @param length characters that each dataset's path has at least: its last name is padded
   */
  PathNames(int depth, int datasets, int length) {
    this.depth = depth;
    this.length = length;
    this.fanOut = (int) Math.ceil(Math.pow(datasets, 1.0 / depth));
  }

  String dataset(int number) {
    return directory("", number);
  }

  /** A file right in a dataset. */
  String file(int dataset, int part) {
    return dataset(dataset) + "/part-r-%05d".formatted(part);
  }

  /** An output file under the name that its task writes it by. */
  String temporary(int dataset, int part) {
    return dataset(dataset)
        + "/_temporary/1/_temporary/attempt_1700000000000_%04d_r_%06d_0/part-r-%05d"
            .formatted(dataset % 10_000, part, part);
  }

  /**
   * A file of no dataset, in a directory beside one: nothing can tell before the last component.
   */
  String beside(int dataset, int part) {
    return dataset(dataset) + ".old/part-r-%05d".formatted(part);
  }

  /** A file of no dataset, in a tree that has none. */
  String elsewhere(int dataset, int part) {
    return directory("user-", dataset) + "/part-r-%05d".formatted(part);
  }

  private String directory(String prefix, int number) {
    StringBuilder path = new StringBuilder();
    int rest = number;
    for (int level = 0; level < depth; level++) {
      path.append('/').append(level == 0 ? prefix : "").append(LEVELS[level]);
      path.append(rest % fanOut);
      rest /= fanOut;
    }
    return path.append("-".repeat(Math.max(0, length - path.length()))).toString();
  }
}
