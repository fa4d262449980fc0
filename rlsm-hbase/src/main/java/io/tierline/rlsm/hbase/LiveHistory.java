/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which ranges a new scanner over a file must read.
 *
 * <p>A fold that supersedes some of a file's rows narrows what is live in it. A scanner may leave
 * those rows out only if it is merged with the base that holds them now. That holds for a scan
 * chosen after the fold; it does not hold for a scan that began before and re-opens its files, as
 * HBase does when a long scan goes over to streaming, nor for one that is handed a flushed file for
 * its memstore's snapshot. Both may read more than is live, because what is not live is superseded,
 * but never less than what was live when they chose their files. Thus older ranges are kept as long
 * as scanners read them, and a pin (see {@code PinnedStoreFile}) puts off the change.
 *
 * <p>{@link #change} is to be called under the store's write lock, so that no scan is choosing its
 * files meanwhile; all else is safe from any thread.
 */
final class LiveHistory {
  private final AtomicInteger pins = new AtomicInteger();
  private final List<LiveRows> older = new ArrayList<>();
  private volatile LiveRows latest;
  private volatile LiveRows served;

  LiveHistory(List<KeyRange> ranges) {
    latest = new LiveRows(ranges);
    served = latest;
  }

  /** What is live now. */
  List<KeyRange> ranges() {
    return latest.ranges();
  }

  /** Sets what is live. It is served as soon as nobody holds a pin. */
  void change(List<KeyRange> ranges) {
    if (!ranges.equals(latest.ranges())) {
      latest = new LiveRows(ranges);
    }
    if (pins.get() == 0) {
      serve(latest);
    } else if (!covers(served.ranges(), ranges)) {
      serve(new LiveRows(List.of(KeyRange.ALL)));
    }
  }

  void pin() {
    pins.incrementAndGet();
  }

  void unpin() {
    if (pins.decrementAndGet() == 0 && served != latest) {
      serve(latest);
    }
  }

  /** For a scanner of a scan that has just chosen its files, or whose choice is pinned. */
  LiveRows acquire() {
    while (true) {
      LiveRows rows = served;
      rows.acquire();
      if (rows == served) {
        return rows;
      }
      rows.release();
    }
  }

  /** For a scanner that may replace one that is still open: no narrower than any open one. */
  synchronized LiveRows acquireOldest() {
    for (LiveRows rows : older) {
      if (rows.isInUse()) {
        return wide(rows);
      }
    }
    return acquire();
  }

  /** Live rows only become fewer; should it be otherwise, then older ranges are not enough. */
  private LiveRows wide(LiveRows rows) {
    LiveRows enough =
        covers(rows.ranges(), served.ranges()) ? rows : new LiveRows(List.of(KeyRange.ALL));
    enough.acquire();
    return enough;
  }

  private synchronized void serve(LiveRows next) {
    if (served != next) {
      older.add(served);
      served = next;
    }
    older.removeIf(rows -> !rows.isInUse());
  }

  private static boolean covers(List<KeyRange> wide, List<KeyRange> narrow) {
    List<KeyRange> rest = narrow;
    for (KeyRange range : wide) {
      rest = KeyRange.subtract(rest, range);
    }
    return rest.isEmpty();
  }
}
