/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.hadoop.net.NetworkTopology;

/**
 * Finds the advisor of a NameNode from its network topology, the one object that the service, the
 * placement policy and the topology itself have in common. HDFS makes policies by reflection, more
 * than once and before plug-ins start (and again when an operator refreshes the policy), so they
 * look their advisor up when they are first asked. Several NameNodes may share a JVM in tests.
 */
final class LdmInstances {
  private static final Map<NetworkTopology, PlacementAdvisor> ADVISORS =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Counts attachments, so that a look-up that found nothing is not repeated until it may. */
  private static volatile int generation;

  private LdmInstances() {}

  static void attach(NetworkTopology topology, PlacementAdvisor advisor) {
    synchronized (ADVISORS) {
      ADVISORS.put(topology, advisor);
      generation++;
    }
  }

  static void detach(NetworkTopology topology) {
    synchronized (ADVISORS) {
      ADVISORS.remove(topology);
      generation++;
    }
  }

  /** One user's view of the map: a volatile read and a comparison once it is settled. */
  static final class Link {
    private record Seen(int generation, PlacementAdvisor advisor) {}

    private volatile Seen seen = new Seen(-1, null);

    /** The advisor of that NameNode, or null while there is none. */
    PlacementAdvisor get(NetworkTopology topology) {
      if (topology == null) {
        return null;
      }
      Seen now = seen;
      int current = generation;
      if (now.generation() != current) {
        now = new Seen(current, ADVISORS.get(topology));
        seen = now;
      }
      return now.advisor();
    }
  }
}
