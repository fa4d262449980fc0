/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class HadoopJobTest {
  @Test
  void keysAreTheNamesOfTheGeneratedWorkloads() {
    List<String> keys = Arrays.stream(HadoopJob.values()).map(HadoopJob::key).toList();

    assertThat(keys)
        .contains("grep", "random-text-writer", "sort", "terasort", "wordcount", "word-std-dev");
  }

  @Test
  void inputIsWrittenBeforeItIsRead() {
    assertThat(HadoopJob.RANDOM_TEXT_WRITER).isLessThan(HadoopJob.GREP);
    assertThat(HadoopJob.RANDOM_TEXT_WRITER).isLessThan(HadoopJob.SORT);
    assertThat(HadoopJob.TERAGEN).isLessThan(HadoopJob.TERASORT);
  }

  @Test
  void recordingNeedsACommandToCall() {
    int status =
        new CommandLine(new RecordHadoopJobs())
            .setErr(new PrintWriter(Writer.nullWriter()))
            .execute();

    assertThat(status).isEqualTo(CommandLine.ExitCode.USAGE);
  }
}
