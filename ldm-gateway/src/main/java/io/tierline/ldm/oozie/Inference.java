/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.UseIndex;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Concludes, over all actions, what none states alone: an argument that names what an earlier job
 * writes is read; a directory that is cleared and in which others write is nobody's output.
 */
final class Inference {
  private final FlowOrder order;
  private final Map<String, ActionScope> byName = new HashMap<>();

  Inference(FlowOrder order, List<ActionScope> actions) {
    this.order = order;
    actions.forEach(action -> byName.put(action.step().name, action));
  }

  void run() {
    dropCleared();
    inferReads();
  }

  private void dropCleared() {
    TreeMap<String, Set<ActionScope>> written = new TreeMap<>();
    for (ActionScope action : byName.values()) {
      for (DatasetUse use : action.uses()) {
        if (use.access() == Access.WRITE) {
          written.computeIfAbsent(use.dataset().toString(), d -> new HashSet<>()).add(action);
        }
      }
    }
    for (ActionScope action : byName.values()) {
      action
          .uses()
          .removeIf(
              use ->
                  use.access() == Access.WRITE
                      && use.inferred()
                      && othersWriteBelow(use.dataset(), action, written));
    }
  }

  private static boolean othersWriteBelow(
      DatasetPath directory, ActionScope action, TreeMap<String, Set<ActionScope>> written) {
    // '0' follows '/' in the order of characters: this is the range of all paths below.
    String path = directory.toString();
    return written.subMap(path + "/", true, path + "0", false).values().stream()
        .anyMatch(writers -> writers.stream().anyMatch(writer -> writer != action));
  }

  private void inferReads() {
    UseIndex writers = new UseIndex();
    for (ActionScope action : byName.values()) {
      JobId id = new JobId("", action.step().name);
      for (DatasetUse use : action.uses()) {
        if (use.access() == Access.WRITE) {
          writers.add(use.dataset(), id);
        }
      }
      action.renames().forEach(move -> writers.add(move.target(), id));
    }
    for (ActionScope reader : byName.values()) {
      for (DatasetPath candidate : reader.candidates()) {
        if (isReadBy(reader, writers.covering(candidate))) {
          reader.uses().add(new DatasetUse(candidate, Access.READ, true));
        }
      }
    }
  }

  /** Only what control flow has finished by then can be meant: a guess must not close a circle. */
  private boolean isReadBy(ActionScope reader, Set<JobId> writers) {
    Step step = reader.step();
    boolean own = writers.stream().anyMatch(id -> id.job().equals(step.name));
    return !own
        && writers.stream()
            .map(id -> byName.get(id.job()).step())
            .anyMatch(writer -> order.reaches(writer, step));
  }
}
