/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.live;

import io.tierline.ldm.lineage.Outputs;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.namenode.access.Ownership;
import io.tierline.ldm.namenode.migration.MigrationService;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.state.StateUnavailableException;
import java.util.List;

/**
 * What follows for data that are there when a workflow comes, changes or goes: what leaves the
 * lineage is brought down, what comes is placed by the storages of now, and migration has a look.
 *
 * @param refreshTable makes the storage table anew
 */
public record DataChanges(Ownership ownership, MigrationService migration, Runnable refreshTable) {

  /** What the workflow that is replaced gave, and the next one does not give, will leave. */
  void replacing(Registration before, String owner, Workflow next)
      throws StateUnavailableException {
    migration.leaving(ownership.counting(owner, Outputs.given(before.workflow(), next)));
  }

  /** It is about to be registered. */
  void expecting(String owner, Workflow next) {
    ownership.expect(owner, Outputs.of(next));
  }

  /** It is registered. Its jobs may start at once: their first block sees the storages of now. */
  void came() {
    refreshTable.run();
    migration.lineageChanged();
  }

  /**
   * What it gives will leave.
   *
   * @return that
   */
  List<String> leaving(Registration before) throws StateUnavailableException {
    List<String> outputs = ownership.counting(before.owner(), Outputs.of(before.workflow()));
    migration.leaving(outputs);
    return outputs;
  }

  /** That has left. */
  void left(List<String> outputs) {
    outputs.forEach(migration::left);
    migration.lineageChanged();
  }

  /** One of its jobs has ended. */
  void ended() {
    migration.lineageChanged();
  }
}
