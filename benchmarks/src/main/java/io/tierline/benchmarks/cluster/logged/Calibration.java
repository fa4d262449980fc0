/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.logged;

import io.tierline.benchmarks.cluster.hdfs.Contender;
import io.tierline.benchmarks.cluster.logged.DemoLog.Key;
import io.tierline.benchmarks.cluster.logged.DemoLog.Scene;
import io.tierline.cli.report.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The simulator held against the demo. Four numbers are fitted to four of one contender, stock HDFS
 * with nothing beside the chain: what its three jobs took, and what the last of them waited for
 * disks. Everything else is foretold.
 */
public final class Calibration {
  private static final int ROUNDS = 60;

  /** Of what a round is off, so much is taken back in the next. */
  private static final double STEP = 0.5;

  /** TeraSort's containers, on the cores that there are. */
  private static final double CONTAINERS = 11;

  private static final double MIB = 1 << 20;
  private static final int ROW_BYTES = 100;
  private static final String STOCK = "stock";

  private final DemoLog log;
  private final long seed;
  private final int seeds;
  private final Fitted fitted;

  /**
   * Seconds that the demo took and that the simulator says.
   *
   * @param job "chain" for all of them together
   * @param isFitted whether the simulator was fitted to it
   */
  public record Line(
      String scene,
      String contender,
      String job,
      Spread measured,
      Spread simulated,
      boolean isFitted) {
    /** How far the median of what is simulated is off, as a share of the measured one. */
    public double error() {
      return simulated.median() / measured.median() - 1;
    }
  }

  /**
   * Fits the simulator to logs.
   *
   * @param seed the first
   * @param seeds how many runs are simulated for each that is compared
   */
  public Calibration(DemoLog log, long seed, int seeds) {
    this.log = log;
    this.seed = seed;
    this.seeds = seeds;
    this.fitted = fit();
  }

  private Fitted fit() {
    Key generated = key(Scene.ALONE, STOCK, DemoChain.JOBS.get(0));
    Key sorted = key(Scene.ALONE, STOCK, DemoChain.JOBS.get(1));
    Key validated = key(Scene.ALONE, STOCK, DemoChain.JOBS.get(2));
    double mib = log.rows(Scene.ALONE) * ROW_BYTES / MIB;
    Fitted now = Fitted.FIRST;
    for (int i = 0; i < ROUNDS; i++) {
      Map<String, List<Double>> said = simulate(Scene.ALONE, STOCK, now);
      double waits = mean(said.get(validated.job())) - now.start() - now.containerSeconds();
      double disk = mib / now.diskMib() + STEP * (log.waited(validated) - waits);
      now =
          new Fitted(
              now.generatorStart() + STEP * off(generated, said),
              now.start() + STEP * off(validated, said),
              now.containerSeconds() + STEP * off(sorted, said) * log.cores() / CONTAINERS,
              mib / Math.max(disk, mib / MIB));
    }
    return now;
  }

  private double off(Key key, Map<String, List<Double>> said) {
    return Spread.of(log.seconds(key)).median() - mean(said.get(key.job()));
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  private static Key key(Scene scene, String contender, String job) {
    return new Key(scene, contender, job);
  }

  private Map<String, List<Double>> simulate(Scene scene, String contender, Fitted with) {
    Map<String, List<Double>> all = new LinkedHashMap<>();
    Contender.Maker maker = DemoChain.maker(contender, log.fastReplicas(scene, contender));
    for (int i = 0; i < seeds; i++) {
      DemoChain.run(log, scene, with, maker, seed + i)
          .forEach((job, took) -> all.computeIfAbsent(job, name -> new ArrayList<>()).add(took));
    }
    return all;
  }

  /** What was fitted, by what it is and its unit. */
  public Map<String, Double> fitted() {
    Map<String, Double> all = new LinkedHashMap<>();
    all.put("start_of_generator_seconds", fitted.generatorStart());
    all.put("start_of_job_seconds", fitted.start());
    all.put("container_core_seconds", fitted.containerSeconds());
    all.put("disk_mib_per_second", fitted.diskMib());
    return all;
  }

  /** Each job of each contender that the logs have and the simulator knows, and their sums. */
  public List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (Scene scene : Scene.values()) {
      for (String contender : DemoChain.CONTENDERS) {
        if (log.hasChain(scene, contender)) {
          lines.addAll(lines(scene, contender));
        }
      }
    }
    return lines;
  }

  private List<Line> lines(Scene scene, String contender) {
    Map<String, List<Double>> said = simulate(scene, contender, fitted);
    List<Line> lines = new ArrayList<>();
    List<List<Double>> measured = new ArrayList<>();
    List<List<Double>> simulated = new ArrayList<>();
    boolean isFitted = scene == Scene.ALONE && contender.equals(STOCK);
    for (String job : DemoChain.JOBS) {
      measured.add(log.seconds(key(scene, contender, job)));
      simulated.add(said.get(job));
      lines.add(line(scene, contender, job, measured.get(measured.size() - 1), said.get(job)));
    }
    lines.add(line(scene, contender, "chain", sums(measured), sums(simulated)));
    return isFitted ? lines.stream().map(Calibration::fittedLine).toList() : lines;
  }

  private static Line line(
      Scene scene, String contender, String job, List<Double> measured, List<Double> simulated) {
    return new Line(
        scene.name().toLowerCase(Locale.ROOT),
        contender,
        job,
        Spread.of(measured),
        Spread.of(simulated),
        false);
  }

  private static Line fittedLine(Line line) {
    return new Line(
        line.scene(), line.contender(), line.job(), line.measured(), line.simulated(), true);
  }

  /** Of all jobs, run by run. */
  private static List<Double> sums(List<List<Double>> jobs) {
    int runs = jobs.stream().mapToInt(List::size).min().orElse(0);
    List<Double> sums = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      int run = i;
      sums.add(jobs.stream().mapToDouble(job -> job.get(run)).sum());
    }
    return sums;
  }
}
