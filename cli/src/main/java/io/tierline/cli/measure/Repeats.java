/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.measure;

import io.tierline.cli.Arguments;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.Option;

/** Mixed into a command: {@code --repeats}. */
public final class Repeats {
  private static final int MOST = 1000;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description =
          "Number of repeats, 1 to 1000; medians and spread are shown (default:"
              + " ${DEFAULT-VALUE}).")
  private int count;

  /** So many where the user says nothing. */
  public Repeats(int count) {
    this.count = count;
  }

  /** How often; refuses what makes no sense. */
  public int count(Arguments given) {
    given.within("--repeats", count, 1, MOST);
    return count;
  }

  /** The contenders in the order of a repeat, counted from 1: another one is first each time. */
  public static <T> List<T> order(List<T> contenders, int repeat) {
    List<T> order = new ArrayList<>(contenders);
    Collections.rotate(order, 1 - repeat);
    return order;
  }
}
