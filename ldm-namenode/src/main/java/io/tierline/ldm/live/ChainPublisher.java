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
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Keeps the registry at the state of the live chains. Guarded by the lock of those. */
final class ChainPublisher {
  /** Jobs of one chain that are left out because they contradict others; then all of it is. */
  private static final int MOST_LEFT_OUT = 8;

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
      if (chain != null && chain.liveJobs().isEmpty()) {
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
        in.add(chain.registration(liveJob -> true));
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

  /** First with all jobs, then without those that have ended, then what can be of the others. */
  private void publish(LiveChain chain, Instant now) {
    List<LiveJob> all = List.copyOf(chain.jobs());
    List<LiveJob> running = all.stream().filter(liveJob -> !liveJob.state().isEnd()).toList();
    if (refusal(chain, all).isEmpty() || refusal(chain, running).isEmpty()) {
      return;
    }
    List<LiveJob> seen = new ArrayList<>(running);
    seen.removeIf(LiveJob::isExpected);
    // What was heard of last is the most likely to be true.
    seen.sort(Comparator.comparing(LiveJob::at).reversed());
    int leftOut = 0;
    boolean refused = true;
    while (refused && !seen.isEmpty() && leftOut <= MOST_LEFT_OUT) {
      refused = refusal(chain, seen).isPresent();
      if (refused) {
        leaveOut(chain, seen, firstRefused(chain, seen), now);
        leftOut++;
      }
    }
    if (refused) {
      takeOut(List.of(chain.chain().id()));
    }
  }

  private void leaveOut(LiveChain chain, List<LiveJob> jobs, int index, Instant now) {
    String why = refusal(chain, jobs.subList(0, index + 1)).orElse("");
    LiveJob out = jobs.remove(index);
    conflicts.add(
        new Conflict(
            chain.chain().id(),
            out.name(),
            chain.owner(),
            Origin.REGISTERED,
            out.origin(),
            why,
            now));
  }

  /** The first job that cannot stand beside those before it; without it they can. */
  private int firstRefused(LiveChain chain, List<LiveJob> jobs) {
    int accepted = 0;
    int refused = jobs.size();
    while (refused - accepted > 1) {
      int middle = (accepted + refused) / 2;
      if (refusal(chain, jobs.subList(0, middle)).isEmpty()) {
        accepted = middle;
      } else {
        refused = middle;
      }
    }
    return refused - 1;
  }

  /** Puts these jobs of the chain into the registry, in place of others of it, or says why not. */
  private Optional<String> refusal(LiveChain chain, List<LiveJob> jobs) {
    try {
      Set<LiveJob> wanted = new HashSet<>(jobs);
      registry.change(List.of(chain.registration(wanted::contains)), List.of());
      return Optional.empty();
    } catch (LineageException e) {
      return Optional.of(e.getMessage());
    }
  }
}
