/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.limits.BelievedReaders;
import io.tierline.ldm.limits.Limit;
import io.tierline.ldm.limits.Usage;
import io.tierline.ldm.limits.UserLimits;
import io.tierline.ldm.registry.LinkedWorkflows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.apache.hadoop.security.AccessControlException;

/** {@code GET /ldm/v1/usage}: what users have of what is limited, and how much they may have. */
final class UsageResource {
  /** Users that one answer tells of, those with the most of the heap first. */
  private static final int MOST_USERS = 1_000;

  /** What is used of a limit, and how much may be: no limit is no number. */
  private record Of(long used, @JsonInclude Long most) {}

  private record OfUser(String user, Map<String, Of> limits) {}

  private record Users(List<OfUser> users) {}

  private final RestParts parts;
  private final Asked asked;
  private final String caller;

  private UsageResource(Asked asked) {
    this.parts = asked.parts();
    this.asked = asked;
    this.caller = asked.user();
  }

  static Answer usage(Asked asked) throws IOException {
    return Answer.ok(new UsageResource(asked).usage(asked.parameter("user")));
  }

  /**
   * Tells of one user, or of all that the caller may ask about.
   *
   * @param user null for all; that is oneself, for whoever is no administrator
   */
  private Users usage(String user) throws IOException {
    if (user != null && !asked.authority().maySpeakFor(user)) {
      throw new AccessControlException(caller + " may not see what " + user + " has");
    }
    Map<String, Usage> held = parts.advisor().registry().usage();
    Map<String, Map<Limit, Long>> live = parts.live().jobs().usage();
    BelievedReaders believed = parts.advisor().readers();
    Map<String, Long> readers = most(Vertex::reusability);
    Map<String, Long> unseen = most(believed::unseen);
    List<OfUser> views = new ArrayList<>();
    for (String each : user != null ? List.of(user) : users(held, live)) {
      views.add(
          view(
              each,
              held.getOrDefault(each, Usage.NONE),
              live.getOrDefault(each, Map.of()),
              parts.placement().spending().usage(each),
              Map.of(
                  Limit.READERS,
                  readers.getOrDefault(each, 0L),
                  Limit.UNSEEN_READERS,
                  unseen.getOrDefault(each, 0L)),
              parts.access().limits().of(each)));
    }
    return new Users(views);
  }

  /** Of each user the readers of the dataset that has the most of that kind. */
  private Map<String, Long> most(ToLongFunction<Vertex> readers) {
    Map<String, Long> most = new HashMap<>();
    parts.advisor().registry().view().groups().stream()
        .flatMap(LinkedWorkflows::stated)
        .forEach(
            dataset ->
                most.merge(dataset.owner(), readers.applyAsLong(dataset.vertex()), Math::max));
    return most;
  }

  private List<String> users(Map<String, Usage> held, Map<String, Map<Limit, Long>> live) {
    if (!asked.authority().isAdmin()) {
      return List.of(caller);
    }
    Set<String> all = new TreeSet<>(held.keySet());
    all.addAll(live.keySet());
    all.addAll(parts.placement().spending().users());
    all.remove("");
    return all.stream()
        .sorted(Comparator.comparingLong(name -> -held.getOrDefault(name, Usage.NONE).memory()))
        .limit(MOST_USERS)
        .toList();
  }

  private static OfUser view(
      String user,
      Usage held,
      Map<Limit, Long> live,
      Map<Limit, Long> spent,
      Map<Limit, Long> readers,
      UserLimits most) {
    Map<String, Of> limits = new LinkedHashMap<>();
    for (Limit limit : Limit.values()) {
      Long bound = most.of(limit) == Long.MAX_VALUE ? null : (Long) most.of(limit);
      limits.put(limit.key(), new Of(used(limit, held, live, spent, readers), bound));
    }
    return new OfUser(user, limits);
  }

  private static long used(
      Limit limit,
      Usage held,
      Map<Limit, Long> live,
      Map<Limit, Long> spent,
      Map<Limit, Long> readers) {
    return switch (limit.sort()) {
      case HELD -> held.of(limit);
      case LIVE -> live.getOrDefault(limit, 0L);
      case BELIEVED -> readers.getOrDefault(limit, 0L);
      case LYING, DAILY -> spent.getOrDefault(limit, 0L);
    };
  }
}
