/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.benchmarks.demo.beside.OtherJobs;
import io.tierline.benchmarks.demo.beside.OtherRun;
import io.tierline.benchmarks.demo.strip.DeviceLog;
import io.tierline.benchmarks.demo.strip.Strip;
import io.tierline.cli.Progress;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.testing.cluster.EmbeddedCluster;
import io.tierline.testing.cluster.FsckReport;
import io.tierline.testing.cluster.ReplicaCensus;
import io.tierline.testing.devices.DeviceUse;
import io.tierline.testing.devices.DeviceWaits;
import io.tierline.testing.reads.ReadCounters;
import io.tierline.testing.reads.ReadSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** Runs the chain once on a fresh cluster and collects what happened. */
final class ChainRun {
  /** Replicas of every dataset, stated in the cluster's configuration and in the workflow. */
  static final int REPLICATION = 3;

  private final Scene scene;
  private final Contender contender;
  private final EmbeddedCluster cluster;
  private final Chain chain;
  private final SharedClasses classes;
  private final Progress progress;
  private final DoubleUnaryOperator whole;
  private final List<JobRun> jobs = new ArrayList<>();
  private final Map<DatasetPath, DatasetState> datasets = new LinkedHashMap<>();

  private final List<OtherRun> others = new ArrayList<>();
  private List<Strip> strips = List.of();

  private ChainRun(
      DemoSettings.Turn turn,
      EmbeddedCluster cluster,
      Chain chain,
      SharedClasses classes,
      Progress progress,
      DoubleUnaryOperator whole) {
    scene = turn.scene();
    contender = turn.contender();
    this.cluster = cluster;
    this.chain = chain;
    this.classes = classes;
    this.progress = progress;
    this.whole = whole;
  }

  /**
   * Runs it.
   *
   * @param classes of containers; if nobody has recorded them, a small job does so before the chain
   * @param whole from the share of this run that is done to the share of all runs
   */
  static RunResult run(
      DemoSettings.Turn turn,
      DemoSettings settings,
      SharedClasses classes,
      Progress progress,
      DoubleUnaryOperator whole)
      throws IOException {
    progress.phase(turn.contender().key() + ": cluster starts", () -> whole.applyAsDouble(0));
    try (EmbeddedCluster cluster = settings.cluster(turn)) {
      String nameNode = cluster.fileSystem().getUri().toString();
      Chain chain = Chain.read(settings.home(), nameNode, settings.rows(turn.scene()));
      if (!classes.isRecorded()) {
        WarmUp.run(cluster, classes);
      }
      turn.contender().prepare(cluster, chain);
      return new ChainRun(turn, cluster, chain, classes, progress, whole).result(settings);
    }
  }

  private RunResult result(DemoSettings settings) throws IOException {
    runJobs(settings.dataBytes(scene));
    List<DeviceUse> devices = cluster.deviceUses();
    progress.phase(contender.key() + ": checks", () -> whole.applyAsDouble(1));
    DatasetState first = datasets.values().iterator().next();
    DatasetState last = List.copyOf(datasets.values()).get(datasets.size() - 1);
    return new RunResult(
        scene,
        contender,
        chain.graph(),
        jobs,
        List.copyOf(datasets.values()),
        Validation.read(cluster.fileSystem(), path(last.path())),
        RowChecksum.of(cluster.fileSystem(), path(first.path())),
        contender.counters(),
        scene == Scene.ALONE && contender.runsMover() ? Optional.of(runMover()) : Optional.empty(),
        devices,
        strips,
        scene == Scene.ALONE
            ? Optional.empty()
            : Optional.of(new RunResult.Beside(others, cluster.cacheHitBytes())));
  }

  /** What goes on beside a job. */
  private interface Beside {
    /** The job is done: it is ended, and says what was done by now. */
    List<OtherRun> end() throws IOException;
  }

  private void runJobs(long textBytes) throws IOException {
    if (scene == Scene.ALONE) {
      try (DeviceLog log = new DeviceLog(cluster::deviceUses)) {
        for (Job job : chain.inOrder()) {
          runJob(job, List::<OtherRun>of);
        }
        strips = log.strips();
      }
    } else {
      try (OtherJobs jobs = OtherJobs.prepare(cluster.fileSystem(), textBytes);
          DeviceLog log = new DeviceLog(cluster::deviceUses)) {
        runBeside(jobs);
        strips = log.strips();
      }
    }
  }

  /** A phase for each job of the chain: the other jobs of it go on as long as that lasts. */
  private void runBeside(OtherJobs jobs) throws IOException {
    for (Job job : chain.inOrder()) {
      runJob(job, jobs.start(this.jobs.size())::end);
    }
  }

  private void runJob(Job job, Beside beside) throws IOException {
    ChainAction action = chain.action(job);
    YarnProgress application = new YarnProgress(cluster.yarn());
    double all = chain.inOrder().size();
    int done = jobs.size();
    progress.phase(
        contender.key() + ": " + action.name(),
        () -> whole.applyAsDouble((done + application.getAsDouble()) / all));
    ReadSnapshot before = ReadCounters.snapshot();
    List<DeviceUse> devicesBefore = cluster.deviceUses();
    DeviceWaits.ofProcess().restart();
    long start = System.nanoTime();
    runTool(action);
    double seconds = (System.nanoTime() - start) / 1e9;
    JobTime time = JobTime.of(DeviceWaits.ofProcess().now(), devicesBefore, cluster.deviceUses());
    others.addAll(beside.end());
    ReadSnapshot reads = ReadCounters.snapshot().since(before);
    for (DatasetPath written : job.writes()) {
      ReplicaCensus census = Replication.await(cluster.fileSystem(), path(written), REPLICATION);
      datasets.put(written, new DatasetState(written, job.name(), chain.readers(written), census));
    }
    Configuration conf = cluster.configuration();
    boolean clean = FsckReport.of(conf, new Path(Chain.BASE)).isClean();
    jobs.add(JobRun.of(job, seconds, time, reads, inputBlocks(job), clean));
    progress.say(String.format("%-8s %-14s %6.1f s", contender.key(), job.name(), seconds));
  }

  private Set<Long> inputBlocks(Job job) {
    Set<Long> blocks = new HashSet<>();
    for (DatasetState state : datasets.values()) {
      if (job.reads().stream().anyMatch(read -> read.overlaps(state.path()))) {
        blocks.addAll(state.census().blockIds());
      }
    }
    return blocks;
  }

  /** As Oozie's launcher does: the main class with the action's arguments. */
  private void runTool(ChainAction action) throws IOException {
    int status;
    try {
      Tool tool =
          Class.forName(action.mainClass())
              .asSubclass(Tool.class)
              .getDeclaredConstructor()
              .newInstance();
      Configuration conf = cluster.configuration();
      classes.use(conf);
      status = ToolRunner.run(conf, tool, action.arguments().toArray(String[]::new));
    } catch (IOException e) {
      throw e;
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new DemoException(action.mainClass() + " cannot be run: " + e.getMessage(), e);
    } catch (Exception e) {
      throw new DemoException(action.name() + " failed: " + e.getMessage(), e);
    }
    if (status != 0) {
      throw new DemoException(
          action.name() + " under " + contender.title() + " ended with status " + status);
    }
  }

  private MoverOutcome runMover() throws IOException {
    progress.phase(contender.key() + ": Hadoop's Mover", () -> whole.applyAsDouble(1));
    return MoverRun.over(cluster, List.copyOf(datasets.values()));
  }

  private static Path path(DatasetPath dataset) {
    return new Path(dataset.path());
  }
}
