/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.cli.report.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * How long the jobs took, over all repeats.
 *
 * @param runs of all contenders in one scene
 */
record ChainTimes(List<RunResult> runs) {
  private static final int PERCENT = 100;

  ChainTimes {
    runs = List.copyOf(runs);
  }

  /** The contenders that ran, in their order. */
  List<Contender> contenders() {
    return runs.stream().map(RunResult::contender).distinct().toList();
  }

  /** Seconds of all jobs together. */
  Spread chain(Contender contender) {
    return over(contender, RunResult::seconds);
  }

  /** Seconds of the job with that name. */
  Spread job(Contender contender, String name) {
    return over(
        contender,
        run ->
            run.jobs().stream()
                .filter(job -> job.name().equals(name))
                .mapToDouble(JobRun::seconds)
                .sum());
  }

  /** MB that the jobs beside the chain read and wrote in a second of it. */
  Spread others(Contender contender) {
    return over(contender, RunResult::besideMegabytesPerSecond);
  }

  private Spread over(Contender contender, ToDoubleFunction<RunResult> figure) {
    return Spread.of(
        runs.stream()
            .filter(run -> run.contender() == contender)
            .map(run -> figure.applyAsDouble(run))
            .toList());
  }

  /** Median seconds that a contender saved of another's, as a share of these; NaN: not both ran. */
  double saved(Contender contender, Contender against) {
    return 1 - chain(contender).median() / chain(against).median();
  }

  /** What was gained and against what, in one sentence; nothing if there is nothing to compare. */
  Optional<String> sentence() {
    List<Contender> ran = contenders();
    if (ran.size() < 2) {
      return Optional.empty();
    }
    Contender first = ran.get(0);
    Contender last = ran.get(ran.size() - 1);
    StringBuilder text =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%s took %.0f s under %s, %s under %s",
                runs.get(0).scene().subject(),
                chain(last).median(),
                last.title(),
                difference(last, first),
                first.title()));
    for (Contender other : ran.subList(1, ran.size() - 1)) {
      text.append(
          String.format(Locale.ROOT, ", %s under %s", difference(last, other), other.title()));
    }
    return Optional.of(text.append('.').toString());
  }

  /** What the other jobs got done meanwhile; nothing if there were none. */
  Optional<String> meanwhile() {
    if (runs.stream().allMatch(run -> run.beside().isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        contenders().stream()
            .map(
                contender ->
                    String.format(
                        Locale.ROOT,
                        "%.0f MB/s under %s",
                        others(contender).median(),
                        contender.title()))
            .collect(Collectors.joining(", ", "Meanwhile the other jobs moved ", ".")));
  }

  private String difference(Contender contender, Contender against) {
    double saved = saved(contender, against);
    return String.format(
        Locale.ROOT,
        "%.0f %% %s than the %.0f s",
        PERCENT * Math.abs(saved),
        saved >= 0 ? "less" : "more",
        chain(against).median());
  }
}
