/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import io.tierline.ldm.index.PathIndex;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The managed datasets by path, in two layers: a big settled index, and a small one over it with
 * what came or went since. A change builds the small one anew, and the big one only when the small
 * one has grown to a multiple of the big one's square root; so a registration costs little however
 * much is registered, and a look-up costs one more probe. Immutable.
 */
final class ManagedPaths {
  /** Changes that are always kept apart, and how many more for the root of what is settled. */
  private static final int LEAST_RECENT = 1024;

  private static final int RECENT_PER_ROOT = 8;

  /** A path that came, or one that went, when the dataset is null. */
  private record Recent(String root, ManagedDataset dataset) {}

  private final PathIndex<ManagedDataset> settled;
  private final int settledSize;
  private final Map<String, Recent> recent;
  private final PathIndex<Recent> recentIndex;

  private ManagedPaths(
      PathIndex<ManagedDataset> settled, int settledSize, Map<String, Recent> recent) {
    this.settled = settled;
    this.settledSize = settledSize;
    this.recent = recent;
    this.recentIndex = PathIndex.of(recent);
  }

  /**
   * All of them settled.
   *
   * @throws IllegalArgumentException as {@link PathIndex#of}
   */
  static ManagedPaths of(Map<String, ManagedDataset> all) {
    return new ManagedPaths(PathIndex.of(all), all.size(), Map.of());
  }

  /**
   * These paths after a change.
   *
   * @param changes what each changed path now leads to, or null when it is managed no more
   * @param all every managed dataset after the change, asked for when all are to be settled
   * @throws IllegalArgumentException as {@link PathIndex#of}
   */
  ManagedPaths with(
      Map<String, ManagedDataset> changes, Supplier<Map<String, ManagedDataset>> all) {
    if (changes.isEmpty()) {
      return this;
    }
    if (recent.size() + changes.size() > mostRecent()) {
      return of(all.get());
    }
    Map<String, Recent> next = new HashMap<>(recent);
    changes.forEach((root, dataset) -> next.put(root, new Recent(root, dataset)));
    return new ManagedPaths(settled, settledSize, next);
  }

  private int mostRecent() {
    return LEAST_RECENT + RECENT_PER_ROOT * (int) Math.sqrt(settledSize);
  }

  /** The deepest managed dataset that is the path or lies above it, or null. */
  @Nullable ManagedDataset lookup(String path) {
    for (String at = path; at != null; ) {
      Recent over = recentIndex.lookup(at);
      ManagedDataset under = settled.lookup(at);
      if (over == null || (under != null && under.root().length() > over.root().length())) {
        return under;
      }
      if (over.dataset() != null) {
        return over.dataset();
      }
      at = parent(over.root());
    }
    return null;
  }

  /**
   * The deepest managed dataset that is the path or lies above it and that counts, or null.
   *
   * @param standing how much what a user states of a path counts
   */
  @Nullable ManagedDataset lookup(String path, Function<ManagedDataset, Standing> standing) {
    for (String at = path; at != null; ) {
      ManagedDataset stated = lookup(at);
      ManagedDataset counting = stated == null ? null : stated.counting(standing);
      if (stated == null || counting != null) {
        return counting;
      }
      at = parent(stated.root());
    }
    return null;
  }

  private static @Nullable String parent(String path) {
    if (path.equals("/")) {
      return null;
    }
    return path.substring(0, Math.max(1, path.lastIndexOf('/')));
  }
}
