/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.hsync;

import io.tierline.bid.hsync.DeltaMetrics;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** What the delta log of a DataNode in this process says of itself. */
final class DeltaFigures {
  private DeltaFigures() {}

  static boolean isInUse() {
    return read("InUse") == 1;
  }

  /** One of its metrics; 0 before there is one. */
  static long read(String attribute) {
    try {
      ObjectName name = new ObjectName("Hadoop:service=DataNode,name=" + DeltaMetrics.SOURCE);
      return ((Number) ManagementFactory.getPlatformMBeanServer().getAttribute(name, attribute))
          .longValue();
    } catch (JMException e) {
      return 0;
    }
  }
}
