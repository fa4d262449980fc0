/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.live;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.state.StateUnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Takes workflows in and out, with what follows for data that are there. */
public final class Workflows {
  private final LineageRegistry registry;
  private final LiveService live;
  private final DataChanges data;
  private final LdmMetrics metrics;

  /** Creates the door. */
  public Workflows(
      LineageRegistry registry, LiveService live, DataChanges data, LdmMetrics metrics) {
    this.registry = registry;
    this.live = live;
    this.data = data;
    this.metrics = metrics;
  }

  /**
   * Registers a workflow, or replaces the one of the same id.
   *
   * @return true when it is new
   * @throws LineageException when it contradicts what is registered
   * @throws StateUnavailableException when it could not be made durable; nothing has changed then
   */
  public boolean register(Workflow workflow, String owner) throws LineageException {
    boolean added;
    LineageView known = registry.view();
    Registration before = known.registrations().get(known.idOf(owner, workflow.id()));
    try {
      if (before != null) {
        data.replacing(before, owner, workflow);
      }
      data.expecting(owner, workflow);
      added = live.register(workflow, owner);
    } catch (LineageException e) {
      metrics.registrationsRefused.incr();
      throw e;
    }
    metrics.registrations.incr();
    metrics.workflows.set(registry.view().registrations().size());
    data.came();
    return added;
  }

  /**
   * Forgets a workflow.
   *
   * @param id what it is registered under
   */
  public Optional<Registration> withdraw(String id) throws LineageException {
    Registration before = registry.view().registrations().get(id);
    List<String> outputs = before == null ? List.of() : data.leaving(before);
    Optional<Registration> removed = live.withdraw(id);
    if (removed.isPresent()) {
      metrics.withdrawals.incr();
      metrics.workflows.set(registry.view().registrations().size());
      data.left(outputs);
    }
    return removed;
  }

  /** Forgets a workflow of a LDM that is being taken out. */
  public void forget(Registration registration) throws IOException {
    data.leaving(registration);
    live.withdraw(registration.workflow().id());
  }

  /** A job has ended. */
  public void finish(String id, String job) throws LineageException {
    live.finish(id, job);
    data.ended();
  }
}
