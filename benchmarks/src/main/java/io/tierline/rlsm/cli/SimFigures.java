/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.cli;

import io.tierline.rlsm.sim.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;

/** An outcome as figures. */
final class SimFigures {
  private SimFigures() {}

  static Map<String, Object> of(Outcome outcome) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("contender", outcome.contender().label());
    result.put("write_amplification", outcome.settled().writeAmplification());
    result.put("write_amplification_loaded", outcome.loaded().writeAmplification());
    result.put("runs_mean", outcome.runsMean());
    result.put("runs_max", outcome.runsMax());
    result.put("runs_settled", outcome.settled().runs());
    result.put("space_amplification", outcome.settled().spaceAmplification());
    result.put("space_amplification_max", outcome.spaceMax());
    result.put("files_max", outcome.filesMax());
    result.put("files_settled", outcome.settled().files());
    result.put("stalled_flushes", outcome.stalledFlushes());
    result.put("series", outcome.series().stream().map(SimFigures::point).toList());
    return result;
  }

  private static Map<String, Object> point(Outcome.Point point) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("flushes", point.flushes());
    all.put("compacted_bytes", point.compactedBytes());
    all.put("write_amplification", point.writeAmplification());
    all.put("runs", point.runs());
    all.put("files", point.files());
    all.put("space_amplification", point.spaceAmplification());
    return all;
  }
}
