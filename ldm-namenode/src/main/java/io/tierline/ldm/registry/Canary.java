/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Where LDM may act: on datasets below an allowed directory that are below no denied one. What it
 * knows of the others is kept and explained, and their blocks are HDFS's own to place.
 *
 * @param allow directories without a slash at the end, but for the root; none stands for all
 * @param deny directories in the same form
 */
public record Canary(List<String> allow, List<String> deny) {
  /** Everywhere. */
  public static final Canary ALL = new Canary(List.of(), List.of());

  private static final String ROOT = "/";

  /** Copies the lists; the record is immutable. */
  public Canary {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
  }

  /** Whether LDM may act on that dataset. */
  public boolean admits(String root) {
    return (allow.isEmpty() || above(root, allow).isPresent()) && above(root, deny).isEmpty();
  }

  /** True when it keeps LDM from nothing. */
  public boolean isAll() {
    return deny.isEmpty() && (allow.isEmpty() || allow.contains(ROOT));
  }

  /**
   * The denied directory that the dataset is below; empty where none is allowed that is above it.
   */
  public Optional<String> denying(String root) {
    return above(root, deny);
  }

  private static Optional<String> above(String root, Collection<String> directories) {
    for (String directory : directories) {
      if (directory.equals(ROOT) || root.equals(directory) || root.startsWith(directory + "/")) {
        return Optional.of(directory);
      }
    }
    return Optional.empty();
  }
}
