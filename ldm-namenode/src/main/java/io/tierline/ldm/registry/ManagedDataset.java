/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import io.tierline.ldm.graph.Vertex;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the path index answers with: a dataset as one user states it.
 *
 * @param root the path under which the blocks lie: what a job produces, or a part of it that is
 *     read apart
 * @param vertex its place in the block graph
 * @param owner the user whose jobs produce it, as he says
 * @param others what other users state of the same path, each for himself; mostly nothing
 */
public record ManagedDataset(
    String root, Vertex vertex, String owner, List<ManagedDataset> others) {
  /** Copies the list; the record is immutable. */
  public ManagedDataset {
    others = List.copyOf(others);
  }

  /** A dataset that one user states. */
  static ManagedDataset of(String root, Vertex vertex, String owner) {
    return new ManagedDataset(root, vertex, owner, List.of());
  }

  /** This dataset, with what another user states of it. */
  ManagedDataset and(ManagedDataset other) {
    List<ManagedDataset> more = new ArrayList<>(others);
    more.add(other);
    return new ManagedDataset(root, vertex, owner, more);
  }

  /** What counts most of what is stated of the path; null when nothing counts. */
  public @Nullable ManagedDataset counting(Function<ManagedDataset, Standing> standing) {
    ManagedDataset best = null;
    Standing highest = Standing.NONE;
    Standing own = standing.apply(this);
    if (own.counts()) {
      best = this;
      highest = own;
    }
    for (ManagedDataset other : others) {
      Standing next = standing.apply(other);
      if (next.compareTo(highest) > 0) {
        best = other;
        highest = next;
      }
    }
    return best;
  }
}
