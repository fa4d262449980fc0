/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.value;

import io.tierline.ldm.placement.ValueModel;

/** Ways to decide which replicas of a new block go to the fast tier. */
enum Contender {
  /** HDFS's storage policy on every directory: first come, and stays until it is deleted. */
  ONE_SSD("ONE_SSD", null, true),
  /** The same, where whoever owns the data deletes it after its last reading. */
  ONE_SSD_DELETED("ONE_SSD, deleted", null, false),
  /** LDM by the lineage quotient. */
  LQ("LDM, lq", ValueModel.LQ, false),
  /** LDM by density. */
  DENSITY("LDM, density", ValueModel.DENSITY, false);

  private final String title;
  private final ValueModel model;
  private final boolean keeps;

  Contender(String title, ValueModel model, boolean keeps) {
    this.title = title;
    this.model = model;
    this.keeps = keeps;
  }

  String title() {
    return title;
  }

  /** LDM's model; null for HDFS's storage policy. */
  ValueModel model() {
    return model;
  }

  /** True when fast replicas stay after the last reading. */
  boolean keeps() {
    return keeps;
  }
}
