/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Parts registrations into groups that no link connects (union by find with path halving). */
final class Grouping {
  private final Map<String, String> parents = new HashMap<>();

  private Grouping() {}

  /**
   * The groups, in the order of their first members.
   *
   * @param members what is to be parted
   * @param links ids that a member is linked with; those that are no members are passed over
   */
  static Collection<SortedMap<String, Registration>> of(
      SortedMap<String, Registration> members, Function<Registration, Set<String>> links) {
    Grouping grouping = new Grouping();
    members.keySet().forEach(id -> grouping.parents.put(id, id));
    members.forEach(
        (id, registration) ->
            links.apply(registration).stream()
                .filter(members::containsKey)
                .forEach(other -> grouping.parents.put(grouping.top(other), grouping.top(id))));
    Map<String, SortedMap<String, Registration>> groups = new LinkedHashMap<>();
    members.forEach(
        (id, registration) ->
            groups.computeIfAbsent(grouping.top(id), top -> new TreeMap<>()).put(id, registration));
    return List.copyOf(new ArrayList<>(groups.values()));
  }

  private String parent(String id) {
    return Objects.requireNonNull(parents.get(id), id);
  }

  private String top(String id) {
    String at = id;
    while (!parent(at).equals(at)) {
      String above = parent(parent(at));
      parents.put(at, above);
      at = above;
    }
    return at;
  }
}
