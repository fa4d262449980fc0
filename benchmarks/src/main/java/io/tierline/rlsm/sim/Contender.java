/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import io.tierline.rlsm.plan.PlannerSettings;
import java.util.Locale;
import java.util.function.Function;

/** The policies that are compared, each with its defaults. */
public enum Contender {
  /** HBase's default engine. */
  STOCK(load -> new StockStore(load.cellBytes())),
  /** HBase's stripe engine. */
  STRIPE(load -> new StripeStore(load.cellBytes())),
  /** The source's design: append to files of disjoint ranges. */
  SOURCE(load -> new SourceStore(load.cellsPerFlush(), load.cellBytes())),
  /** Ours. */
  RLSM(load -> new RlsmStore(PlannerSettings.defaults(Workload.FLUSH_BYTES), load.cellBytes()));

  private final Function<Workload, SimulatedStore> store;

  Contender(Function<Workload, SimulatedStore> store) {
    this.store = store;
  }

  SimulatedStore open(Workload workload) {
    return store.apply(workload);
  }

  /** The name on the command line and in figures. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
