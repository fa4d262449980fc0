/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.util.Comparator;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where a file stands among files that can be read as one. Files of the same chain of the same
 * state have no row in common, whatever has become of the store since: neither the rows of a file
 * change nor its place in that state.
 *
 * @param state the number of a state of some store's files, unlike all others
 * @param chain which of the chains in that state the file is in
 * @param position files of a chain ascend by it
 */
record ChainPlace(long state, int chain, int position) {

  /** By states, then by chains, then by rows. */
  static final Comparator<ChainPlace> ORDER =
      Comparator.comparingLong(ChainPlace::state)
          .thenComparingInt(ChainPlace::chain)
          .thenComparingInt(ChainPlace::position);

  private static final AtomicLong STATES = new AtomicLong();

  /** A number for a state. */
  static long newState() {
    return STATES.incrementAndGet();
  }

  /** Whether a file of another place may follow in a chain. */
  boolean isLinkedTo(ChainPlace next) {
    return state == next.state && chain == next.chain && position < next.position;
  }

  /** Whether all rows of one file lie before all rows of another. */
  static boolean follow(RlsmStoreFile one, RlsmStoreFile next) {
    return one.rows() != null && next.rows() != null && one.rows().endBefore(next.rows().first());
  }
}
