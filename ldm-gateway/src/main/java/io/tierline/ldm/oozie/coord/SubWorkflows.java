/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** The given workflows that others run as sub-workflows, and with which properties. */
final class SubWorkflows {
  /** By sub-workflow, then by the workflow at the top that runs it, perhaps through others. */
  private final Map<String, Map<String, Map<String, String>>> callers = new LinkedHashMap<>();

  private final Map<String, Map<String, Map<String, String>>> latest = new LinkedHashMap<>();

  /** Records a call; until {@link #settle} the last of several by one workflow stands. */
  void add(String caller, String file, Map<String, String> properties) {
    if (!caller.equals(file)) {
      latest.computeIfAbsent(file, f -> new LinkedHashMap<>()).put(caller, Map.copyOf(properties));
    }
  }

  /** Keeps the calls since the last time, of workflows of which none are kept yet. */
  void settle() {
    latest.forEach(
        (file, calls) -> {
          Map<String, Map<String, String>> kept =
              callers.computeIfAbsent(file, f -> new LinkedHashMap<>());
          calls.forEach(kept::putIfAbsent);
        });
    latest.clear();
  }

  /**
   * True when a workflow calls it.
   *
   * @param isRead tells the workflows that could be read
   */
  boolean isCalled(String file, Predicate<String> isRead) {
    return callers.getOrDefault(file, Map.of()).keySet().stream().anyMatch(isRead);
  }

  /**
   * The properties that each sub-workflow gets from the first workflow that calls it.
   *
   * @param runs tells the workflows that are run by themselves or by coordinators
   */
  Map<String, Map<String, String>> properties(Predicate<String> runs) {
    Map<String, Map<String, String>> first = new LinkedHashMap<>();
    callers.forEach(
        (file, calls) ->
            calls.entrySet().stream()
                .filter(call -> runs.test(call.getKey()))
                .findFirst()
                .ifPresent(call -> first.put(file, call.getValue())));
    return first;
  }
}
