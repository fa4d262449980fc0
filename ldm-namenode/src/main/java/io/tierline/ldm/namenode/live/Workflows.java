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
import io.tierline.ldm.lineage.Outputs;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.namenode.access.Ownership;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.migration.MigrationService;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.state.StateUnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Takes workflows in and out, with what follows for data that are there: what leaves the lineage is
 * brought down, what comes is placed by the storages of now, and migration has a look.
 */
public final class Workflows {
  private final LineageRegistry registry;
  private final LiveService live;
  private final Ownership ownership;
  private final MigrationService migration;
  private final LdmMetrics metrics;
  private final Runnable refreshTable;

  /**
   * Creates the door.
   *
   * @param refreshTable makes the storage table anew
   */
  public Workflows(
      LineageRegistry registry,
      LiveService live,
      Ownership ownership,
      MigrationService migration,
      LdmMetrics metrics,
      Runnable refreshTable) {
    this.registry = registry;
    this.live = live;
    this.ownership = ownership;
    this.migration = migration;
    this.metrics = metrics;
    this.refreshTable = refreshTable;
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
        migration.leaving(ownership.counting(owner, Outputs.given(before.workflow(), workflow)));
      }
      ownership.expect(owner, Outputs.of(workflow));
      added = live.register(workflow, owner);
    } catch (LineageException e) {
      metrics.registrationsRefused.incr();
      throw e;
    }
    // The jobs may start at once: let their first block see the storages of now.
    refreshTable.run();
    metrics.registrations.incr();
    metrics.workflows.set(registry.view().registrations().size());
    migration.lineageChanged();
    return added;
  }

  /**
   * Forgets a workflow.
   *
   * @param id what it is registered under
   */
  public Optional<Registration> withdraw(String id) throws LineageException {
    Registration before = registry.view().registrations().get(id);
    List<String> outputs =
        before == null
            ? List.of()
            : ownership.counting(before.owner(), Outputs.of(before.workflow()));
    migration.leaving(outputs);
    Optional<Registration> removed = live.withdraw(id);
    if (removed.isPresent()) {
      outputs.forEach(migration::left);
      metrics.withdrawals.incr();
      metrics.workflows.set(registry.view().registrations().size());
      migration.lineageChanged();
    }
    return removed;
  }

  /** Forgets a workflow of a LDM that is being taken out. */
  public void forget(Registration registration) throws IOException {
    migration.leaving(
        ownership.counting(registration.owner(), Outputs.of(registration.workflow())));
    live.withdraw(registration.workflow().id());
  }

  /** A job has ended. */
  public void finish(String id, String job) throws LineageException {
    live.finish(id, job);
    migration.lineageChanged();
  }
}
