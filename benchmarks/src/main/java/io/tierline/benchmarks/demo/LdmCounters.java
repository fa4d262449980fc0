/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.ldm.namenode.metrics.LdmMetrics;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** LDM's own counters, as the NameNode publishes them over JMX. */
final class LdmCounters {
  private LdmCounters() {}

  /** The counters by name; empty when no NameNode with LDM runs in this process. */
  static Map<String, Long> read() {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    Map<String, Long> counters = new TreeMap<>();
    try {
      ObjectName pattern = new ObjectName("Hadoop:service=*,name=" + LdmMetrics.SOURCE + "*");
      for (ObjectName bean : server.queryNames(pattern, null)) {
        for (MBeanAttributeInfo attribute : server.getMBeanInfo(bean).getAttributes()) {
          if (server.getAttribute(bean, attribute.getName()) instanceof Number number) {
            counters.merge(attribute.getName(), number.longValue(), Long::sum);
          }
        }
      }
    } catch (JMException e) {
      throw new IllegalStateException("LDM's counters cannot be read", e);
    }
    return counters;
  }
}
