/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.benchmarks.demo.beside.OtherRun;
import io.tierline.benchmarks.demo.strip.Strip;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.testing.cluster.BlockReplicas;
import io.tierline.testing.cluster.ReplicaCensus;
import io.tierline.testing.devices.DeviceUse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;

/** Runs that never happened: one job that writes /a, one that reads it. */
final class SampleRuns {
  static final DatasetPath A = DatasetPath.of("/a");
  static final Job WRITER = Job.named("writer", "java").writes(A).build();
  static final Job READER = Job.named("reader", "java").after("writer").reads(A).build();
  static final String CHECKSUM = "abc";

  private SampleRuns() {}

  static TaskGraph graph() {
    try {
      return TaskGraph.of(Workflow.of("w", "w", List.of(WRITER, READER), List.of()));
    } catch (LineageException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A dataset of one block with those replicas, alternately on two racks. */
  static DatasetState dataset(int readers, StorageType... tiers) {
    List<BlockReplicas.Replica> replicas = new ArrayList<>();
    for (StorageType tier : tiers) {
      int i = replicas.size();
      replicas.add(new BlockReplicas.Replica(tier, "node" + i, "/rack" + i % 2, "volume" + i));
    }
    var file = new org.apache.hadoop.fs.Path("/a/part-0");
    return new DatasetState(
        A,
        "writer",
        readers,
        new ReplicaCensus(List.of(new BlockReplicas(file, 0, 1, 100, replicas))));
  }

  /** A run in which the reader read that many bytes of its input from each tier. */
  static RunResult run(Contender contender, long ssdBytes, long diskBytes, DatasetState dataset) {
    JobRun reader =
        new JobRun(
            READER,
            2,
            JobTime.UNKNOWN,
            Map.of(StorageType.SSD, ssdBytes, StorageType.DISK, diskBytes),
            Map.of(),
            true);
    return new RunResult(
        Scene.ALONE,
        contender,
        graph(),
        List.of(new JobRun(WRITER, 1, JobTime.UNKNOWN, Map.of(), Map.of(), true), reader),
        List.of(dataset),
        new Validation(CHECKSUM, List.of()),
        CHECKSUM,
        Map.of(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty());
  }

  /** A run of the second scene, in which the writer took so many seconds. */
  static RunResult beside(Contender contender, double seconds) {
    RunResult alone = run(contender, 100, 0, dataset(1, StorageType.SSD));
    return new RunResult(
        Scene.BESIDE,
        contender,
        graph(),
        List.of(new JobRun(WRITER, seconds, JobTime.UNKNOWN, Map.of(), Map.of(), true)),
        alone.datasets(),
        alone.validation(),
        CHECKSUM,
        Map.of(),
        Optional.empty(),
        List.of(
            new DeviceUse(
                "/v",
                StorageType.DISK,
                150_000_000,
                50_000_000,
                2_000_000_000,
                0,
                500_000_000,
                7,
                250)),
        List.of(new Strip(StorageType.DISK, List.of(1.0, 2.0), List.of(0, 500, 250))),
        Optional.of(
            new RunResult.Beside(
                List.of(
                    new OtherRun("WordMean", 0, 30_000_000),
                    new OtherRun("WordMedian", 0, 60_000_000)),
                1 << 20)));
  }

  static DemoReport report(RunResult... runs) {
    List<RunResult> all = List.of(runs);
    DemoSettings settings =
        new DemoSettings(
            Path.of(""),
            1000,
            all.stream().map(RunResult::scene).distinct().toList(),
            all.stream().map(RunResult::contender).distinct().toList(),
            1,
            true,
            true,
            DemoSettings.RATIO);
    return new DemoReport(settings, all, Checks.of(all));
  }
}
