/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.logged;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figures of a demo, written for tests. */
final class LogText {
  static final long ROWS = 1_500_000;

  private final StringBuilder results = new StringBuilder();

  /** A job of a run. */
  LogText job(String scene, String contender, String job, double seconds, double waited) {
    return result(
        """
        {"scene": "%s", "contender": "%s", "job": "%s", "seconds": %s,
         "seconds_waiting_for_devices": %s}
        """,
        scene, contender, job, seconds, waited);
  }

  /** Where a dataset lies. */
  LogText dataset(String scene, String contender, String name, int blocks, int onSsd) {
    return result(
        """
        {"scene": "%s", "contender": "%s", "name": "%s", "blocks": %s, "replicas_ssd": %s}
        """,
        scene, contender, name, blocks, onSsd);
  }

  private LogText result(String form, Object... values) {
    results.append(results.isEmpty() ? "" : ",").append(String.format(Locale.ROOT, form, values));
    return this;
  }

  /** A chain, with as many seconds. */
  LogText chain(String scene, String contender, Map<String, Double> seconds, double waited) {
    for (String job : List.of("teragen", "terasort", "teravalidate")) {
      job(scene, contender, job, seconds.get(job), job.equals("teravalidate") ? waited : 0);
    }
    return this;
  }

  @Override
  public String toString() {
    return """
        {"command": "demo", "machine": {"cores": 2},
         "parameters": {"rows": %d, "rows_beside": %d, "block_bytes": 15728640,
           "devices": "emulated: hdd-16t and ssd-nvme at 0.125 of their speed"},
         "results": [%s]}
        """
        .formatted(ROWS, ROWS / 2, results);
  }
}
