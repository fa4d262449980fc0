/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.limits;

import java.util.EnumMap;
import java.util.Map;

/**
 * How much one user may have.
 *
 * @param most by limit; without limit where one is missing
 */
public record UserLimits(Map<Limit, Long> most) {
  /** Whoever has these may have everything. */
  public static final UserLimits NONE = new UserLimits(Map.of());

  /** Copies the map; the record is immutable. */
  public UserLimits {
    most = Map.copyOf(most);
  }

  /** The most of that, {@link Long#MAX_VALUE} when it is not limited. */
  public long of(Limit limit) {
    return most.getOrDefault(limit, Long.MAX_VALUE);
  }

  /**
   * Refuses what would take a user over a limit. What takes no more than there was is never
   * refused, so that whoever is over a limit that was lowered can still withdraw and replace.
   *
   * @throws LimitException naming the limit, what it would come to, and how much is allowed
   */
  public void require(String user, Usage before, Usage after) throws LimitException {
    for (Limit limit : Limit.values()) {
      require(user, limit, before.of(limit), after.of(limit));
    }
  }

  /**
   * Refuses a change that takes the user over one of his limits, or further over it.
   *
   * @throws LimitException when there would be more than before, and more than is allowed
   */
  public void require(String user, Limit limit, long before, long after) throws LimitException {
    if (after > before && after > of(limit)) {
      throw new LimitException(user, limit, after, of(limit));
    }
  }

  /** These, with those of the other in the place of its own where it has any. */
  UserLimits with(UserLimits other) {
    Map<Limit, Long> all = new EnumMap<>(Limit.class);
    all.putAll(most);
    all.putAll(other.most);
    return new UserLimits(all);
  }

  /** The more generous of both, of those limits that either states. */
  UserLimits orMore(UserLimits other) {
    Map<Limit, Long> all = new EnumMap<>(Limit.class);
    all.putAll(most);
    other.most.forEach((limit, value) -> all.merge(limit, value, Math::max));
    return new UserLimits(all);
  }
}
