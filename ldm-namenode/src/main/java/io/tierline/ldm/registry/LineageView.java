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
import io.tierline.ldm.index.CommitterPaths;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TaskGraph;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All that is known at one moment: registrations, graphs and the index from paths. Immutable, so
 * that a decision sees one state from beginning to end and readers take no lock. Placement needs no
 * graphs; they are made for who asks for them.
 */
public final class LineageView {
  /** Nothing is registered. */
  public static final LineageView EMPTY =
      new LineageView(new TreeMap<>(), Map.of(), ManagedPaths.of(Map.of()));

  private final TreeMap<String, Registration> registrations;
  private final Map<String, LinkedWorkflows> groups;
  private final ManagedPaths managed;
  private final FoundPaths found = new FoundPaths(this::find);

  private LineageView(
      TreeMap<String, Registration> registrations,
      Map<String, LinkedWorkflows> groups,
      ManagedPaths managed) {
    this.registrations = registrations;
    this.groups = groups;
    this.managed = managed;
  }

  /**
   * A view of these groups alone.
   *
   * @throws IllegalArgumentException when their paths cannot be indexed
   */
  static LineageView of(Collection<LinkedWorkflows> groups) {
    TreeMap<String, Registration> registrations = new TreeMap<>();
    Map<String, LinkedWorkflows> groupOf = new HashMap<>();
    for (LinkedWorkflows group : groups) {
      registrations.putAll(group.members());
      group.members().keySet().forEach(id -> groupOf.put(id, group));
    }
    return new LineageView(registrations, groupOf, ManagedPaths.of(allManaged(groups)));
  }

  /**
   * This view with some groups in the place of others.
   *
   * @throws IllegalArgumentException when their paths cannot be indexed
   */
  LineageView with(Collection<LinkedWorkflows> gone, Collection<LinkedWorkflows> come) {
    TreeMap<String, Registration> nextRegistrations = new TreeMap<>(registrations);
    Map<String, LinkedWorkflows> nextGroups = new HashMap<>(groups);
    Map<String, ManagedDataset> changes = new HashMap<>();
    for (LinkedWorkflows group : gone) {
      nextRegistrations.keySet().removeAll(group.members().keySet());
      nextGroups.keySet().removeAll(group.members().keySet());
      group.managed().keySet().forEach(root -> changes.put(root, null));
    }
    for (LinkedWorkflows group : come) {
      nextRegistrations.putAll(group.members());
      group.members().keySet().forEach(id -> nextGroups.put(id, group));
      changes.putAll(group.managed());
    }
    for (LinkedWorkflows group : gone) {
      group.managed().forEach((root, was) -> forgetUnchanged(changes, root, was));
    }
    ManagedPaths next = managed.with(changes, () -> allManaged(new HashSet<>(nextGroups.values())));
    return new LineageView(nextRegistrations, nextGroups, next);
  }

  private static void forgetUnchanged(
      Map<String, ManagedDataset> changes, String root, ManagedDataset was) {
    if (Objects.equals(changes.get(root), was)) {
      changes.remove(root);
    }
  }

  private static Map<String, ManagedDataset> allManaged(Collection<LinkedWorkflows> groups) {
    Map<String, ManagedDataset> all = new HashMap<>();
    groups.forEach(group -> all.putAll(group.managed()));
    return all;
  }

  /**
   * The managed dataset that a file belongs to, or null. Temporary paths of committers belong to
   * the dataset they will be committed to.
   */
  public @Nullable ManagedDataset find(String path) {
    // First, since a temporary directory may lie above the dataset that its files will be in.
    return managed.lookup(CommitterPaths.finalPath(path));
  }

  /**
   * The managed dataset that a file belongs to by what counts, or null.
   *
   * @param standing how much what a user states of a path counts
   */
  public @Nullable ManagedDataset find(String path, Function<ManagedDataset, Standing> standing) {
    ManagedDataset stated = found.lookup(path);
    ManagedDataset counting = stated == null ? null : stated.counting(standing);
    return stated == null || counting != null
        ? counting
        : managed.lookup(CommitterPaths.finalPath(path), standing);
  }

  /** The id that a user's workflow is registered under, or would be. */
  public String idOf(String user, String id) {
    return WorkflowIds.kept(this::ownerOf, user, id);
  }

  /** Whose the workflow is that is registered under that id; null when there is none. */
  @Nullable String ownerOf(String id) {
    Registration registration = registrations.get(id);
    return registration == null ? null : registration.owner();
  }

  /** True when that path is the root of a managed dataset. */
  public boolean isManaged(String root) {
    return managed(root) != null;
  }

  /** The managed dataset of exactly that root, or null. */
  public @Nullable ManagedDataset managed(String root) {
    ManagedDataset found = managed.lookup(root);
    return found != null && found.root().equals(root) ? found : null;
  }

  /**
   * The groups of linked workflows. As long as nothing in a group changes, later views have the
   * same object, so that what was computed of it can be kept.
   */
  public Set<LinkedWorkflows> groups() {
    Set<LinkedWorkflows> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
    distinct.addAll(groups.values());
    return distinct;
  }

  /** The users who have stated anything. */
  public Set<String> owners() {
    Set<String> owners = new HashSet<>();
    registrations.values().forEach(registration -> owners.add(registration.owner()));
    return owners;
  }

  /** Registered workflows by id, in the order of the ids. */
  public Map<String, Registration> registrations() {
    return Collections.unmodifiableMap(registrations);
  }

  /** The group that the workflow is in, or null. */
  public @Nullable LinkedWorkflows group(String id) {
    return groups.get(id);
  }

  /**
   * The datasets of a workflow and of those linked with it, for far less than {@link #blocks} when
   * much is registered. What a registered job produces has all its readers here; of data that comes
   * from elsewhere, readers of workflows that are not linked are missing.
   */
  public BlockGraph blocksAround(String id) {
    String owner = Objects.requireNonNullElse(ownerOf(id), "");
    return agreeing(() -> LinkedWorkflows.blocks(around(id), owner));
  }

  /** The jobs of a workflow and of those linked with it. */
  public TaskGraph tasksAround(String id) {
    return agreeing(() -> LinkedWorkflows.tasks(around(id)));
  }

  /** Makes a graph of what was registered together. */
  private interface Making<T> {
    T make() throws LineageException;
  }

  private static <T> T agreeing(Making<T> making) {
    try {
      return making.make();
    } catch (LineageException impossible) {
      throw new IllegalStateException("a group contradicts itself", impossible);
    }
  }

  /** Those jobs of a workflow and of workflows linked with it that have ended. */
  public Set<JobId> finishedAround(String id) {
    Set<JobId> finished = new HashSet<>();
    for (Registration registration : around(id)) {
      String workflow = registration.workflow().id();
      registration.finished().forEach(job -> finished.add(new JobId(workflow, job)));
    }
    return finished;
  }

  private Collection<Registration> around(String id) {
    LinkedWorkflows group = groups.get(id);
    return group == null ? List.of() : group.members().values();
  }

  /** The jobs of all workflows. */
  public TaskGraph tasks() {
    return agreeing(() -> LinkedWorkflows.tasks(registrations.values()));
  }

  /** The datasets of all workflows. */
  public BlockGraph blocks() {
    return agreeing(() -> LinkedWorkflows.blocks(registrations.values(), ""));
  }
}
