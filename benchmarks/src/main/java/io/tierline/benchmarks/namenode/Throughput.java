/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.namenode.ThroughputHarness;
import org.apache.hadoop.hdfs.server.namenode.ThroughputHarness.Outcome;

/** Hadoop's NNThroughputBenchmark on a NameNode of this process. */
final class Throughput {
  static final int BLOCKS_PER_FILE = 20;
  private static final int FILES_PER_BLOCK_FILE = 4;

  /** A deletion is so much faster than a creation that twice as many are to be measured. */
  private static final int DELETED_PER_FILE = 2;

  private static final double MICROS = 1e6;
  private static final String BASE = "/nnThroughputBenchmark";

  private final Settings settings;
  private final ThroughputHarness harness;
  private final Datasets datasets;

  private Throughput(Settings settings, ThroughputHarness harness) {
    this.settings = settings;
    this.harness = harness;
    this.datasets = new Datasets(settings.datasets());
  }

  static List<Map<String, Object>> measure(Settings settings)
      throws IOException, InterruptedException {
    try (ServedNameNode served =
        ServedNameNode.start(
            settings.contender(), settings.datasets(), BASE, Path.of(settings.directory()))) {
      Throughput run =
          new Throughput(settings, ThroughputHarness.on(served.nameNode(), served.dataNodes()));
      // What LDM does in the background comes slowly to be compiled.
      run.round(settings.files());
      return run.round(settings.files());
    }
  }

  /** All operations once. */
  private List<Map<String, Object>> round(int files) throws IOException {
    int threads = settings.threads();
    boolean managed = settings.contender().managed();
    List<Map<String, Object>> results = new ArrayList<>();
    results.add(result("create", harness.create(BASE, files, threads)));
    results.add(
        result(
            "add_block",
            harness.addBlock(
                Datasets.ROOT,
                number -> datasets.file(number, managed),
                Math.max(threads, files / FILES_PER_BLOCK_FILE),
                BLOCKS_PER_FILE,
                threads)));
    results.add(result("delete", harness.delete(BASE, DELETED_PER_FILE * files, threads)));
    return results;
  }

  private Map<String, Object> result(String operation, Outcome outcome) {
    Map<String, Object> result = ContenderRun.result(settings, operation);
    result.put("operations", outcome.operations());
    result.put("seconds", outcome.seconds());
    result.put("throughput_ops", outcome.perSecond());
    result.put("cpu_us_per_op", MICROS * outcome.cpuSeconds() / outcome.operations());
    result.put("ldm_threads_us_per_op", MICROS * outcome.ownCpuSeconds() / outcome.operations());
    result.put("compilers_us_per_op", MICROS * outcome.compilingSeconds() / outcome.operations());
    return result;
  }
}
