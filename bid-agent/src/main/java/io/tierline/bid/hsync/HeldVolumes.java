/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.hsync;

import io.tierline.bid.delta.DeltaLog;
import io.tierline.bid.delta.DeltaMark;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Volumes whose blocks may have lost bytes: their mark names a delta log from which these could not
 * be brought back. What was being written there when the DataNode ended is not to be taken for
 * whole. Finalized blocks never need a log.
 */
final class HeldVolumes {
  private static final Logger LOG = LoggerFactory.getLogger(HeldVolumes.class);

  private final Set<Path> held = ConcurrentHashMap.newKeySet();

  /**
   * Looks at a volume's mark, after all logs that can be had were brought home.
   *
   * @param used the log in use, if there is one
   */
  void look(Path volume, Optional<DeltaLog> used) {
    Optional<DeltaMark> mark = DeltaMark.of(volume);
    if (mark.isEmpty() || used.filter(log -> hasAllOf(log, mark.get())).isPresent()) {
      held.remove(volume);
      BlockEnds.forget(volume);
      return;
    }
    if (held.add(volume)) {
      BlockEnds.keep(volume, mark.get());
      LOG.warn(
          "BID: {} may need the delta log {} (it was {}), which is not in use: its blocks that were"
              + " being written are not recovered. Mount that log and restart the DataNode; or,"
              + " if it is lost: hdfs biddelta forget {}",
          volume,
          mark.get().uuid(),
          mark.get().log(),
          volume);
    }
  }

  /** The log in use has marked the volume itself, and brought home all that it took of it. */
  private static boolean hasAllOf(DeltaLog log, DeltaMark mark) {
    return mark.uuid().equals(log.recovery().uuid()) && log.statistics().homeFailures() == 0;
  }

  boolean has(Path volume) {
    return held.contains(volume);
  }

  int count() {
    return held.size();
  }

  /** Their folders, in order. */
  List<String> all() {
    return held.stream().map(Path::toString).sorted().toList();
  }
}
