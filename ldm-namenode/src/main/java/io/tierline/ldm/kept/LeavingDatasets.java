/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.kept;

import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.state.PolicyRecord;
import io.tierline.ldm.state.Records;
import io.tierline.ldm.state.StateStore;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directories that have lost our storage policy, or whose lineage is being withdrawn, and that may
 * still have replicas on a fast tier. They are kept, so that a NameNode that starts anew, or takes
 * over, moves down what its predecessor had not yet: what has left the lineage is not found in it.
 */
public final class LeavingDatasets {
  private static final Logger LOG = LoggerFactory.getLogger(LeavingDatasets.class);

  private static final String NO_POLICY = "";
  private static final byte NOTHING_BEFORE = 0;

  private final StateStore store;
  private Records<PolicyRecord> found = Records.none();
  private final Set<String> kept = ConcurrentHashMap.newKeySet();
  private volatile Consumer<String> listener = root -> {};

  public LeavingDatasets(StateStore store) {
    this.store = store;
  }

  /** Has every such directory told, now and at every load. */
  public void tell(Consumer<String> toWhom) {
    listener = toWhom;
  }

  /** Keeps one that carries no policy of ours, and tells of it. */
  public void add(String root) throws IOException {
    add(new PolicyRecord(root, NO_POLICY, NOTHING_BEFORE));
  }

  /** Keeps one, and tells of it. */
  public void add(PolicyRecord record) throws IOException {
    keep(record);
    listener.accept(record.path());
  }

  private synchronized void keep(PolicyRecord record) throws IOException {
    if (!kept.contains(record.path())) {
      store.put(PolicyRecord.name(record.path()), record.encode(store.format()));
      kept.add(record.path());
    }
  }

  /** Forgets one whose fast replicas are gone. */
  public synchronized void left(String root) {
    if (kept.contains(root)) {
      try {
        store.remove(PolicyRecord.name(root));
        kept.remove(root);
      } catch (IOException e) {
        LOG.debug("LDM still keeps that {} is leaving", Printable.of(root), e);
      }
    }
  }

  /** Those that are kept. */
  public List<String> kept() {
    return kept.stream().sorted().toList();
  }

  /** Whether that directory may. */
  public boolean isKept(String root) {
    return kept.contains(root);
  }

  /** Whether any is. */
  public boolean isEmpty() {
    return kept.isEmpty();
  }

  /** Whether a path is one of them or below one; as many look-ups as the path has names. */
  public boolean covers(String path) {
    for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (kept.contains(path.substring(0, end))) {
        return true;
      }
    }
    return false;
  }

  /** Reads what an earlier term has kept; {@link #load} goes by it. */
  public void read() throws IOException {
    found = Records.readAll(store, PolicyRecord::decode);
  }

  /** Takes what was read in place of what is known, and tells of it. */
  public void load() {
    found
        .damaged()
        .forEach(
            (name, why) ->
                LOG.warn(
                    "LDM passes over the record {} of what is leaving: {}",
                    name,
                    Printable.of(why)));
    kept.clear();
    found.whole().forEach(record -> kept.add(record.path()));
    found = Records.none();
    kept.forEach(listener);
  }
}
