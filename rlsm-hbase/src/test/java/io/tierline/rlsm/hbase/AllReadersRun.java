/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Lives one life of a table, and shortens one in which a reader was wrong. */
final class AllReadersRun {

  private static final AtomicInteger RUNS = new AtomicInteger();
  private static final Configuration SITE = LocalSite.inMemory();
  private static final int SHRINKING_RUNS = Integer.getInteger("rlsm.shrink", 300);

  private final Coverage coverage;

  AllReadersRun(Coverage coverage) {
    this.coverage = coverage;
  }

  private record Failure(int at, Throwable what) {}

  /**
   * Runs a sequence.
   *
   * @return nothing if all was right, else a report with the shortest sequence found that goes
   *     wrong
   */
  Optional<String> run(AllReadersSteps made, int count) {
    TableDescriptor table = made.table();
    List<AllReadersStep> steps = made.steps(count);
    Failure first = attempt(table, made.logged(), steps, coverage);
    if (first == null) {
      return Optional.empty();
    }
    Failure failure = first;
    List<AllReadersStep> left = new ArrayList<>(steps.subList(0, failure.at() + 1));
    int runs = 0;
    boolean shorter = true;
    while (shorter && runs < SHRINKING_RUNS) {
      shorter = false;
      for (int chunk = Math.max(1, left.size() / 2); chunk > 0; chunk /= 2) {
        for (int from = 0; from + chunk < left.size() && runs < SHRINKING_RUNS; runs++) {
          List<AllReadersStep> fewer = new ArrayList<>(left);
          fewer.subList(from, from + chunk).clear();
          Failure again = attempt(table, made.logged(), fewer, new Coverage());
          if (again == null) {
            from += chunk;
          } else {
            failure = again;
            left = new ArrayList<>(fewer.subList(0, again.at() + 1));
            shorter = true;
          }
        }
      }
    }
    return Optional.of(report(made, table, first, failure, left));
  }

  private static String report(
      AllReadersSteps made,
      TableDescriptor table,
      Failure first,
      Failure last,
      List<AllReadersStep> left) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    out.println(made + "\n" + table.getValues());
    out.println("step " + first.at() + ": " + first.what());
    out.println("of " + left.size() + " steps: ");
    last.what().printStackTrace(out);
    left.subList(Math.max(0, left.size() - 200), left.size())
        .forEach(step -> out.println("  " + step));
    return text.toString();
  }

  private static Failure attempt(
      TableDescriptor table, boolean logged, List<AllReadersStep> steps, Coverage coverage) {
    Path directory = Path.of("/readers-" + RUNS.incrementAndGet());
    AtomicLong clock = new AtomicLong(steps.get(0).at());
    RunClock.set(clock);
    WithoutDefaults.install();
    int at = 0;
    try (AllReadersLife life = new AllReadersLife(directory, table, logged, SITE, coverage)) {
      for (; at < steps.size(); at++) {
        clock.set(steps.get(at).at());
        steps.get(at).action().on(life);
      }
      life.end();
      return null;
    } catch (IOException | RuntimeException | AssertionError e) {
      return new Failure(Math.min(at, steps.size() - 1), e);
    } finally {
      RunClock.remove();
    }
  }
}
