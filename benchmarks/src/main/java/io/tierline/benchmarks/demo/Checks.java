/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.testing.cluster.ReplicaCensus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.StorageType;

/** Holds the results against what the demo promises. */
final class Checks {
  /** The least share of map input bytes that must come from SSD under LDM. */
  static final double SSD_SHARE = 0.95;

  /** The most that emulated devices may be off their models. */
  static final double LATE_SHARE = 0.10;

  private final List<Check> checks = new ArrayList<>();

  private Checks() {}

  /** The checks of all runs, those of each run together. */
  static List<Check> of(List<RunResult> runs) {
    Checks checks = new Checks();
    for (RunResult run : runs) {
      checks.validated(run);
      checks.replicated(run);
      if (run.contender().hasLdm() && run.scene() == Scene.ALONE) {
        String key = run.title();
        run.datasets().forEach(dataset -> checks.placedAsPlanned(key, dataset));
        run.jobs().stream()
            .filter(job -> job.totalInputBytes() > 0)
            .forEach(job -> checks.readFromSsd(key, job));
      }
      if (!run.devices().isEmpty()) {
        checks.emulated(run);
      }
      run.mover()
          .ifPresent(
              mover ->
                  checks.add(
                      run.contender().key(),
                      mover.changedBlocks() == 0 && mover.controlMoved(),
                      "Hadoop's Mover leaves every block as its readers ask for it",
                      mover.changedBlocks()
                          + " of "
                          + blocks(run)
                          + " blocks changed, "
                          + mover.spareTaken()
                          + " gave up replicas in spare room, control file "
                          + (mover.controlMoved() ? "moved" : "not moved")));
    }
    checks.moreThanByHand(runs.stream().filter(run -> run.scene() == Scene.ALONE).toList());
    for (Scene scene : Scene.values()) {
      checks.sameData(scene, runs.stream().filter(run -> run.scene() == scene).toList());
    }
    return checks.oncePromised();
  }

  /** A promise that was checked in several repeats stands once: as it was broken, if it was. */
  private List<Check> oncePromised() {
    Map<String, Check> once = new LinkedHashMap<>();
    checks.forEach(
        check -> once.merge(check.title(), check, (first, next) -> first.passed() ? next : first));
    return List.copyOf(once.values());
  }

  private void emulated(RunResult run) {
    add(
        run.title(),
        run.lateShare() <= LATE_SHARE,
        String.format(
            Locale.ROOT, "emulated disks are at most %.0f %% off their model", 100 * LATE_SHARE),
        String.format(
            Locale.ROOT,
            "%.1f %%%s",
            100 * run.lateShare(),
            run.lateShare() <= LATE_SHARE ? "" : ": the machine was too busy, times say nothing"));
  }

  private void validated(RunResult run) {
    Validation validation = run.validation();
    boolean same = validation.checksum().equals(run.inputChecksum());
    add(
        run.title(),
        validation.errors().isEmpty() && same,
        "TeraValidate finds the rows sorted and complete",
        validation.errors().size()
            + " errors, checksum "
            + validation.checksum()
            + (same ? " equal to the input's" : ", but the input's is " + run.inputChecksum()));
  }

  private void replicated(RunResult run) {
    long wrong =
        run.datasets().stream()
            .map(DatasetState::census)
            .map(ReplicaCensus::blocks)
            .flatMap(List::stream)
            .filter(block -> block.replicas().size() != ChainRun.REPLICATION || block.racks() != 2)
            .count();
    add(
        run.title(),
        wrong == 0 && run.fsckClean(),
        "every block has "
            + ChainRun.REPLICATION
            + " replicas on 2 racks and fsck is clean after each job",
        wrong
            + " of "
            + blocks(run)
            + " blocks differ, fsck "
            + (run.fsckClean() ? "clean" : "not clean"));
  }

  private void placedAsPlanned(String contender, DatasetState dataset) {
    int onSsd = dataset.plannedOnSsd(ChainRun.REPLICATION);
    long off = dataset.blocksOffPlan(onSsd, ChainRun.REPLICATION);
    int blocks = dataset.census().blocks().size();
    String each =
        String.format(
            "%s (R = %d): %d SSD + %d DISK for every block",
            dataset.name(), dataset.readers(), onSsd, ChainRun.REPLICATION - onSsd);
    add(
        contender,
        off == 0 && blocks > 0,
        onSsd == 0 ? each : each + ", or more on SSD in spare room",
        (blocks - off) + " of " + blocks + " blocks");
  }

  private void readFromSsd(String contender, JobRun job) {
    add(
        contender,
        job.ssdReadFraction() >= SSD_SHARE,
        String.format(
            Locale.ROOT,
            "at least %.0f %% of %s's map input from SSD",
            100 * SSD_SHARE,
            job.name()),
        String.format(
            Locale.ROOT,
            "%.1f %% of %,d bytes",
            100 * job.ssdReadFraction(),
            job.inputBytes(StorageType.SSD) + job.inputBytes(StorageType.DISK)));
  }

  /** The policy alone places a fast replica, which a reader may find by chance. */
  private void moreThanByHand(List<RunResult> runs) {
    Optional<RunResult> byHand = of(Contender.ONE_SSD, runs);
    Optional<RunResult> ldm = of(Contender.LDM, runs);
    if (byHand.isPresent() && ldm.isPresent()) {
      double share = ldm.get().ssdReadFraction();
      double other = byHand.get().ssdReadFraction();
      add(
          Contender.LDM.key(),
          share >= Math.min(other, SSD_SHARE),
          "no less of the map input from SSD than with ONE_SSD set by hand",
          PageTables.percent(share) + " against " + PageTables.percent(other));
    }
  }

  private static Optional<RunResult> of(Contender contender, List<RunResult> runs) {
    return runs.stream().filter(run -> run.contender() == contender).findFirst();
  }

  /** Scenes have rows of their own. */
  private void sameData(Scene scene, List<RunResult> runs) {
    Set<String> checksums = new TreeSet<>();
    runs.forEach(run -> checksums.add(run.validation().checksum()));
    if (runs.size() > 1) {
      add(
          scene.title("all"),
          checksums.size() == 1,
          "the same rows were sorted",
          checksums.size() == 1 ? "equal checksums" : "checksums " + checksums);
    }
  }

  private static int blocks(RunResult run) {
    return run.datasets().stream().mapToInt(dataset -> dataset.census().blocks().size()).sum();
  }

  private void add(String contender, boolean passed, String promise, String observed) {
    checks.add(new Check(contender, passed, promise, observed));
  }
}
