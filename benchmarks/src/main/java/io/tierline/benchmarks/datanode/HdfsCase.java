/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.datanode;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What clients of a DataNode do. */
public enum HdfsCase {
  /** Each reads its file in sequence, from a modelled disk. */
  SEQUENTIAL("each client reads its file, from a modelled disk"),
  /** The same from a volume of type SSD, whose blocks the kernel's cache has. */
  SSD_READ("each client reads its file, from an SSD volume in the kernel's cache"),
  /** Each writes files to that volume. */
  SSD_WRITE("each client writes files to an SSD volume");

  final String summary;

  HdfsCase(String summary) {
    this.summary = summary;
  }

  /** The case of that name. */
  public static HdfsCase named(String name) {
    return Arrays.stream(values())
        .filter(one -> one.option().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        "with --hdfs there is no case '%s': it is one of %s", name, names())));
  }

  static String names() {
    return Arrays.stream(values()).map(HdfsCase::option).collect(Collectors.joining(", "));
  }

  String option() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean isOnSsd() {
    return this != SEQUENTIAL;
  }
}
