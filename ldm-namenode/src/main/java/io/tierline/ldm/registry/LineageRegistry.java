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
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Takes workflows in and out and publishes the view that follows. Changes are serialised; readers
 * take the current view without a lock. A change that would contradict what is registered is
 * refused whole, and the view stays as it was.
 */
public final class LineageRegistry {
  private final int maxWorkflows;
  private final Map<String, Registration> registrations = new TreeMap<>();
  private volatile LineageView view;

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
    try {
      view = LineageView.of(Map.of());
    } catch (LineageException impossible) {
      throw new IllegalStateException(impossible);
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
    Map<String, Registration> next = new TreeMap<>(registrations);
    boolean added = next.put(workflow.id(), new Registration(workflow, owner, Set.of())) == null;
    requireRoom(next);
    publish(next);
    return added;
  }

  /**
   * Forgets a workflow.
   *
   * @return what was registered, or empty when the id is unknown
   */
  public synchronized Optional<Registration> withdraw(String id) throws LineageException {
    Map<String, Registration> next = new TreeMap<>(registrations);
    Registration removed = next.remove(id);
    if (removed != null) {
      publish(next);
    }
    return Optional.ofNullable(removed);
  }

  /**
   * Records that a job has ended, so that it is no reader any more. Doing it twice changes nothing.
   *
   * @throws LineageException when there is no such workflow or job
   */
  public synchronized void finish(String id, String job) throws LineageException {
    Registration registration = registrations.get(id);
    if (registration == null) {
      throw new LineageException("no workflow '" + id + "' is registered");
    }
    if (registration.workflow().jobs().stream().noneMatch(j -> j.name().equals(job))) {
      throw new LineageException("workflow '" + id + "' has no job '" + job + "'");
    }
    Set<String> finished = new HashSet<>(registration.finished());
    finished.add(job);
    Map<String, Registration> next = new TreeMap<>(registrations);
    next.put(id, new Registration(registration.workflow(), registration.owner(), finished));
    publish(next);
  }

  /**
   * Puts registrations in, with what has ended of each, and takes others out, all or nothing.
   *
   * @throws LineageException when the result would contradict itself, or the registry is full
   */
  public synchronized void change(Collection<Registration> in, Collection<String> out)
      throws LineageException {
    Map<String, Registration> next = new TreeMap<>(registrations);
    next.keySet().removeAll(Set.copyOf(out));
    in.forEach(registration -> next.put(registration.workflow().id(), registration));
    requireRoom(next);
    publish(next);
  }

  private void requireRoom(Map<String, Registration> next) throws LineageException {
    if (next.size() > maxWorkflows) {
      throw new LineageException(
          "at most " + maxWorkflows + " workflows are registered at a time; withdraw some");
    }
  }

  private void publish(Map<String, Registration> next) throws LineageException {
    LineageView made = LineageView.of(next);
    registrations.clear();
    registrations.putAll(next);
    view = made;
  }

  /** The state of this moment. */
  public LineageView view() {
    return view;
  }
}
