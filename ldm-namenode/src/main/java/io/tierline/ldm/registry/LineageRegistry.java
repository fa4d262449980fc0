/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Takes workflows in and out and publishes the view that follows. Changes are serialised; readers
 * take the current view without a lock. A change that would contradict what is registered is
 * refused whole, and the view stays as it was.
 *
 * <p>A change costs what the workflows linked with it cost, see {@link LinkedWorkflows}, and not
 * what all of them do.
 */
public final class LineageRegistry {
  private final int maxWorkflows;
  private Footprints footprints = new Footprints();
  private volatile LineageView view = LineageView.EMPTY;

  /**
   * Creates an empty registry.
   *
   * @param maxWorkflows how many workflows it takes, at least 1
   */
  public LineageRegistry(int maxWorkflows) {
    if (maxWorkflows < 1) {
      throw new IllegalArgumentException("a registry takes at least one workflow: " + maxWorkflows);
    }
    this.maxWorkflows = maxWorkflows;
  }

  /** A change that was found to be possible and that nobody sees before it is applied. */
  public final class Change {
    private final LineageView before;
    private final LineageView after;
    private final Registration gone;
    private final Registration come;

    private Change(LineageView before, LineageView after, Registration gone, Registration come) {
      this.before = before;
      this.after = after;
      this.gone = gone;
      this.come = come;
    }

    /** What was registered under the id before. */
    public Optional<Registration> before() {
      return Optional.ofNullable(gone);
    }

    /** What is registered under the id from then on. */
    public Optional<Registration> after() {
      return Optional.ofNullable(come);
    }

    /**
     * Makes the change seen.
     *
     * @throws IllegalStateException when the registry has changed since the change was found
     *     possible
     */
    public void apply() {
      publish(this);
    }
  }

  /**
   * Registers a workflow, or replaces the one of the same id. Jobs of the same name that had ended
   * are taken as to run again.
   *
   * @return true when the id was not registered before
   * @throws LineageException when it contradicts what is registered, or the registry is full
   */
  public synchronized boolean register(Workflow workflow, String owner) throws LineageException {
    Change change = registering(workflow, owner);
    change.apply();
    return change.before().isEmpty();
  }

  /** What {@link #register} would do. */
  public synchronized Change registering(Workflow workflow, String owner) throws LineageException {
    LineageView now = view;
    if (now.group(workflow.id()) == null && now.registrations().size() >= maxWorkflows) {
      throw new LineageException(
          "at most " + maxWorkflows + " workflows are registered at a time; withdraw some");
    }
    return change(workflow.id(), new Registration(workflow, owner, Set.of()));
  }

  /**
   * Forgets a workflow.
   *
   * @return what was registered, or empty when the id is unknown
   */
  public synchronized Optional<Registration> withdraw(String id) throws LineageException {
    Optional<Change> change = withdrawing(id);
    change.ifPresent(Change::apply);
    return change.flatMap(Change::before);
  }

  /** What {@link #withdraw} would do; empty when the id is unknown. */
  public synchronized Optional<Change> withdrawing(String id) throws LineageException {
    return view.group(id) == null ? Optional.empty() : Optional.of(change(id, null));
  }

  /**
   * Records that a job has ended, so that it is no reader any more. Doing it twice changes nothing.
   *
   * @throws LineageException when there is no such workflow or job
   */
  public synchronized void finish(String id, String job) throws LineageException {
    finishing(id, job).apply();
  }

  /** What {@link #finish} would do. */
  public synchronized Change finishing(String id, String job) throws LineageException {
    Registration registration = view.registrations().get(id);
    if (registration == null) {
      throw new LineageException("no workflow '" + id + "' is registered");
    }
    if (registration.workflow().jobs().stream().noneMatch(j -> j.name().equals(job))) {
      throw new LineageException("workflow '" + id + "' has no job '" + job + "'");
    }
    Set<String> finished = new HashSet<>(registration.finished());
    finished.add(job);
    return change(id, new Registration(registration.workflow(), registration.owner(), finished));
  }

