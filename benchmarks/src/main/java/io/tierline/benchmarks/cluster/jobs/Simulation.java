/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import io.tierline.benchmarks.cluster.flow.Flows;
import io.tierline.benchmarks.cluster.flow.Resource;
import io.tierline.benchmarks.cluster.hdfs.Block;
import io.tierline.benchmarks.cluster.hdfs.Cluster;
import io.tierline.benchmarks.cluster.hdfs.Contender;
import io.tierline.benchmarks.cluster.hdfs.Dataset;
import io.tierline.benchmarks.cluster.hdfs.Hardware;
import io.tierline.benchmarks.cluster.hdfs.Node;
import io.tierline.ldm.foresight.OutputHistory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** One workload on one cluster with one way of placing data. */
public final class Simulation {
  private final Site site;
  private final Slots slots;
  private final List<RunningJob> ended = new ArrayList<>();
  private final Agenda agenda;
  private final boolean isTimed;

  /**
   * Ready to run, with YARN's defaults for locality.
   *
   * @param seed of all that is drawn; what was there before lies in the same places for every
   *     contender of a seed
   */
  public Simulation(Workload workload, Hardware hardware, Contender.Maker maker, long seed) {
    this(workload, hardware, Scheduling.DEFAULT, maker, seed, new OutputHistory());
  }

  /**
   * The same, with jobs that wait as long as that for nodes near their input.
   *
   * @param history what LDM has learned before
   */
  Simulation(
      Workload workload,
      Hardware hardware,
      Scheduling scheduling,
      Contender.Maker maker,
      long seed,
      OutputHistory history) {
    this(workload, hardware, scheduling, maker, seed, history, new Hosting());
  }

  private Simulation(
      Workload workload,
      Hardware hardware,
      Scheduling scheduling,
      Contender.Maker maker,
      long seed,
      OutputHistory history,
      Hosting hosting) {
    SplittableRandom random = new SplittableRandom(seed);
    Cluster cluster = new Cluster(hardware);
    site =
        new Site(
            new Flows(),
            cluster,
            maker.placement(cluster, random.split(), workload.lineage(history)),
            random.split(),
            hosting);
    slots = new Slots(site, scheduling, this::ended);
    workload.inputs().forEach(this::lay);
    isTimed = !workload.calendar().jobs().isEmpty();
    agenda =
        isTimed
            ? new Schedule(workload.calendar(), site, this::start)
            : new Phases(workload.phases(), spec -> start(spec, site.flows().now()));
  }

  /**
   * All nodes in one machine.
   *
   * @param seed of all that is drawn
   */
  public static Simulation inOneMachine(
      Workload workload, Hardware hardware, MachineSpec spec, Contender.Maker maker, long seed) {
    return new Simulation(
        workload,
        hardware,
        Scheduling.DEFAULT,
        maker,
        seed,
        new OutputHistory(),
        new OneMachine(spec));
  }

  /** The least time of all ways of a contender; empty where it has none. */
  public static Optional<Outcome> best(
      Workload workload, Hardware hardware, Scheduling scheduling, Contender contender, long seed) {
    Hardware own = contender.hardware(hardware);
    Outcome best = null;
    for (Contender.Maker maker : contender.ways(workload.shares(own))) {
      OutputHistory history = new OutputHistory();
      if (contender.hasRunBefore()) {
        new Simulation(workload, own, scheduling, maker, ~seed, history).run();
      }
      Outcome outcome = new Simulation(workload, own, scheduling, maker, seed, history).run();
      best = best == null || outcome.seconds() < best.seconds() ? outcome : best;
    }
    return Optional.ofNullable(best);
  }

  private void lay(String name, long bytes) {
    Dataset dataset = site.dataset(name);
    long block = site.hosting().blockBytes();
    long file = Math.max(block, bytes / site.cluster().nodes().size());
    for (long left = bytes; left > 0; left -= file) {
      List<Block> blocks = dataset.newFile();
      for (long rest = Math.min(file, left); rest > 0; rest -= block) {
        dataset.append(blocks, site.placement().existing(Math.min(rest, block)));
      }
    }
  }

  /** Runs it to its end. */
  public Outcome run() {
    agenda.begin();
    site.placement().begin(site.flows(), agenda::isOver);
    site.flows().run();
    Map<String, Double> jobs = new LinkedHashMap<>();
    ended.forEach(job -> jobs.put(job.spec().name(), job.seconds()));
    double end = ended.stream().mapToDouble(RunningJob::endedAt).max().orElse(0);
    return new Outcome(
        jobs,
        isTimed ? seconds(ended.stream()) : end,
        seconds(ended.stream().filter(job -> job.spec().isChained())),
        seconds(ended.stream().filter(job -> !job.spec().isChained())),
        site.traffic(),
        mean(node -> node.disks().stream().mapToDouble(Resource::busySeconds).sum())
            / site.cluster().hardware().disks()
            / end,
        mean(node -> node.ssd().busySeconds()) / end,
        site.cluster().ssdTaken(),
        slots.mostTaken(),
        site.flows().events());
  }

  private static double seconds(Stream<RunningJob> jobs) {
    return jobs.mapToDouble(RunningJob::seconds).sum();
  }

  private double mean(ToDoubleFunction<Node> figure) {
    return site.cluster().nodes().stream().mapToDouble(figure).average().orElse(0);
  }

  /** The datasets as they are, by name. */
  public Map<String, Dataset> datasets() {
    return site.datasets();
  }

  /** The nodes and their devices. */
  public Cluster cluster() {
    return site.cluster();
  }

  private void start(JobSpec spec, double nominal) {
    site.hosting().submitted(spec, site, () -> slots.submit(new RunningJob(spec, site, nominal)));
  }

  private void ended(RunningJob job) {
    ended.add(job);
    site.placement().finished(job.spec().name());
    site.hosting().ended(job.spec());
    agenda.ended(job.spec());
  }
}
