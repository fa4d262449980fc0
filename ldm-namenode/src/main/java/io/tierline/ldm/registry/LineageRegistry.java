/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import io.tierline.ldm.limits.Holdings;
import io.tierline.ldm.limits.Limit;
import io.tierline.ldm.limits.Usage;
import io.tierline.ldm.limits.UserLimits;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Takes workflows in and out and publishes the view that follows. Changes are serialised; readers
 * take the current view without a lock. A change that would contradict what is registered is
 * refused whole, and the view stays as it was.
 *
 * <p>A change costs what the workflows linked with it cost, see {@link LinkedWorkflows}, and not
 * what all of them do.
 */
public final class LineageRegistry {
  /** Links that one change of what comes by itself may bring. */
  private static final long MOST_LIVE_LINKS = 1_000_000;

  private int maxWorkflows;
  private Footprints footprints = new Footprints();
  private volatile LineageView view = LineageView.EMPTY;
  private Keeper keeper = change -> {};
  private long maxMemory = Long.MAX_VALUE;
  private Function<String, UserLimits> limits = owner -> UserLimits.NONE;
  private Holdings holdings = new Holdings();

  /**
   * Creates an empty registry.
   *
   * @param maxWorkflows how many workflows it takes, at least 1
   */
  public LineageRegistry(int maxWorkflows) {
    limit(maxWorkflows);
  }

