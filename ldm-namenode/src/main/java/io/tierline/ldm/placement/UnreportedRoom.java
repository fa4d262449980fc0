/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.rating.Medium;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Room that was given to replicas and that their DataNodes cannot have reported as taken yet.
 *
 * <p>A DataNode takes a whole block from what it reports as free when the writing begins, which is
 * a moment after the block was placed. So what was placed longer than that moment before the last
 * report is in it, and everything later is counted here: a little too much rather than too little.
 * What is never written expires with the next report. Only sums are kept, none of a block. After a
 * start it knows nothing of what was placed before, until the next report.
 *
 * <p>Any thread may give, and ask what it is at most, without a lock. Who has to know it better
 * holds that of the node's volumes for a subtraction or two.
 */
public final class UnreportedRoom {
  /** From a block's placement to the beginning of its writing, and a report's way: milliseconds. */
  static final long MARGIN_MS = 1_000;

  /** Of sums that wait for a report; where it is late, more are counted as not in it. */
  private static final int MOST_SAMPLES = 8;

  private static final Medium[] MEDIA = Medium.values();

  private final Map<String, Volumes[]> nodes = new ConcurrentHashMap<>();

  /** What was given by a moment. */
  private record Sample(long at, long bytes) {}

  /** All volumes of a medium in a node. */
  private static final class Volumes {
    private final LongAdder given = new LongAdder();
    private final Deque<Sample> waiting = new ArrayDeque<>();
    private volatile long reported;

    private long atMost() {
      return given.sum() - reported;
    }

    private synchronized long unreported(long reportedAt, long now) {
      long sum = given.sum();
      while (!waiting.isEmpty() && waiting.peek().at() <= reportedAt - MARGIN_MS) {
        reported = waiting.remove().bytes();
      }
      Sample last = waiting.peekLast();
      boolean isNew =
          last == null ? sum != reported : sum != last.bytes() && now - last.at() >= MARGIN_MS;
      if (isNew && waiting.size() < MOST_SAMPLES) {
        waiting.add(new Sample(now, sum));
      }
      return sum - reported;
    }
  }

  /** A replica was given a volume of that medium in that node. */
  public void give(String node, Medium medium, long bytes) {
    Volumes[] volumes = nodes.get(node);
    if (volumes == null) {
      volumes = nodes.computeIfAbsent(node, each -> volumes());
    }
    volumes[medium.ordinal()].given.add(bytes);
  }

  private static Volumes[] volumes() {
    return Arrays.stream(MEDIA).map(medium -> new Volumes()).toArray(Volumes[]::new);
  }

  /**
   * Bytes given on the node's volumes of that medium that its last report does not know.
   *
   * @param reportedAt when that report came; milliseconds of a clock that never goes back
   * @param now by the same clock
   */
  public long of(String node, Medium medium, long reportedAt, long now) {
    Volumes[] volumes = nodes.get(node);
    return volumes == null ? 0 : volumes[medium.ordinal()].unreported(reportedAt, now);
  }

  /** As much, or more since nobody has asked for a while. */
  public long atMost(String node, Medium medium) {
    Volumes[] volumes = nodes.get(node);
    return volumes == null ? 0 : volumes[medium.ordinal()].atMost();
  }

  /** Forgets all other nodes. */
  public void keepOnly(Collection<String> known) {
    nodes.keySet().retainAll(known);
  }
}
