/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.oozie.run.FollowedJob.Kind;
import io.tierline.ldm.state.StateStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which of Oozie's jobs a NameNode was told of, for longer than this process runs: what has ended
 * while no gateway ran is told of by the next one. What cannot be kept costs no more than that.
 * Used by one thread.
 */
final class ToldJobs {
  private static final Logger LOG = LoggerFactory.getLogger(ToldJobs.class);
  private static final String KIND = "kind";
  private static final String USER = "user";

  /** Called so when only coordinators had any. */
  private static final String PARTS = "actions";

  /**
   * A job that was told of.
   *
   * @param user whose it is
   * @param parts of a workflow the runs of its jobs that were running, of a coordinator the
   *     workflows that were to come
   */
  record Told(Kind kind, String user, Set<String> parts) {}

  private final StateStore store;
  private final Map<String, Told> kept = new LinkedHashMap<>();
  private final Map<String, Told> before = new LinkedHashMap<>();
  private boolean isRead;
  private volatile String problem = "";

  /** What is done with the store. */
  private interface Change {
    void make() throws IOException;
  }

  ToldJobs(StateStore store) {
    this.store = store;
  }

  /** Those of an earlier process that were not taken up yet. */
  Map<String, Told> before(Kind kind) {
    read();
    Map<String, Told> left = new LinkedHashMap<>(before);
    left.values().removeIf(each -> each.kind() != kind);
    return left;
  }

  /** The one of an earlier process that was not taken up yet; null when it is none. */
  Told before(String id) {
    read();
    return before.get(id);
  }

  private void read() {
    if (isRead) {
      return;
    }
    isRead = true;
    try {
      store.readAll(this::read);
    } catch (IOException | RuntimeException e) {
      LOG.warn("what was told of Oozie's jobs before is not known: {}", Printable.of(e));
      problem = "what was told before is not known: " + Printable.of(e.toString());
    }
  }

  private void read(String id, Map<String, byte[]> attributes) {
    if (attributes.containsKey(KIND) && attributes.containsKey(USER)) {
      Set<String> parts = new LinkedHashSet<>(text(attributes, PARTS).lines().toList());
      boolean isWorkflow = text(attributes, KIND).equals(Kind.WORKFLOW.name());
      Told told =
          new Told(isWorkflow ? Kind.WORKFLOW : Kind.COORDINATOR, text(attributes, USER), parts);
      before.put(id, told);
      kept.put(id, told);
    }
  }

  private static String text(Map<String, byte[]> attributes, String name) {
    return new String(attributes.getOrDefault(name, new byte[0]), StandardCharsets.UTF_8);
  }

  /** The job was told of. */
  void told(String id, Kind kind, String user, Set<String> parts) {
    told(kind, user, Map.of(id, parts));
  }

  /**
   * Several jobs of a user were told of, which takes less time than one after the other.
   *
   * @param parts of each, by its id
   */
  void told(Kind kind, String user, Map<String, Set<String>> parts) {
    Map<String, Told> changed = new LinkedHashMap<>();
    parts.forEach(
        (id, some) -> {
          before.remove(id);
          Told now = new Told(kind, user, Set.copyOf(some));
          if (!now.equals(kept.get(id))) {
            changed.put(id, now);
          }
        });
    Map<String, Map<String, byte[]>> records = new LinkedHashMap<>();
    changed.forEach((id, now) -> records.put(id, record(now)));
    if (!changed.isEmpty() && isMade(() -> store.putAll(records))) {
      kept.putAll(changed);
    }
  }

  private static Map<String, byte[]> record(Told told) {
    return Map.of(
        KIND,
        bytes(told.kind().name()),
        USER,
        bytes(told.user()),
        PARTS,
        bytes(lines(told.parts())));
  }

  private boolean isMade(Change change) {
    try {
      change.make();
      problem = "";
      return true;
    } catch (IOException | RuntimeException e) {
      if (problem.isEmpty()) {
        LOG.warn("what is told of Oozie's jobs cannot be kept now", e);
      }
      problem = "what is told cannot be kept: " + Printable.of(e.toString());
      return false;
    }
  }

  /** Why it is not kept what was told; empty when it is. */
  String problem() {
    return problem;
  }

  private static String lines(Set<String> texts) {
    return String.join("\n", List.copyOf(texts));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Nothing is to be told of the job any more. */
  void over(String id) {
    before.remove(id);
    // What stays in the store is told of by the next process once more.
    if (kept.containsKey(id) && isMade(() -> store.remove(id))) {
      kept.remove(id);
    }
  }
}
