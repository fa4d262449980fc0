/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Blocks whose moves fail: each is left alone for a while that doubles with every failure after it,
 * up to a day, and until a move of it succeeds. A pinned replica, for example, can never be moved,
 * and would be planned again at every look. Tries that fail while the block is to be left alone, as
 * those of one plan do, count as one. Safe for use by several threads.
 */
public final class FailingBlocks {
  /** The longest that a block is left alone. */
  static final long LONGEST_MILLIS = 86_400_000;

  private final long firstMillis;
  private final Map<Long, Failing> blocks;

  /** How often it has failed, and until when it is left alone. */
  private record Failing(int times, long untilMillis) {}

  /**
   * No block has failed yet.
   *
   * @param firstMillis how long a block is left alone after its first failure, above 0
   * @param most blocks remembered; of more the one that failed first is forgotten
   */
  public FailingBlocks(long firstMillis, int most) {
    if (firstMillis <= 0 || most < 1) {
      throw new IllegalArgumentException(
          "a block is left alone for a while: " + firstMillis + " ms, " + most + " blocks");
    }
    this.firstMillis = firstMillis;
    this.blocks =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Long, Failing> eldest) {
            return size() > most;
          }
        };
  }

  /**
   * Takes note that a move has failed.
   *
   * @param nowMillis the present
   * @return true when the block had not failed before, so that it is worth telling
   */
  public synchronized boolean failed(long block, long nowMillis) {
    Failing before = blocks.get(block);
    if (before == null) {
      blocks.put(block, new Failing(1, nowMillis + Math.min(firstMillis, LONGEST_MILLIS)));
    } else if (nowMillis >= before.untilMillis()) {
      blocks.put(block, new Failing(before.times() + 1, nowMillis + pause(before.times())));
    }
    return before == null;
  }

  /** The first pause doubled so many times. */
  private long pause(int doublings) {
    boolean beyond = doublings >= Long.numberOfLeadingZeros(firstMillis) - 1;
    return beyond ? LONGEST_MILLIS : Math.min(LONGEST_MILLIS, firstMillis << doublings);
  }

  /** Takes note that nothing stands in the block's way any more. */
  public synchronized void moved(long block) {
    blocks.remove(block);
  }

  /** Has every block tried again: what stood in its way may be gone. */
  public synchronized void forget() {
    blocks.clear();
  }

  /** Whether the block is to be left alone now. */
  public synchronized boolean isPaused(long block, long nowMillis) {
    Failing failing = blocks.get(block);
    return failing != null && nowMillis < failing.untilMillis();
  }

  /** How many blocks have failed and not been moved since. */
  public synchronized int size() {
    return blocks.size();
  }
}
