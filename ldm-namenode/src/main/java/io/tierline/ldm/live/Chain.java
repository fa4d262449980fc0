/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import java.util.Objects;

/**
 * The workflow that a job is seen in.
 *
 * @param id what it goes by in the registry
 * @param name for people
 * @param isStated false when nothing says which workflow a job belongs to, and jobs of one user and
 *     queue are put together, to be linked by their data alone
 */
public record Chain(String id, String name, boolean isStated) {
  private static final int MAX_ID = 256;

  /** Checks that nothing is missing. */
  public Chain {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(name, "name");
  }

  /** The workflow of that id. */
  public static Chain stated(String id, String name) {
    return new Chain(clean(id), name, true);
  }

  /** The chain of jobs that no workflow claims. */
  public static Chain adHoc(String id) {
    return new Chain(clean(id), id, false);
  }

  /** This workflow under the id that it goes by. */
  Chain as(String kept) {
    return new Chain(kept, name, isStated);
  }

  /** An id stands in URLs and logs; see LineageDocument for what it may hold. */
  private static String clean(String id) {
    String cut = id.length() <= MAX_ID ? id : id.substring(0, MAX_ID);
    String clean = cut.replaceAll("[^A-Za-z0-9._@:+-]", "_");
    return clean.isEmpty() || clean.matches("[.]+") ? "_" + clean : clean;
  }
}
