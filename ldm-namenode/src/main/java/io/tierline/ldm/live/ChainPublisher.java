/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Keeps the registry at the state of the live chains. Guarded by the lock of those. */
final class ChainPublisher {
  private final LineageRegistry registry;
  private final Map<String, LiveChain> chains;
  private final ConflictLog conflicts;

  /**
   * Binds the two.
   *
   * @param chains by their ids; those without jobs are taken out of the map
   */
  ChainPublisher(LineageRegistry registry, Map<String, LiveChain> chains, ConflictLog conflicts) {
    this.registry = registry;
    this.chains = chains;
    this.conflicts = conflicts;
  }

  /** All changed chains at once; where they cannot be, each by itself. */
  void publish(Set<String> changed, Instant now) {
    List<LiveChain> left = new ArrayList<>();
    List<String> out = new ArrayList<>();
    for (String id : changed) {
      LiveChain chain = chains.get(id);
      if (chain != null && chain.slots().isEmpty()) {
        chains.remove(id);
        out.add(id);
      } else if (chain != null) {
        left.add(chain);
      }
    }
    if (left.isEmpty() && out.isEmpty()) {
      return;
    }
    try {
      List<Registration> in = new ArrayList<>();
      for (LiveChain chain : left) {
        in.add(chain.registration(slot -> true));
      }
      registry.change(in, out);
    } catch (LineageException contradiction) {
      left.forEach(chain -> out.add(chain.chain().id()));
      takeOut(out);
      left.forEach(chain -> publish(chain, now));
    }
  }

  /** Takes chains out of the registry alone. */
  void takeOut(Collection<String> ids) {
    try {
      registry.change(List.of(), ids);
    } catch (LineageException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** First with all jobs, then without those that have ended, then without those expected. */
  private void publish(LiveChain chain, Instant now) {
    List<Predicate<Slot>> filters =
        List.of(
            slot -> true,
            slot -> !slot.state().isEnd(),
            slot -> !slot.state().isEnd() && !slot.isExpected());
    String refused = "";
    for (Predicate<Slot> filter : filters) {
      try {
        registry.change(List.of(chain.registration(filter)), List.of());
        return;
      } catch (LineageException e) {
        refused = e.getMessage();
      }
    }
    Origin doubted = chain.jobs().iterator().next().origin();
    String id = chain.chain().id();
    conflicts.add(new Conflict(id, "", chain.owner(), Origin.REGISTERED, doubted, refused, now));
  }
}
