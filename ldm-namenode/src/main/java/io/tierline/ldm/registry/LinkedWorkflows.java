/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import io.tierline.ldm.graph.BlockGraph;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.TaskGraph.EdgeKind;
import io.tierline.ldm.lineage.TooManyLinksException;
import io.tierline.ldm.lineage.Workflow;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Workflows that are linked, directly or through others, and the managed datasets that follow from
 * them. Nothing outside the group changes what is decided for its datasets, so a change of one
 * workflow means new graphs for its own group only. Immutable.
 */
public final class LinkedWorkflows {
  private final SortedMap<String, Registration> members;
  private final Map<String, ManagedDataset> managed;
  private final long links;

  private LinkedWorkflows(
      SortedMap<String, Registration> members, Map<String, ManagedDataset> managed, long links) {
    this.members = Collections.unmodifiableSortedMap(members);
    this.managed = managed;
    this.links = links;
  }

  /**
   * The group of these workflows.
   *
   * @throws LineageException when they contradict each other
   */
  static LinkedWorkflows of(SortedMap<String, Registration> members) throws LineageException {
    return of(members, Long.MAX_VALUE);
  }

  /**
   * As the other, with a bounded graph.
   *
   * @param mostLinks edges of data, and pairs of a dataset and a job
   * @throws TooManyLinksException when there are more
   */
  static LinkedWorkflows of(SortedMap<String, Registration> members, long mostLinks)
      throws LineageException {
    int mostEdges = (int) Math.min(Integer.MAX_VALUE, mostLinks);
    TaskGraph tasks = TaskGraph.of(workflows(members.values()), mostEdges);
    BlockGraph blocks = BlockGraph.of(tasks, finished(members.values()), mostLinks);
    long links = tasks.edges().stream().filter(edge -> edge.kind() == EdgeKind.DATA).count();
    Map<String, ManagedDataset> managed = new HashMap<>();
    for (Vertex vertex : blocks.vertices()) {
      links += vertex.links();
      // Only what a job produces on this file system, under a path that can be matched.
      if (vertex.isProduced() && vertex.dataset().isLiteral()) {
        String root = vertex.dataset().path();
        managed.put(root, new ManagedDataset(root, vertex));
      }
    }
    return new LinkedWorkflows(members, Collections.unmodifiableMap(managed), links);
  }

  static TaskGraph tasks(Collection<Registration> registrations) throws LineageException {
    return TaskGraph.of(workflows(registrations));
  }

  private static List<Workflow> workflows(Collection<Registration> registrations) {
    return registrations.stream().map(Registration::workflow).toList();
  }

  static BlockGraph blocks(Collection<Registration> registrations, TaskGraph tasks) {
    return BlockGraph.of(tasks, finished(registrations));
  }

  private static Set<JobId> finished(Collection<Registration> registrations) {
    Set<JobId> finished = new HashSet<>();
    registrations.forEach(
        registration ->
            registration
                .finished()
                .forEach(job -> finished.add(new JobId(registration.workflow().id(), job))));
    return finished;
  }

  /** The task graph of its workflows; made anew each time, since it is rarely wanted. */
  public TaskGraph tasks() {
    try {
      return tasks(members.values());
    } catch (LineageException impossible) {
      throw new IllegalStateException("a group contradicts itself", impossible);
    }
  }

  /** Its jobs that have ended. */
  public Set<JobId> finished() {
    return finished(members.values());
  }

  /** By id. */
  public SortedMap<String, Registration> members() {
    return members;
  }

  /** By path; always in the same order. */
  public Map<String, ManagedDataset> managed() {
    return managed;
  }

  /** Edges of data, and pairs of a dataset and a job: what the group takes of time and memory. */
  long links() {
    return links;
  }
}
