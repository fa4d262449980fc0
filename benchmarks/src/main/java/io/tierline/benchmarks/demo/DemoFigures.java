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
import io.tierline.cli.report.Figures;
import io.tierline.testing.devices.DeviceUse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.StorageType;

/** The demo's figures: one result per contender and job, dataset, and run as a whole. */
final class DemoFigures {
  private DemoFigures() {}

  static Figures of(DemoReport report) {
    DemoSettings settings = report.settings();
    Figures figures =
        Figures.of("demo")
            .parameter("rows", settings.rows())
            .parameter("replication", ChainRun.REPLICATION)
            .parameter("rows_beside", settings.rows(Scene.BESIDE))
            .parameter("ratio_beside", settings.ratio())
            .parameter("block_bytes", settings.blockBytes(Scene.ALONE))
            .parameter("repeats", settings.repeats())
            .parameter("devices", devices(settings))
            .parameter("contenders", settings.contenders().stream().map(Contender::key).toList());
    for (int i = 0; i < report.runs().size(); i++) {
      RunResult run = report.runs().get(i);
      int repeat = 1 + i / settings.turns().size();
      run.jobs().forEach(job -> figures.result(of(repeat, job(run, job))));
      run.beside()
          .ifPresent(
              beside -> beside.jobs().forEach(job -> figures.result(of(repeat, other(run, job)))));
      run.datasets().forEach(dataset -> figures.result(of(repeat, dataset(run, dataset))));
      figures.result(of(repeat, whole(run)));
    }
    report.checks().forEach(check -> figures.result(check(check)));
    return figures;
  }

  /** What the volumes lie on, in words. */
  static String devices(DemoSettings settings) {
    return settings.emulated()
        ? String.format(
            Locale.ROOT,
            "emulated: %s and %s at %s of their speed",
            DemoSettings.DISK_MODEL,
            DemoSettings.SSD_MODEL,
            DemoSettings.TIME_SCALE)
        : "one real disk";
  }

  private static Map<String, Object> of(int repeat, Map<String, Object> figures) {
    figures.put("repeat", repeat);
    return figures;
  }

  private static Map<String, Object> named(RunResult run) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("scene", run.scene().key());
    figures.put("contender", run.contender().key());
    figures.put("workload", "terasort-chain");
    return figures;
  }

  static Map<String, Object> job(RunResult run, JobRun job) {
    Map<String, Object> figures = named(run);
    figures.put("job", job.name());
    figures.put("seconds", job.seconds());
    figures.put("seconds_starting", job.time().starting());
    figures.put("seconds_waiting_for_devices", job.time().waiting());
    figures.put("seconds_computing", job.time().computing());
    figures.put("task_seconds_waiting_to_read", job.time().reading());
    figures.put("task_seconds_waiting_to_write", job.time().writing());
    figures.put("disks_busy_fraction", job.time().disksBusy());
    figures.put("disks_positioning_fraction", job.time().positioning());
    figures.put("disk_bytes", job.time().diskBytes());
    for (StorageType tier : tiers(job.inputBytes().keySet(), job.otherBytes().keySet())) {
      String name = tier.name().toLowerCase(Locale.ROOT);
      figures.put("map_input_bytes_read_" + name, job.inputBytes(tier));
      figures.put("other_bytes_read_" + name, job.otherBytes(tier));
      figures.put("bytes_read_" + name, job.inputBytes(tier) + job.otherBytes(tier));
    }
    if (job.totalInputBytes() > 0) {
      figures.put("ssd_read_fraction", job.ssdReadFraction());
    }
    figures.put("fsck_clean", job.fsckClean());
    return figures;
  }

  private static Map<String, Object> other(RunResult run, OtherRun job) {
    Map<String, Object> figures = named(run);
    figures.put("other_job", job.name());
    figures.put("phase", job.phase() + 1);
    figures.put("bytes", job.bytes());
    return figures;
  }

  static Map<String, Object> dataset(RunResult run, DatasetState dataset) {
    Map<String, Object> figures = named(run);
    figures.put("dataset", dataset.path().path());
    figures.put("name", dataset.name());
    figures.put("readers", dataset.readers());
    figures.put("blocks", dataset.census().blocks().size());
    figures.put("bytes", dataset.census().bytes());
    for (StorageType tier : tiers(dataset.census().replicasPerTier().keySet(), Set.of())) {
      figures.put("replicas_" + tier.name().toLowerCase(Locale.ROOT), dataset.on(tier));
    }
    return figures;
  }

  private static Map<String, Object> whole(RunResult run) {
    Map<String, Object> figures = named(run);
    figures.put("seconds", run.seconds());
    figures.put("checksum", run.validation().checksum());
    figures.put("validation_errors", run.validation().errors().size());
    if (!run.devices().isEmpty()) {
      figures.put("emulation_late_fraction", run.lateShare());
      for (StorageType type : List.of(StorageType.DISK, StorageType.SSD)) {
        String on = "_" + type.name().toLowerCase(Locale.ROOT);
        figures.put("device_bytes_read" + on, run.devicesSum(type, DeviceUse::bytesRead));
        figures.put("device_bytes_written" + on, run.devicesSum(type, DeviceUse::bytesWritten));
        figures.put("device_mb_per_busy_second" + on, run.megabytesPerBusySecond(type));
      }
    }
    run.beside()
        .ifPresent(
            beside -> {
              figures.put("other_jobs_mb_per_second", run.besideMegabytesPerSecond());
              figures.put("read_cache_bytes", beside.cacheHitBytes());
            });
    run.mover()
        .ifPresent(
            mover -> {
              figures.put("blocks_changed_by_mover", mover.changedBlocks());
              figures.put("blocks_with_spare_taken_by_mover", mover.spareTaken());
            });
    if (!run.counters().isEmpty()) {
      figures.put("counters", run.counters());
    }
    return figures;
  }

  private static Map<String, Object> check(Check check) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("contender", check.contender());
    figures.put("check", check.promise());
    figures.put("passed", check.passed());
    figures.put("observed", check.observed());
    return figures;
  }

  /** SSD and DISK always, so that a 0 is written as such, and any other tier seen. */
  private static Set<StorageType> tiers(Set<StorageType> seen, Set<StorageType> alsoSeen) {
    Set<StorageType> tiers = new TreeSet<>(Set.of(StorageType.SSD, StorageType.DISK));
    tiers.addAll(seen);
    tiers.addAll(alsoSeen);
    return tiers;
  }
}