  /**
   * Sets another limit; what is registered beyond it stays.
   *
   * @param most how many workflows it takes, at least 1
   */
  public synchronized void limit(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("a registry takes at least one workflow: " + most);
    }
    maxWorkflows = most;
  }

  /**
   * Sets how much one user may register, and all of them together; what is registered beyond it
   * stays.
   *
   * @param byOwner the limits of a user; asked with the registry's lock held, so it must not wait
   * @param memory bytes of the heap that all may take together, as {@link Usage} estimates them
   */
  public synchronized void limit(Function<String, UserLimits> byOwner, long memory) {
    limits = byOwner;
    maxMemory = memory;
  }

  /** What each user has registered. */
  public synchronized Map<String, Usage> usage() {
    return holdings.all();
  }

  /**
   * A change that was found to be possible and that nobody sees yet.
   *
   * @param gone what is registered before it under the ids that it concerns
   * @param come what is registered under those ids after it
   */
  public record Change(Map<String, Registration> gone, Map<String, Registration> come) {
    /** Copies the maps; the record is immutable. */
    public Change {
      gone = Map.copyOf(gone);
      come = Map.copyOf(come);
    }
  }

  /** Keeps changes before anybody sees them. */
  @FunctionalInterface
  public interface Keeper {
    /**
     * Keeps a change; called by one thread at a time, which holds the registry's lock.
     *
     * @throws LineageException when it cannot be kept; then it is not made either
     */
    void keep(Change change) throws LineageException;
  }

  /** Has registrations, withdrawals and ends of registered jobs kept before they are seen. */
  public synchronized void keepBy(Keeper changes) {
    keeper = changes;
  }

  /**
   * Registers a workflow, or replaces the one of the same id of the same user; see {@link
   * LineageView#idOf} for the id that it goes by then. Jobs of the same name that had ended are
   * taken as to run again.
   *
   * @return true when the user had none of that id before
   * @throws LineageException when it contradicts what is registered, or the registry is full
   */
  public synchronized boolean register(Workflow workflow, String owner) throws LineageException {
    String id = view.idOf(owner, workflow.id());
    requireOwn(id, owner);
    boolean added = view.group(id) == null;
    keep(List.of(new Registration(workflow.withId(id), owner, Set.of())), List.of());
    return added;
  }

  /**
   * What would be known if the workflow were registered; nothing is changed, and nobody else sees
   * it.
   *
   * @throws LineageException when it could not be registered
   */
  public synchronized LineageView preview(Workflow workflow, String owner) throws LineageException {
    String id = view.idOf(owner, workflow.id());
    requireOwn(id, owner);
    Registration was = view.registrations().get(id);
    Map<String, Registration> gone = was == null ? Map.of() : Map.of(id, was);
    requireRoom(1 - gone.size());
    Registration now = new Registration(workflow.withId(id), owner, Set.of());
    Usage usage = Usage.of(workflow);
    requireWithin(now, usage);
    return after(gone, Map.of(id, now), linksLeft(now, usage)).view();
  }

  /** Only what was kept before ids were each user's own can be in another's way. */
  private void requireOwn(String id, String owner) throws LineageException {
    String holder = view.ownerOf(id);
    if (holder != null && !holder.equals(owner)) {
      throw new LineageException("the id '" + id + "' cannot be used; choose another");
    }
  }

  /**
   * Forgets a workflow.
   *
   * @return what was registered, or empty when the id is unknown
   */
  public synchronized Optional<Registration> withdraw(String id) throws LineageException {
    Registration removed = view.registrations().get(id);
    if (removed != null) {
      keep(List.of(), List.of(id));
    }
    return Optional.ofNullable(removed);
  }

  /**
   * Records that a job has ended, so that it is no reader any more. Doing it twice changes nothing.
   *
   * @throws LineageException when there is no such workflow or job
   */
  public synchronized void finish(String id, String job) throws LineageException {
    Registration registration = view.registrations().get(id);
    if (registration == null) {
      throw new LineageException("no workflow '" + id + "' is registered");
    }
    if (registration.workflow().jobs().stream().noneMatch(j -> j.name().equals(job))) {
      throw new LineageException("workflow '" + id + "' has no job '" + job + "'");
    }
    Set<String> finished = new HashSet<>(registration.finished());
    if (finished.add(job)) {
      Workflow workflow = registration.workflow();
      keep(List.of(new Registration(workflow, registration.owner(), finished)), List.of());
    }
  }

  /**
   * Puts registrations in, with what has ended of each, and takes others out, all or nothing. For
   * what comes and goes by itself: the keeper is not told.
   *
   * @throws LineageException when the result would contradict itself, or the registry is full
   */
  public synchronized void change(Collection<Registration> in, Collection<String> out)
      throws LineageException {
    Map<String, Registration> come = new TreeMap<>();
    in.forEach(registration -> come.put(registration.workflow().id(), registration));
    Map<String, Registration> gone = gone(come, out);
    requireRoom(come.size() - gone.size());
    After next = after(gone, come, come.isEmpty() ? Long.MAX_VALUE : MOST_LIVE_LINKS);
    publish(gone, come, next);
    // Who registers under the id of what was live is charged anew; what is live is not charged.
    gone.keySet().forEach(holdings::remove);
  }

  /** One registration comes, with what it is charged; or others go, and none comes. */
  @SuppressWarnings("ReferenceEquality") // the same document as before
  private void keep(Collection<Registration> in, Collection<String> out) throws LineageException {
    Map<String, Registration> come = new TreeMap<>();
    in.forEach(registration -> come.put(registration.workflow().id(), registration));
    Map<String, Registration> gone = gone(come, out);
    requireRoom(come.size() - gone.size());
    Map<String, Usage> charged = new TreeMap<>();
    long mostNewLinks = Long.MAX_VALUE;
    for (Registration now : come.values()) {
      Registration was = gone.get(now.workflow().id());
      if (was != null && was.workflow() == now.workflow()) {
        charged.put(now.workflow().id(), holdings.under(now.workflow().id()));
      } else {
        Usage usage = Usage.of(now.workflow());
        requireWithin(now, usage);
        charged.put(now.workflow().id(), usage);
        mostNewLinks = linksLeft(now, usage);
      }
    }
    After next = after(gone, come, mostNewLinks);
    keeper.keep(new Change(gone, come));
    publish(gone, come, next);
    gone.keySet().stream().filter(id -> !come.containsKey(id)).forEach(holdings::remove);
    charged.forEach(
        (id, usage) -> charge(Objects.requireNonNull(come.get(id)), usage, next.newLinks()));
  }

  private void charge(Registration now, Usage usage, long newLinks) {
    String id = now.workflow().id();
    long links = Math.max(0, holdings.under(id).links() + newLinks);
    holdings.put(id, now.owner(), usage.withLinks(links));
  }

  private Map<String, Registration> gone(Map<String, Registration> come, Collection<String> out) {
    Map<String, Registration> gone = new TreeMap<>();
    for (Collection<String> ids : List.of(come.keySet(), out)) {
      for (String id : ids) {
        Optional.ofNullable(view.registrations().get(id)).ifPresent(was -> gone.put(id, was));
      }
    }
    return gone;
  }

  private void publish(Map<String, Registration> gone, Map<String, Registration> come, After next) {
    gone.values().forEach(was -> footprints.remove(was.workflow()));
    come.values().forEach(now -> footprints.add(now.workflow()));
    view = next.view();
  }

  private void requireWithin(Registration now, Usage usage) throws LineageException {
    String id = now.workflow().id();
    UserLimits most = limits.apply(now.owner());
    most.require(now.owner(), holdings.of(now.owner()), holdings.with(id, now.owner(), usage));
    long memory = holdings.total().minus(holdings.under(id)).plus(usage).memory();
    if (memory > maxMemory && usage.memory() > holdings.under(id).memory()) {
      throw new RegistryFullException(memory, maxMemory);
    }
  }

  /** Links that come with a registration are its owner's, whosever datasets they lead to. */
  private long linksLeft(Registration now, Usage usage) {
    long most = limits.apply(now.owner()).of(Limit.LINKS);
    Usage before = holdings.under(now.workflow().id());
    long rest = holdings.with(now.workflow().id(), now.owner(), usage).links();
    // What it has had itself is counted among the links before the change.
    return Math.max(0, most - rest - before.links());
  }

  private void requireRoom(int more) throws LineageException {
    if (more > 0 && view.registrations().size() + more > maxWorkflows) {
      throw new LineageException(
          "at most " + maxWorkflows + " workflows are registered at a time; withdraw some");
    }
  }

  /** What is known after a change, and how many links there are more than before. */
  private record After(LineageView view, long newLinks) {}

  private After after(
      Map<String, Registration> gone, Map<String, Registration> come, long mostNewLinks)
      throws LineageException {
    Set<LinkedWorkflows> affected = Collections.newSetFromMap(new IdentityHashMap<>());
    gone.keySet().forEach(id -> affected.add(view.group(id)));
    for (Registration registration : come.values()) {
      footprints.linked(registration.workflow()).forEach(other -> affected.add(view.group(other)));
    }
    SortedMap<String, Registration> members = new TreeMap<>();
    affected.forEach(group -> members.putAll(group.members()));
    members.keySet().removeAll(gone.keySet());
    members.putAll(come);
    long before = affected.stream().mapToLong(LinkedWorkflows::links).sum();
    long most = before > Long.MAX_VALUE - mostNewLinks ? Long.MAX_VALUE : before + mostNewLinks;
    long links = 0;
    List<LinkedWorkflows> made = new ArrayList<>();
    for (var group : staysWhole(gone, come) ? List.of(members) : parted(members, gone, come)) {
      LinkedWorkflows whole = LinkedWorkflows.of(group, most - links);
      links += whole.links();
      made.add(whole);
    }
    try {
      return new After(view.with(affected, made), links - before);
    } catch (IllegalArgumentException refused) {
      throw new LineageException(String.valueOf(refused.getMessage()), refused);
    }
  }

  /** True when one workflow comes and no link goes, so that all affected are one group. */
  @SuppressWarnings("ReferenceEquality") // the same document as before
  private static boolean staysWhole(
      Map<String, Registration> gone, Map<String, Registration> come) {
    return come.size() == 1
        && come.keySet().containsAll(gone.keySet())
        && come.values().stream()
            .allMatch(
                now -> {
                  Registration was = gone.get(now.workflow().id());
                  return was == null || was.workflow() == now.workflow();
                });
  }

  /**
   * Links with a changed workflow are those that it has now, not those it had. Both ends of each
   * are asked, so that it is enough to look who uses what is changed.
   */
  private Collection<SortedMap<String, Registration>> parted(
      SortedMap<String, Registration> members,
      Map<String, Registration> gone,
      Map<String, Registration> come) {
    Footprints coming = new Footprints();
    come.values().forEach(registration -> coming.add(registration.workflow()));
    return Grouping.of(
        members,
        registration -> {
          Set<String> links = footprints.usersOfChanges(registration.workflow());
          links.removeAll(gone.keySet());
          links.addAll(coming.usersOfChanges(registration.workflow()));
          return links;
        });
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
    LoadedLineage loaded = LoadedLineage.of(registrations);
    footprints = loaded.footprints();
    view = loaded.view();
    holdings = loaded.holdings();
    return loaded.refused();
  }

  /**
   * The workflows that name exactly that dataset as read, written or moved, in the order of their
   * ids; found without looking at the others.
   */
  public synchronized List<Registration> naming(DatasetPath dataset) {
    List<Registration> found = new ArrayList<>();
    footprints.naming(dataset).forEach(id -> found.add(view.registrations().get(id)));
    return found;
  }

  /** The state of this moment. */
  public LineageView view() {
    return view;
  }
}
