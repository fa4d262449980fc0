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
import io.tierline.ldm.index.CommitterPaths;
import io.tierline.ldm.index.PathIndex;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * All that is known at one moment: registrations, graphs and the index from paths. Immutable, so
 * that a decision sees one state from beginning to end and readers take no lock.
 */
public final class LineageView {
  private final Map<String, Registration> registrations;
  private final TaskGraph tasks;
  private final BlockGraph blocks;
  private final PathIndex<ManagedDataset> index;

  private LineageView(
      Map<String, Registration> registrations,
      TaskGraph tasks,
      BlockGraph blocks,
      PathIndex<ManagedDataset> index) {
    this.registrations = registrations;
    this.tasks = tasks;
    this.blocks = blocks;
    this.index = index;
  }

  /**
   * Builds the view.
   *
   * @throws LineageException when the workflows contradict each other
   */
  static LineageView of(Map<String, Registration> registrations) throws LineageException {
    List<Workflow> workflows = new ArrayList<>();
    Set<JobId> finished = new HashSet<>();
    registrations.forEach(
        (id, registration) -> {
          workflows.add(registration.workflow());
          registration.finished().forEach(job -> finished.add(new JobId(id, job)));
        });
    TaskGraph tasks = TaskGraph.of(workflows);
    BlockGraph blocks = BlockGraph.of(tasks, finished);
    return new LineageView(
        Collections.unmodifiableMap(new TreeMap<>(registrations)), tasks, blocks, index(blocks));
  }

  /** Only what a job produces on this file system, under a path that can be matched, is managed. */
  private static PathIndex<ManagedDataset> index(BlockGraph blocks) throws LineageException {
    Map<String, ManagedDataset> managed = new HashMap<>();
    for (Vertex vertex : blocks.vertices()) {
      if (vertex.isProduced() && vertex.dataset().isLiteral()) {
        String root = vertex.dataset().path();
        managed.put(root, new ManagedDataset(root, vertex));
      }
    }
    try {
      return PathIndex.of(managed);
    } catch (IllegalArgumentException refused) {
      throw new LineageException(refused.getMessage(), refused);
    }
  }

  /**
   * The managed dataset that a file belongs to, or null. Temporary paths of committers belong to
   * the dataset they will be committed to.
   */
  public ManagedDataset find(String path) {
    // First, since a temporary directory may lie above the dataset that its files will be in.
    return index.lookup(CommitterPaths.finalPath(path));
  }

  /** True when that path is the root of a managed dataset. */
  public boolean isManaged(String root) {
    ManagedDataset found = index.lookup(root);
    return found != null && found.root().equals(root);
  }

  /** Registered workflows by id, in the order of the ids. */
  public Map<String, Registration> registrations() {
    return registrations;
  }

  /** The jobs of all workflows. */
  public TaskGraph tasks() {
    return tasks;
  }

  /** The datasets of all workflows. */
  public BlockGraph blocks() {
    return blocks;
  }
}
