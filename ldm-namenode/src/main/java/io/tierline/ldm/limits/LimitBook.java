/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.limits;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The limits of all users: what everybody may have, and what certain users and groups may. A user's
 * own come before those of his groups, of which the most generous counts, and these before
 * everybody's.
 *
 * @param everybody a value for each limit
 * @param users those that certain users have
 * @param groups those that members of certain groups have
 */
public record LimitBook(
    UserLimits everybody, Map<String, UserLimits> users, Map<String, UserLimits> groups) {
  /** Copies the maps; the record is immutable. */
  public LimitBook {
    users = Map.copyOf(users);
    groups = Map.copyOf(groups);
  }

  /** True when the groups of users matter. */
  public boolean hasGroups() {
    return !groups.isEmpty();
  }

  /**
   * The limits of a user.
   *
   * @param in the groups that he is a member of
   * @param exempt whether only those count that are his own by name, as an administrator's
   */
  public UserLimits of(String user, Collection<String> in, boolean exempt) {
    UserLimits own = users.getOrDefault(user, UserLimits.NONE);
    if (exempt) {
      return own;
    }
    UserLimits ofGroups =
        in.stream()
            .map(groups::get)
            .filter(g -> g != null)
            .reduce(UserLimits.NONE, UserLimits::orMore);
    return everybody.with(ofGroups).with(own);
  }

  /**
   * Reads what is said of certain users and groups.
   *
   * @param everybody a value for each limit
   * @param said by the end of the key: {@code user.ann.workflows}, {@code group.etl.jobs}
   * @throws IllegalArgumentException naming a key that says nothing
   */
  public static LimitBook of(UserLimits everybody, Map<String, Long> said) {
    Map<String, Map<Limit, Long>> users = new HashMap<>();
    Map<String, Map<Limit, Long>> groups = new HashMap<>();
    said.forEach(
        (key, value) -> {
          Special special =
              Special.of(key)
                  .orElseThrow(
                      () ->
                          new IllegalArgumentException("'" + key + "' names no limit of anybody"));
          (special.ofGroup() ? groups : users)
              .computeIfAbsent(special.name(), n -> new HashMap<>())
              .put(special.limit(), value);
        });
    return new LimitBook(everybody, limits(users), limits(groups));
  }

  private static Map<String, UserLimits> limits(Map<String, Map<Limit, Long>> said) {
    Map<String, UserLimits> limits = new HashMap<>();
    said.forEach((name, most) -> limits.put(name, new UserLimits(most)));
    return limits;
  }

  /** Whom a key is about, and which limit; names of users may hold dots, those of limits do not. */
  private record Special(boolean ofGroup, String name, Limit limit) {
    private static final String USER = "user.";
    private static final String GROUP = "group.";

    static Optional<Special> of(String key) {
      boolean ofGroup = key.startsWith(GROUP);
      int from = ofGroup ? GROUP.length() : USER.length();
      int to = key.lastIndexOf('.');
      if (!(ofGroup || key.startsWith(USER)) || to <= from) {
        return Optional.empty();
      }
      return Limit.named(key.substring(to + 1))
          .map(limit -> new Special(ofGroup, key.substring(from, to), limit));
    }
  }

  /** True for the end of a key that names a limit of a user or of a group. */
  public static boolean isOverride(String key) {
    return Special.of(key).isPresent();
  }
}
