/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.value;

/** Ways to decide which replicas of a new block go to the fast tier. */
enum Contender {
  /** HDFS's storage policy on every directory: first come, and stays until it is deleted. */
  ONE_SSD("ONE_SSD", true),
  /** The same, where whoever owns the data deletes it after its last reading. */
  ONE_SSD_DELETED("ONE_SSD, deleted", false),
  /** The source's algorithms 4 and 5, by its lineage quotient. */
  QUOTIENT("the source's", false),
  /** LDM as it is. */
  LDM("LDM", false);

  private final String title;
  private final boolean keeps;

  Contender(String title, boolean keeps) {
    this.title = title;
    this.keeps = keeps;
  }

  String title() {
    return title;
  }

  /** True when fast replicas stay after the last reading. */
  boolean keeps() {
    return keeps;
  }
}
