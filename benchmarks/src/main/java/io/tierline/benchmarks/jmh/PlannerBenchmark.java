/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.plan.CompactionPlanner;
import io.tierline.rlsm.plan.Plan;
import io.tierline.rlsm.plan.PlannerSettings;
import io.tierline.rlsm.plan.Situation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to choose what to compact? The layout is made once for each flush and
 * compaction, the plan each time that HBase asks for one. The store is a {@link SampleStore}.
 *
 * <pre>./tierline jmh PlannerBenchmark</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms512m", "-Xmx512m"})
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@State(Scope.Thread)
public class PlannerBenchmark {
  private static final long FLUSH_BYTES = 128L << 20;
  private static final double SPACE_WITHOUT_END = 1e9;

  /** Files of the store. */
  @Param({"50", "200", "1000"})
  int files;

  /** What there is to do. */
  @Param Work work;

  private List<FileMeta> metas;
  private Layout layout;
  private CompactionPlanner planner;
  private Situation situation;

  /** Makes the files and checks that the plan is the one meant. */
  @Setup
  public void make() {
    SampleStore store =
        new SampleStore(files, work == Work.RUN ? Math.min(48, files / 2) : Work.FEW_FLUSHES);
    metas = store.files();
    layout = Layout.of(metas);
    PlannerSettings defaults = PlannerSettings.defaults(FLUSH_BYTES);
    planner =
        new CompactionPlanner(
            new PlannerSettings(
                defaults.partitionBytes(),
                defaults.partitionBytesMin(),
                defaults.partitions(),
                defaults.slicesMax(),
                defaults.runFilesMin(),
                defaults.runFilesMax(),
                defaults.idleSources(),
                defaults.idleSpace(),
                // These files have no samples: everything might be superseded.
                SPACE_WITHOUT_END,
                defaults.blockingSpace(),
                defaults.versions(),
                false));
    long debt = work == Work.FOLD ? Long.MAX_VALUE : 0;
    situation = new Situation(Set.of(), false, false, partition -> debt);
    Optional<Plan.Kind> kind = plan().map(Plan::kind);
    if (!kind.equals(work.kind)) {
      throw new AssertionError(kind + " is planned instead of " + work.kind);
    }
  }

  /** Which files are linked where. */
  @Benchmark
  public Layout layout() {
    return Layout.of(metas);
  }

  /** The victims. */
  @Benchmark
  public Optional<Plan> plan() {
    return planner.plan(layout, situation);
  }

  /** What there is to do. */
  public enum Work {
    /** Level 0 is full: its flushes become a run. */
    RUN(Optional.of(Plan.Kind.RUN)),
    /** All partitions have been paid for by scans: the worst is folded and cut. */
    FOLD(Optional.of(Plan.Kind.FOLD)),
    /** Nothing, which takes a look at everything. */
    NOTHING(Optional.empty());

    /** Fewer than make a run. */
    static final int FEW_FLUSHES = 5;

    private final Optional<Plan.Kind> kind;

    Work(Optional<Plan.Kind> kind) {
      this.kind = kind;
    }
  }
}
