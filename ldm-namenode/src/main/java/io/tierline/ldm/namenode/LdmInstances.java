/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
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
  private static final String PART = "Tierline LDM";

  private static final Map<NetworkTopology, PlacementAdvisor> ADVISORS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private static final Map<NetworkTopology, HostGuard> GUARDS =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Where there is no NameNode, as in a Balancer. */
  private static final HostGuard NO_NAMENODE = new HostGuard(PART);

  /** Counts attachments, so that a look-up that found nothing is not repeated until it may. */
  private static volatile int generation;

  private LdmInstances() {}

  static void attach(NetworkTopology topology, PlacementAdvisor advisor) {
    synchronized (ADVISORS) {
      ADVISORS.put(topology, advisor);
      GUARDS.put(topology, advisor.hostGuard());
      generation++;
    }
  }

  static void detach(NetworkTopology topology) {
    synchronized (ADVISORS) {
      ADVISORS.remove(topology);
      generation++;
    }
  }

  /** The one guard of a NameNode, which its hooks share; what one of them meets is true for all. */
  static HostGuard guard(NetworkTopology topology) {
    return topology == null
        ? NO_NAMENODE
        : GUARDS.computeIfAbsent(topology, node -> new HostGuard(PART));
  }

  /** One user's view of the map: a volatile read and a comparison once it is settled. */
  static final class Link {
    private record Seen(int generation, PlacementAdvisor advisor) {}

    private volatile Seen seen = new Seen(-1, null);
    private volatile HostGuard guard;

    /**
     * Takes a fault of a hook that belongs to that NameNode. Never throws, and the guard that is
     * found is kept, so that {@link #isOff} need not look for it.
     */
    void failed(NetworkTopology topology, String what, Throwable fault) {
      try {
        guard = guard(topology);
        guard.failed(what, fault);
      } catch (RuntimeException | Error again) {
        NO_NAMENODE.failed(what, fault);
      }
    }

    /** True when a hook has met, here, what says that we do not fit this Hadoop. */
    boolean isOff() {
      HostGuard known = guard;
      return known != null && known.isOff();
    }

    /** The advisor of that NameNode, or null while there is none or LDM is off for good. */
    PlacementAdvisor get(NetworkTopology topology) {
      if (topology == null || isOff()) {
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
