/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one process runs: a load, and operations on what was loaded. Also the form in which the
 * parent hands it over.
 *
 * @param engine under test
 * @param recipe that tells how to load
 * @param operations after the load, in the order of {@link Operation}
 * @param repeat number of the repeat, from 1
 * @param scale fraction of the recipe's data
 * @param settleSeconds without any change of store files that end the waiting for compactions
 * @param operationSeconds that each operation is measured for
 * @param conf further values of the table's descriptor
 * @param directory for all data; the process creates it and leaves it
 */
record Settings(
    Engine engine,
    Recipe recipe,
    List<Operation> operations,
    int repeat,
    double scale,
    double settleSeconds,
    double operationSeconds,
    Map<String, String> conf,
    String directory) {
  private static final int WARM_UP_ROWS = 20_000;
  private static final int WARM_UP_SHARE = 4;

  Settings {
    operations = List.copyOf(operations);
    conf = Map.copyOf(conf);
  }

  /** These settings, with the data below that directory. */
  Settings in(Path data) {
    return new Settings(
        engine,
        recipe,
        operations,
        repeat,
        scale,
        settleSeconds,
        operationSeconds,
        conf,
        data.toString());
  }

  /** Rows to load. */
  long rows() {
    return recipe.rows(scale);
  }

  /** Rows of a table of its own that are loaded first, so that all code is compiled. */
  long warmUpRows() {
    return Math.min(WARM_UP_ROWS, rows() / WARM_UP_SHARE);
  }

  /** As figures name the load. */
  String loadKey() {
    return operations.isEmpty() ? recipe.key() : "load";
  }

  /**
   * Processes that a list of recipes takes: a load each for r6 and r5, and one load for all
   * operations together.
   */
  static List<Plan> plans(List<Recipe> recipes) {
    List<Plan> plans = new ArrayList<>();
    Set<Operation> operations = EnumSet.noneOf(Operation.class);
    for (Recipe recipe : EnumSet.copyOf(recipes)) {
      operations.addAll(recipe.operations());
      if (recipe.operations().isEmpty()) {
        plans.add(new Plan(recipe, List.of()));
      }
    }
    if (!operations.isEmpty()) {
      plans.add(new Plan(Recipe.READS, List.copyOf(operations)));
    }
    return plans;
  }

  /** A load, and operations on what was loaded. */
  record Plan(Recipe recipe, List<Operation> operations) {}
}