  private Change change(String id, Registration come) throws LineageException {
    LineageView now = view;
    Registration gone = now.registrations().get(id);
    Set<LinkedWorkflows> affected = Collections.newSetFromMap(new IdentityHashMap<>());
    if (gone != null) {
      affected.add(now.group(id));
    }
    if (come != null) {
      footprints.linked(come.workflow()).forEach(other -> affected.add(now.group(other)));
    }
    SortedMap<String, Registration> members = new TreeMap<>();
    affected.forEach(group -> members.putAll(group.members()));
    members.remove(id);
    if (come != null) {
      members.put(id, come);
    }
    boolean mayPart = gone != null && (come == null || come.workflow() != gone.workflow());
    List<LinkedWorkflows> made = new ArrayList<>();
    for (var group : mayPart ? parted(members, id) : List.of(members)) {
      made.add(LinkedWorkflows.of(group));
    }
    try {
      return new Change(now, now.with(affected, made), gone, come);
    } catch (IllegalArgumentException refused) {
      throw new LineageException(refused.getMessage(), refused);
    }
  }

  /** Links with the changed workflow are those that it has now, not those it had. */
  private Collection<SortedMap<String, Registration>> parted(
      SortedMap<String, Registration> members, String changed) {
    return Grouping.of(
        members,
        registration -> {
          Set<String> links = footprints.linked(registration.workflow());
          if (!registration.workflow().id().equals(changed)) {
            links.remove(changed);
          }
          return links;
        });
  }

  private synchronized void publish(Change change) {
    if (view != change.before) {
      throw new IllegalStateException("the registry has changed since");
    }
    change.before().ifPresent(gone -> footprints.remove(gone.workflow()));
    change.after().ifPresent(come -> footprints.add(come.workflow()));
    view = change.after;
  }

  /**
   * Takes these registrations in the place of whatever is registered, all at once: for what was
   * kept elsewhere and is now loaded. More than may be registered are taken too; there will just be
   * no new one.
   *
   * @return those that contradict others, which are left out; mostly none
   * @throws IllegalArgumentException when their paths cannot be indexed; nothing is changed then
   */
  public synchronized List<Refused> restore(Collection<Registration> registrations) {
    SortedMap<String, Registration> all = new TreeMap<>();
    registrations.forEach(registration -> all.put(registration.workflow().id(), registration));
    Footprints loaded = new Footprints();
    all.values().forEach(registration -> loaded.add(registration.workflow()));
    List<Refused> refused = new ArrayList<>();
    List<LinkedWorkflows> groups = new ArrayList<>();
    var parts = Grouping.of(all, r -> loaded.usersOfChanges(r.workflow()));
    List<Built> built = parts.parallelStream().map(LineageRegistry::build).toList();
    for (Built group : built) {
      if (group.whole() != null) {
        groups.add(group.whole());
      } else {
        groups.addAll(agreeing(group.members(), loaded, refused));
      }
    }
    LineageView next = LineageView.of(groups);
    refused.forEach(out -> loaded.remove(out.registration().workflow()));
    footprints = loaded;
    view = next;
    return refused;
  }

  /** A group, or nothing when its members contradict each other. */
  private record Built(SortedMap<String, Registration> members, LinkedWorkflows whole) {}

  private static Built build(SortedMap<String, Registration> members) {
    try {
      return new Built(members, LinkedWorkflows.of(members));
    } catch (LineageException contradiction) {
      return new Built(members, null);
    }
  }

  private static List<LinkedWorkflows> agreeing(
      SortedMap<String, Registration> group, Footprints links, List<Refused> refused) {
    SortedMap<String, Registration> taken =
        take(new TreeMap<>(), List.copyOf(group.values()), refused);
    List<LinkedWorkflows> groups = new ArrayList<>();
    for (var part : Grouping.of(taken, r -> links.usersOfChanges(r.workflow()))) {
      try {
        groups.add(LinkedWorkflows.of(part));
      } catch (LineageException impossible) {
        throw new IllegalStateException("a part contradicts itself", impossible);
      }
    }
    return groups;
  }

  /** Adds as many candidates as agree with those taken, by halves: few of many disagree. */
  private static SortedMap<String, Registration> take(
      SortedMap<String, Registration> taken, List<Registration> candidates, List<Refused> refused) {
    if (candidates.isEmpty()) {
      return taken;
    }
    SortedMap<String, Registration> both = new TreeMap<>(taken);
    candidates.forEach(candidate -> both.put(candidate.workflow().id(), candidate));
    try {
      LinkedWorkflows.of(both);
      return both;
    } catch (LineageException e) {
      if (candidates.size() == 1) {
        refused.add(new Refused(candidates.get(0), e.getMessage()));
        return taken;
      }
    }
    int half = candidates.size() / 2;
    SortedMap<String, Registration> more = take(taken, candidates.subList(0, half), refused);
    return take(more, candidates.subList(half, candidates.size()), refused);
  }

  /** The state of this moment. */
  public LineageView view() {
    return view;
  }
}
