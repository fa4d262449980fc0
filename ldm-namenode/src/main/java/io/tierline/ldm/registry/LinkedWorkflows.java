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
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.TaskGraph.EdgeKind;
import io.tierline.ldm.lineage.TooManyLinksException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.placement.ComingData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Workflows that are linked, directly or through others, and the managed datasets that follow from
 * them. Nothing outside the group changes what is decided for its datasets, so a change of one
 * workflow means new graphs for its own group only. Immutable.
 */
public final class LinkedWorkflows {
  private final SortedMap<String, Registration> members;
  private final Map<String, ManagedDataset> managed;
  private final long links;
  private final double highestClaim;
  private final boolean hasFewTasks;

  private LinkedWorkflows(
      SortedMap<String, Registration> members, Map<String, ManagedDataset> managed, long links) {
    this.members = Collections.unmodifiableSortedMap(members);
    this.managed = managed;
    this.links = links;
    this.highestClaim =
        ComingData.highestClaim(
            managed.values().stream().map(ManagedDataset::vertex).toList(),
            finished(members.values()));
    this.hasFewTasks =
        members.values().stream()
            .flatMap(member -> member.workflow().jobs().stream())
            .anyMatch(job -> job.reading().tasks() > 0);
  }

  /**
   * The group of these workflows.
   *
   * @throws LineageException when workflows of one user contradict each other
   */
  static LinkedWorkflows of(SortedMap<String, Registration> members) throws LineageException {
    return of(members, Long.MAX_VALUE);
  }

  /**
   * The group of these workflows, if their graphs stay within a bound.
   *
   * @param mostLinks edges of data, and pairs of a dataset and a job
   * @throws TooManyLinksException when there are more
   */
  static LinkedWorkflows of(SortedMap<String, Registration> members, long mostLinks)
      throws LineageException {
    long links = 0;
    Map<String, ManagedDataset> managed = new HashMap<>();
    for (var own : byOwner(members.values()).entrySet()) {
      long left = mostLinks - links;
      int mostEdges = (int) Math.max(0, Math.min(Integer.MAX_VALUE, left));
      TaskGraph tasks = TaskGraph.of(workflows(own.getValue()), mostEdges);
      links += tasks.edges().stream().filter(edge -> edge.kind() == EdgeKind.DATA).count();
      BlockGraph blocks =
          BlockGraph.of(
              tasks, finished(members.values()), others(own.getKey(), members.values()), left);
      for (Vertex vertex : blocks.vertices()) {
        links += vertex.links();
        // Only what a job produces on this file system, under a path that can be matched.
        if (vertex.isProduced() && vertex.dataset().isLiteral()) {
          String root = vertex.dataset().path();
          ManagedDataset stated = ManagedDataset.of(root, vertex, own.getKey());
          managed.merge(root, stated, ManagedDataset::and);
        }
      }
    }
    return new LinkedWorkflows(members, Collections.unmodifiableMap(managed), links);
  }

  /** What each user states is a graph of its own, so that nobody's contradicts another's. */
  private static SortedMap<String, List<Registration>> byOwner(
      Collection<Registration> registrations) {
    SortedMap<String, List<Registration>> owners = new TreeMap<>();
    registrations.forEach(
        registration ->
            owners
                .computeIfAbsent(registration.owner(), owner -> new ArrayList<>())
                .add(registration));
    return owners;
  }

  private static List<Workflow> workflows(Collection<Registration> registrations) {
    return registrations.stream().map(Registration::workflow).toList();
  }

  /** The jobs of all, in which no job waits for one of another user. */
  static TaskGraph tasks(Collection<Registration> registrations) throws LineageException {
    List<TaskGraph> parts = new ArrayList<>();
    for (List<Registration> own : byOwner(registrations).values()) {
      parts.add(tasksOfOne(own));
    }
    return TaskGraph.together(parts);
  }

  private static TaskGraph tasksOfOne(List<Registration> own) throws LineageException {
    return TaskGraph.of(workflows(own));
  }

  /**
   * The datasets of all, as each user states them; of one that several state, as the first does.
   *
   * @param first the user whose word goes before others'
   */
  static BlockGraph blocks(Collection<Registration> registrations, String first)
      throws LineageException {
    SortedMap<String, List<Registration>> owners = byOwner(registrations);
    List<BlockGraph> parts = new ArrayList<>();
    List<Registration> own = owners.remove(first);
    if (own != null) {
      parts.add(blocksOfOne(own, registrations));
    }
    for (List<Registration> others : owners.values()) {
      parts.add(blocksOfOne(others, registrations));
    }
    return BlockGraph.together(parts);
  }

  private static BlockGraph blocksOfOne(List<Registration> own, Collection<Registration> all)
      throws LineageException {
    Map<JobId, Job> others = others(own.get(0).owner(), all);
    return BlockGraph.of(tasksOfOne(own), finished(all), others);
  }

  private static Map<JobId, Job> others(String owner, Collection<Registration> all) {
    Map<JobId, Job> others = new LinkedHashMap<>();
    for (Registration registration : all) {
      if (!registration.owner().equals(owner)) {
        String id = registration.workflow().id();
        registration.workflow().jobs().forEach(job -> others.put(new JobId(id, job.name()), job));
      }
    }
    return others;
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

  /** By path; where several users state one, the others stand with the first. */
  public Map<String, ManagedDataset> managed() {
    return managed;
  }

  /** The highest claim to a fast tier of what its jobs are still to write; 0 for none. */
  public double highestClaim() {
    return highestClaim;
  }

  /** Whether it is known of any of its jobs by how many tasks it reads. */
  public boolean hasFewTasks() {
    return hasFewTasks;
  }

  /** Edges of data, and pairs of a dataset and a job: what the group takes of time and memory. */
  long links() {
    return links;
  }

  /** What each user states of each path; always in the same order. */
  public Stream<ManagedDataset> stated() {
    return managed.values().stream()
        .flatMap(first -> Stream.concat(Stream.of(first), first.others().stream()));
  }
}
