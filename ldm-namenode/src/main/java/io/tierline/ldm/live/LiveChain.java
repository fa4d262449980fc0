/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.registry.Registration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The live jobs of one workflow, and the workflow that they make. */
final class LiveChain {
  private final Chain chain;
  private final String owner;
  private final Map<String, LiveJob> liveJobs = new LinkedHashMap<>();

  LiveChain(Chain chain, String owner) {
    this.chain = chain;
    this.owner = owner;
  }

  Chain chain() {
    return chain;
  }

  String owner() {
    return owner;
  }

  Map<String, LiveJob> liveJobs() {
    return liveJobs;
  }

  Collection<LiveJob> jobs() {
    return liveJobs.values();
  }

  /** The name, or one like it that no other job here has. */
  String free(String wanted) {
    String name = wanted;
    for (int i = 2; liveJobs.containsKey(name); i++) {
      name = wanted + " (" + i + ")";
    }
    return name;
  }

  /** What is registered of the jobs that pass. */
  Registration registration(Predicate<LiveJob> filter) throws LineageException {
    List<LiveJob> taken = liveJobs.values().stream().filter(filter).toList();
    Set<String> names = new HashSet<>();
    taken.forEach(liveJob -> names.add(liveJob.name()));
    Map<String, Set<String>> producers = producers();
    List<Job> jobs = new ArrayList<>();
    Set<String> finished = new HashSet<>();
    for (LiveJob liveJob : taken) {
      jobs.add(job(liveJob, names, producers.getOrDefault(liveJob.name(), Set.of())));
      if (liveJob.state().releasesInputs()) {
        finished.add(liveJob.name());
      }
    }
    return new Registration(
        Workflow.of(chain.id(), chain.name(), jobs, List.of()), owner, finished);
  }

  /**
   * Uses count as inferred: they are placed like stated ones, but nothing that comes by itself may
   * keep somebody from registering what they state.
   */
  private Job job(LiveJob liveJob, Set<String> names, Set<String> before) {
    Job.Builder job = Job.named(liveJob.name(), liveJob.origin().toString());
    before.stream().filter(names::contains).forEach(job::after);
    Reading reading = liveJob.reading();
    Set<String> until = new HashSet<>(reading.until());
    until.retainAll(names);
    job.reading(reading.until(until));
    Uses uses = liveJob.uses();
    reads(liveJob, uses, before).forEach(d -> job.use(new DatasetUse(d, Access.READ, true)));
    uses.writes().forEach(d -> job.use(new DatasetUse(d, Access.WRITE, true)));
    uses.renames().forEach(r -> job.renames(r.source(), r.target()));
    return job.build();
  }

  /** By each job that somebody names as a follower, who does. */
  private Map<String, Set<String>> producers() {
    Map<String, Set<String>> producers = new HashMap<>();
    for (LiveJob liveJob : liveJobs.values()) {
      for (String follower : liveJob.followers()) {
        if (!follower.equals(liveJob.name())) {
          producers.computeIfAbsent(follower, f -> new LinkedHashSet<>()).add(liveJob.name());
        }
      }
    }
    return producers;
  }

  /**
   * A job of which only its place is known is taken to read what those directly before it write.
   */
  private Collection<DatasetPath> reads(LiveJob liveJob, Uses uses, Set<String> before) {
    if (liveJob.origin() != Origin.ANNOUNCED) {
      return uses.reads();
    }
    Set<DatasetPath> reads = new LinkedHashSet<>();
    before.forEach(name -> reads.addAll(liveJobs.get(name).uses().writes()));
    return reads;
  }
}
