/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.openlineage;

import io.tierline.ldm.live.Chain;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.openlineage.RunEvent.JobRef;
import io.tierline.ldm.openlineage.RunEvent.RunRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts run events together: events of a run add up, a run that started others is a workflow, and
 * runs without such a parent stand in one workflow per namespace. The same events in another order,
 * or twice, come to the same.
 *
 * <p>Users cannot touch each other's runs: what is known is kept per user. Not thread-safe.
 */
public final class RunAssembler {
  private static final String PREFIX = "openlineage:";
  private static final int MAX_DEPTH = 32;

  /** What a run takes on average, by which memory is bounded: some 40 datasets. */
  private static final long BYTES_PER_RUN = 8_000;

  private static final float LOAD_FACTOR = 0.75f;

  /**
   * What an event has changed.
   *
   * @param seen jobs that are known better now
   * @param workflowRuns runs that have turned out to be workflows rather than jobs
   * @param endedWorkflows ids of workflows that have ended
   */
  public record Step(
      List<Observation> seen, List<String> workflowRuns, List<String> endedWorkflows) {}

  private int most;
  private final Map<String, KnownRun> runs = new LinkedHashMap<>(16, LOAD_FACTOR, true);
  private long kept;

  /**
   * Creates an assembler that has heard nothing.
   *
   * @param most runs remembered, fewer when they name many or long datasets; the least recently
   *     heard of are forgotten first
   */
  public RunAssembler(int most) {
    this.most = most;
  }

  /** Remembers no more than so many runs from now on. */
  public void keep(int runs) {
    most = runs;
    forgetOldest();
  }

  /** Takes events of one user in, in the given order; what they have changed is to be told. */
  public SourceReport accept(List<RunEvent> heard, String owner) {
    Map<String, Observation> seen = new LinkedHashMap<>();
    Set<String> ended = new LinkedHashSet<>();
    Set<String> noJobs = new LinkedHashSet<>();
    for (RunEvent event : heard) {
      Step step = accept(event, owner);
      noJobs.addAll(step.workflowRuns());
      step.seen().forEach(job -> put(job, seen));
      ended.addAll(step.endedWorkflows());
    }
    seen.values().removeIf(job -> noJobs.contains(job.run()));
    return new SourceReport(
        Origin.OPENLINEAGE,
        owner,
        List.copyOf(seen.values()),
        List.of(),
        List.of(),
        List.of(),
        List.copyOf(ended),
        List.copyOf(noJobs));
  }

  /**
   * What is known of a run later takes the place of what was known of it before. That it has begun
   * is told all the same: then it is said what comes after it.
   */
  private static void put(Observation job, Map<String, Observation> seen) {
    String key = job.state().isEnd() + " " + job.run();
    seen.remove(key);
    seen.put(key, job);
  }

  /** All of one user's jobs that have not ended, for a NameNode that knows none of them. */
  public SourceReport running(String owner) {
    List<Observation> seen = new ArrayList<>();
    for (KnownRun run : List.copyOf(runs.values())) {
      if (run.isJob() && !run.state().isEnd()) {
        seen.add(observation(run, owner));
      }
    }
    return SourceReport.seen(Origin.OPENLINEAGE, owner, seen, List.of(), List.of());
  }

  /**
   * Takes an event in.
   *
   * @param owner the user who sent it
   */
  public Step accept(RunEvent event, String owner) {
    KnownRun run = known(event.run(), owner);
    kept -= run.size();
    run.apply(event);
    kept += run.size();
    Step step = new Step(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    event.parent().ifPresent(parent -> adopt(parent, event.run(), owner, step));
    event
        .root()
        .filter(root -> !event.parent().filter(root::equals).isPresent())
        .ifPresent(root -> adopt(root, event.run(), owner, step));
    for (KnownRun member : withDescendants(run, owner)) {
      if (member.isJob()) {
        step.seen().add(observation(member, owner));
      } else if (member.state().isEnd() && member == run) {
        step.endedWorkflows().add(chainOf(member.run(), owner).id());
      }
    }
    forgetOldest();
    return step;
  }

  private KnownRun known(RunRef run, String owner) {
    String key = key(run.id(), owner);
    KnownRun known = runs.get(key);
    if (known == null) {
      known = new KnownRun(run);
      runs.put(key, known);
      kept += known.size();
    }
    return known;
  }

  private void forgetOldest() {
    Iterator<KnownRun> oldest = runs.values().iterator();
    while (runs.size() > most || (kept > most * BYTES_PER_RUN && runs.size() > 1)) {
      kept -= oldest.next().size();
      oldest.remove();
    }
  }

  /** Also what {@link Observation#run} tells a run by. */
  private static String key(String run, String owner) {
    return owner + "/" + run;
  }

  private void adopt(RunRef parent, RunRef child, String owner, Step step) {
    KnownRun known = known(parent, owner);
    if (!parent.id().equals(child.id())) {
      kept -= known.size();
      known.addChild(child.id());
      kept += known.size();
      step.workflowRuns().add(key(parent.id(), owner));
    }
  }

  /** The run and all that it started, since where it belongs may have changed for them too. */
  private List<KnownRun> withDescendants(KnownRun first, String owner) {
    List<KnownRun> found = new ArrayList<>();
    Set<String> seen = new HashSet<>(Set.of(first.run().id()));
    Deque<KnownRun> open = new ArrayDeque<>(List.of(first));
    while (!open.isEmpty()) {
      KnownRun run = open.remove();
      found.add(run);
      for (String child : run.children()) {
        KnownRun known = runs.get(key(child, owner));
        if (known != null && seen.add(child)) {
          open.add(known);
        }
      }
    }
    return found;
  }

  private Observation observation(KnownRun run, String owner) {
    RunRef root = rootOf(run, owner);
    boolean isAlone = root.id().equals(run.run().id());
    JobRef job = run.run().job();
    Set<String> followers = new HashSet<>();
    run.downstream().forEach(next -> followers.add(name(next, root.job())));
    followers.remove(name(job, root.job()));
    return new Observation(
        Origin.OPENLINEAGE,
        key(run.run().id(), owner),
        owner,
        isAlone ? chainOf(job.namespace(), owner) : chainOf(root, owner),
        name(job, root.job()),
        (isAlone ? job.namespace() : root.job().name()) + "/" + job.name(),
        run.state(),
        run.uses(),
        followers);
  }

  /** Whether no event has said what started the run, so that it stands in its namespace's chain. */
  public static boolean isAlone(Observation job) {
    return job.chain().equals(chainOf(job.chain().name(), job.owner()));
  }

  private static Chain chainOf(String namespace, String owner) {
    return Chain.stated(PREFIX + owner + ":" + namespace, namespace);
  }

  private static Chain chainOf(RunRef root, String owner) {
    return Chain.stated(PREFIX + owner + ":" + root.id(), root.job().name());
  }

  /** Unique in a workflow that spans namespaces. */
  private static String name(JobRef job, JobRef root) {
    return job.namespace().equals(root.namespace())
        ? job.name()
        : job.namespace() + "/" + job.name();
  }

  private RunRef rootOf(KnownRun run, String owner) {
    KnownRun at = run;
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
      if (at.root() != null) {
        return at.root();
      }
      KnownRun above = at.parent() == null ? null : runs.get(key(at.parent().id(), owner));
      if (above == null || above == at) {
        return at.parent() == null ? at.run() : at.parent();
      }
      at = above;
    }
    return at.run();
  }
}
