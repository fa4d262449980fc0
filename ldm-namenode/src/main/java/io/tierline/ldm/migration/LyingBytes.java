/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How many bytes of each user lie on fast media: as they were counted last, and what has come since
 * that count began. What is deleted or moved down counts until the next one.
 */
public final class LyingBytes {
  private Map<String, Long> counted = Map.of();
  private Map<String, Long> since = new HashMap<>();
  private final Map<String, Long> during = new HashMap<>();

  /** Has so much more of a user's. */
  public synchronized void added(String user, long bytes) {
    since.merge(user, bytes, Long::sum);
    during.merge(user, bytes, Long::sum);
  }

  /** A count begins; what comes from now on it may miss. */
  public synchronized void countBegins() {
    during.clear();
  }

  /** That count has ended. */
  public synchronized void countEnds(Map<String, Long> found) {
    counted = Map.copyOf(found);
    since = new HashMap<>(during);
  }

  /** Knows nothing any more: another NameNode was active meanwhile. */
  public synchronized void forget() {
    counted = Map.of();
    since.clear();
    during.clear();
  }

  /** What lies there of a user's, as far as it is known. */
  public synchronized long of(String user) {
    return counted.getOrDefault(user, 0L) + since.getOrDefault(user, 0L);
  }

  /** Users who have anything there. */
  public synchronized Set<String> users() {
    Set<String> users = new HashSet<>(counted.keySet());
    users.addAll(since.keySet());
    return users;
  }
}
