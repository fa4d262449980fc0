/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Workflow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Since when jobs of registered workflows are due that do not come, as it is kept. It stands beside
 * what has ended, see {@link LastSeen}: a number for each job by its place in the document.
 */
final class DueSince {
  /** More of one workflow are not kept: an attribute has little room. */
  static final int MOST = 200;

  private static final String FIELD = "due";

  /** What the attribute gets. */
  private record Field(Map<String, Long> due) {}

  private final Map<String, Map<String, Instant>> byWorkflow = new ConcurrentHashMap<>();

  /** The attribute with those times in it. */
  static byte[] with(byte[] attribute, Workflow workflow, Map<String, Instant> due) {
    Map<String, Long> byPlace = new TreeMap<>();
    List<Job> jobs = workflow.jobs();
    for (int i = 0; i < jobs.size() && byPlace.size() < MOST; i++) {
      Instant since = due.get(jobs.get(i).name());
      if (since != null) {
        byPlace.put(String.valueOf(i), since.getEpochSecond());
      }
    }
    return LaterFields.kept(attribute, Json.write(new Field(byPlace)));
  }

  /** The times in the attribute, by the jobs' names; what makes no sense is passed over. */
  static Map<String, Instant> in(byte[] attribute, Workflow workflow) {
    Map<String, Instant> due = new TreeMap<>();
    ObjectNode fields = Json.object(attribute);
    JsonNode byPlace = fields == null ? null : fields.path(FIELD);
    List<Job> jobs = workflow.jobs();
    for (int i = 0; byPlace != null && i < jobs.size(); i++) {
      JsonNode since = byPlace.path(String.valueOf(i));
      if (since.canConvertToInt() || since.isLong() && isTime(since.asLong())) {
        due.put(jobs.get(i).name(), Instant.ofEpochSecond(since.asLong()));
      }
    }
    return due;
  }

  private static boolean isTime(long seconds) {
    return seconds > 0 && seconds < Instant.MAX.getEpochSecond();
  }

  void clear() {
    byWorkflow.clear();
  }

  void kept(String workflow, Map<String, Instant> due) {
    if (due.isEmpty()) {
      byWorkflow.remove(workflow);
    } else {
      byWorkflow.put(workflow, Map.copyOf(due));
    }
  }

  void forget(String workflow) {
    byWorkflow.remove(workflow);
  }

  Map<String, Instant> of(String workflow) {
    return byWorkflow.getOrDefault(workflow, Map.of());
  }

  Set<String> workflows() {
    return Set.copyOf(byWorkflow.keySet());
  }
}
