/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import java.util.function.DoubleSupplier;
import org.apache.hadoop.yarn.server.MiniYARNCluster;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;

/** How far an application of a cluster is, from 0 to 1. */
final class YarnProgress implements DoubleSupplier {
  private final MiniYARNCluster yarn;
  private final int before;

  /** Watches the next application. */
  YarnProgress(MiniYARNCluster yarn) {
    this.yarn = yarn;
    before = yarn.getResourceManager().getRMContext().getRMApps().size();
  }

  @Override
  public double getAsDouble() {
    return yarn.getResourceManager().getRMContext().getRMApps().values().stream()
        .filter(app -> app.getApplicationId().getId() > before)
        .mapToDouble(RMApp::getProgress)
        .findFirst()
        .orElse(0);
  }
}
