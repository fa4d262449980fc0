/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import java.util.ArrayList;
import java.util.List;

/** The managed datasets, and files in them or beside them. */
record Datasets(int size) {
  /** All of them lie in it. */
  static final String ROOT = "/warehouse";

  private static final int STAGES = 100;
  private static final int TEAMS = 37;

  /** Steps through all datasets in an order that no cache likes; a prime. */
  private static final int STRIDE = 7_919;

  private static String application(int number) {
    int application = number / STAGES;
    return ROOT + "/team-" + application % TEAMS + "/application-" + application;
  }

  /** Their paths. */
  List<String> paths() {
    List<String> all = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      all.add(application(i) + "/stage-" + i % STAGES);
    }
    return all;
  }

  /**
   * A file as a task attempt writes it.
   *
   * @param managed whether it is in a dataset, or in a directory beside one
   */
  String file(int number, boolean managed) {
    return file(number, number, managed);
  }

  /**
   * One of several files of a dataset, as a task attempt writes it.
   *
   * @param place which dataset it is of
   */
  String file(int place, int number, boolean managed) {
    int dataset = (int) ((long) place * STRIDE % size);
    return application(dataset)
        + (managed ? "/stage-" : "/other-")
        + dataset % STAGES
        + "/_temporary/1/_temporary/attempt_1700000000000_0001_r_%06d_0/part-r-%05d"
            .formatted(number % 1_000_000, number % 100_000);
  }
}
