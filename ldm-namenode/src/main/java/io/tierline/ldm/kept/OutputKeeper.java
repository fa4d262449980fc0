/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.kept;

import io.tierline.ldm.foresight.OutputHistory;
import io.tierline.ldm.foresight.OutputOrigin;
import io.tierline.ldm.foresight.OutputRuns;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.state.LaterFields;
import io.tierline.ldm.state.OutputRecord;
import io.tierline.ldm.state.Records;
import io.tierline.ldm.state.StateStore;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps how much jobs write across restarts and failovers. */
public final class OutputKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(OutputKeeper.class);

  /** Records written, and removed, at a time. */
  private static final int BATCH = 64;

  private final OutputHistory history;
  private final StateStore store;
  private final Map<OutputOrigin, String> kept = new HashMap<>();
  private Records<OutputRecord> found = Records.none();

  /** Binds a history to the store that it is kept in. */
  public OutputKeeper(OutputHistory history, StateStore store) {
    this.history = history;
    this.store = store;
  }

  /** Reads what an earlier term has kept; {@link #load} goes by it. */
  public synchronized void read() throws IOException {
    found = Records.readAll(store, OutputRecord::decode);
  }

  /** Takes over what was read. */
  public synchronized void load() {
    found
        .damaged()
        .forEach(
            (name, why) ->
                LOG.warn(
                    "LDM passes over the record {} of an output: {}", name, Printable.of(why)));
    kept.clear();
    for (OutputRecord record : found.whole()) {
      OutputOrigin origin = new OutputOrigin(record.user(), record.job(), record.dataset());
      kept.put(origin, record.key());
      history.takeOver(new OutputRuns(origin, record.inputs(), record.outputs()));
    }
    found = Records.none();
  }

  /**
   * Keeps what was learned since the last time, and forgets what the history has forgotten.
   *
   * @throws IOException when it cannot be kept now; it is tried again with the next call
   */
  public synchronized void save() throws IOException {
    List<OutputRuns> unsaved = history.takeUnsaved(BATCH);
    int saved = 0;
    try {
      for (OutputRuns runs : unsaved) {
        save(runs);
        saved++;
      }
    } finally {
      history.notSaved(unsaved.subList(saved, unsaved.size()));
    }
    for (OutputOrigin origin :
        kept.keySet().stream().filter(each -> !history.knows(each)).limit(BATCH).toList()) {
      store.remove(kept.get(origin));
      kept.remove(origin);
    }
  }

  private void save(OutputRuns runs) throws IOException {
    OutputOrigin origin = runs.origin();
    OutputRecord record =
        new OutputRecord(
            origin.user(), origin.job(), origin.dataset(), runs.inputs(), runs.outputs());
    String name = record.key();
    store.put(name, LaterFields.kept(store.read(name), record.encode(store.format())));
    kept.put(origin, name);
  }
}
