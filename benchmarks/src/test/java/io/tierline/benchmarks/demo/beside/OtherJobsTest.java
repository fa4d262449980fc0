/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo.beside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class OtherJobsTest {
  @TempDir private java.nio.file.Path directory;

  private FileSystem files() throws IOException {
    Configuration conf = new Configuration(false);
    conf.set("fs.viewfs.mounttable.here.link./data", directory.toUri().toString());
    return FileSystem.newInstance(URI.create("viewfs://here/"), conf);
  }

  private static List<String> run(OtherJobs jobs, int phase) throws IOException {
    OtherJobs.Running running = jobs.start(phase);
    List<OtherRun> runs = running.end();
    assertThat(runs).allMatch(run -> run.phase() == phase);
    return runs.stream().map(OtherRun::name).toList();
  }

  @Test
  void phasesAreTheSources() throws IOException {
    try (FileSystem files = files();
        OtherJobs jobs = OtherJobs.prepare(files, 400_000)) {
      assertThat(run(jobs, 0)).containsExactly("WordStdDev1", "WordMedian", "WordMean");
      assertThat(run(jobs, 1))
          .containsExactly("WordStdDev1", "WordStdDev2", "WordMean", "WordStdDev3");
      assertThat(run(jobs, 2)).containsExactly("WordStdDev2", "RandomTextWriter", "RandomWriter");
      assertThat(run(jobs, 3)).isEmpty();
      assertThat(files.getContentSummary(new Path("/data/other/words")).getLength())
          .isEqualTo(400_000);
    }
  }

  @Test
  @Timeout(60)
  void jobsBeginAnewUntilTheyAreEnded() throws IOException {
    try (FileSystem files = files();
        OtherJobs jobs = OtherJobs.prepare(files, 400_000)) {
      OtherJobs.Running running = jobs.start(2);
      while (running.runs().stream().anyMatch(run -> run.bytes() < 3 * 400_000)) {
        Thread.onSpinWait();
      }
      assertThat(running.end()).hasSize(3).allMatch(run -> run.bytes() >= 3 * 400_000);
      assertThat(files.getContentSummary(new Path("/data/other/written")).getLength())
          .as("two jobs, half as much as the text each, written again in its place")
          .isLessThanOrEqualTo(400_000);
    }
  }

  @Test
  void aJobThatFailsIsAnError() throws IOException {
    try (FileSystem files = files();
        OtherJobs jobs = OtherJobs.prepare(files, 4_000)) {
      files.delete(new Path("/data/other/words"), true);
      OtherJobs.Running phase = jobs.start(0);
      assertThatThrownBy(phase::end).isInstanceOf(IOException.class).hasMessageContaining("failed");
    }
  }
}
