/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code bid-sim} is started with; null and empty leave the choice to it.
 *
 * @param traces files of one trace
 * @param workloads names of generated workloads
 * @param policies contenders
 * @param disk preset or file
 * @param ssd preset or file of the second tier
 * @param open whether requests come at the trace's times
 * @param options further options and their values, as the program takes them
 */
record SimSettings(
    List<String> traces,
    List<String> workloads,
    List<String> policies,
    String disk,
    String ssd,
    boolean open,
    List<String> options) {
  SimSettings {
    traces = List.copyOf(traces);
    workloads = List.copyOf(workloads);
    policies = List.copyOf(policies);
    options = List.copyOf(options);
  }

  /** For JSON: what was given, by the names of the options; null stands for "not given". */
  Map<String, Object> parameters() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("trace", traces.isEmpty() ? null : traces);
    all.put("workload", workloads.isEmpty() ? null : workloads);
    all.put("policy", policies.isEmpty() ? null : policies);
    all.put("disk", disk);
    all.put("ssd", ssd);
    all.put("loop", open ? "open" : "closed");
    all.put("options", options);
    return all;
  }

  /** The program's arguments. */
  List<String> arguments(long seed) {
    List<String> arguments = new ArrayList<>();
    if (traces.isEmpty()) {
      arguments.addAll(List.of("--workload", String.join(",", workloads)));
      arguments.addAll(List.of("--seed", Long.toString(seed)));
    } else {
      arguments.add("--trace");
      arguments.addAll(traces);
    }
    if (!policies.isEmpty()) {
      arguments.addAll(List.of("--policy", String.join(",", policies)));
    }
    if (disk != null) {
      arguments.addAll(List.of("--disk", disk));
    }
    if (ssd != null) {
      arguments.addAll(List.of("--ssd", ssd));
    }
    arguments.add(open ? "--open-loop" : "--closed-loop");
    arguments.addAll(options);
    return arguments;
  }
}
