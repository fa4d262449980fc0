/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.policy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Storage policies that directories are to get and have not got yet. Threads that place blocks
 * leave a note, lock-free; all else is for the one thread that sets them. One round after the other
 * comes to each directory that is due; one that is not there is looked for again after growing
 * pauses.
 */
final class PendingPolicies {
  /** Directories waited for at a time; more are dropped, and noted again with their next block. */
  static final int MOST = 10_000;

  /**
   * A directory that is not there is looked for again after 1, 2, 4 … ticks, and this often at the
   * most: by ticks of a second, for more than an hour.
   */
  static final int MOST_LOOKS = 12;

  /** How often a directory was looked for in vain, and the tick it is looked for again. */
  private record Absent(int looks, long nextTick) {}

  private final Map<String, String> policies = new ConcurrentHashMap<>();

  /** What this round has still to come to. */
  private final Deque<String> due = new ArrayDeque<>();

  /** What was not there when it was looked for. */
  private final Map<String, Absent> absent = new HashMap<>();

  /** Whether no other directory can be waited for. */
  boolean isFull() {
    return policies.size() >= MOST;
  }

  /** Notes what a directory is to get, unless that is noted already; for any thread. */
  void note(String root, String policy) {
    policies.putIfAbsent(root, policy);
  }

  /** Notes what a directory is to get, in place of what is noted, and soon. */
  void put(String root, String policy) {
    policies.put(root, policy);
    absent.remove(root);
  }

  /** Begins a round when the last one is over. */
  void beginRound(long tick) {
    if (due.isEmpty()) {
      policies.keySet().stream().filter(root -> isToBeLookedFor(root, tick)).forEach(due::add);
    }
  }

  private boolean isToBeLookedFor(String root, long tick) {
    Absent missing = absent.get(root);
    return missing == null || missing.nextTick() <= tick;
  }

  /** The next directory of the round, or null when it is over. */
  String poll() {
    return due.poll();
  }

  /** What the directory is to get; null where nothing is noted any more. */
  String policyFor(String root) {
    return policies.get(root);
  }

  /** A committer may move a dataset to its place long after its blocks were written, or never. */
  void missed(String root, long tick) {
    Absent before = absent.get(root);
    int looks = before == null ? 1 : before.looks() + 1;
    if (looks > MOST_LOOKS) {
      drop(root);
    } else {
      absent.put(root, new Absent(looks, tick + (1L << (looks - 1))));
    }
  }

  /** Forgets a directory. */
  void drop(String root) {
    policies.remove(root);
    absent.remove(root);
  }

  /** Forgets all of them. */
  void clear() {
    policies.clear();
    due.clear();
    absent.clear();
  }
}
