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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Applies one sequence of operations to a table of the stock engine and to one of RLSM: whatever
 * the operations return must be the same, cell by cell.
 */
final class MetamorphicRun {

  private static final AtomicInteger RUNS = new AtomicInteger();

  /** A run of a failing sequence with a part left out takes as long as the run itself. */
  private static final int SHRINKING_RUNS = Integer.getInteger("rlsm.shrink", 40);

  private static final Set<String> CHANGING_FILES =
      Set.of("compact", "idle", "flush", "crash", "split", "merge", "bulk", "alter", "finish");

  /** What is done only where it can be, and has an answer then. */
  private static final Set<String> PERHAPS = Set.of("split", "merge");

  private static final Configuration SITE = LocalSite.inMemory();

  private static final String READS = "(?s)(scan of|get|open|advance) .*";

  /** In the place of an answer that the stock engine does not give. */
  private static final Object FAILED = new Object();

  private final Coverage coverage;

  MetamorphicRun(Coverage coverage) {
    this.coverage = coverage;
  }

  /**
   * Runs a sequence.
   *
   * @return nothing if both engines agree, else a report with the shortest sequence found that
   *     still makes them differ
   */
  Optional<String> run(OpGenerator generator, int count) {
    TableDescriptor table = generator.table();
    List<Op> ops = generator.ops(count);
    Failure failure = attempt(table, generator.logged(), ops);
    if (failure == null) {
      return Optional.empty();
    }
    Failure first = failure;
    List<Op> left = new ArrayList<>(ops.subList(0, failure.at() + 1));
    int runs = 0;
    for (int chunk = left.size() / 2; chunk > 0 && runs < SHRINKING_RUNS; chunk /= 2) {
      for (int from = 0; from + chunk < left.size() && runs < SHRINKING_RUNS; runs++) {
        List<Op> fewer = new ArrayList<>(left);
        fewer.subList(from, from + chunk).clear();
        Failure again = attempt(table, generator.logged(), fewer);
        if (again == null) {
          from += chunk;
        } else {
          failure = again;
          left = new ArrayList<>(fewer.subList(0, again.at() + 1));
        }
      }
    }
    return Optional.of(report(generator, first, failure, left));
  }

  private static String report(OpGenerator generator, Failure first, Failure last, List<Op> left) {
    StringBuilder text = new StringBuilder();
    text.append(generator).append("\noperation ").append(first.at()).append(": ");
    text.append(first.what()).append("\nof ").append(left.size()).append(" operations: ");
    text.append(last.what()).append('\n');
    if (left.size() <= 200) {
      left.forEach(op -> text.append("  ").append(op).append('\n'));
    } else {
      text.append("  ").append(left.get(left.size() - 1)).append('\n');
    }
    return text.toString();
  }

  record Failure(int at, String what) {}

  Failure attempt(TableDescriptor table, boolean logged, List<Op> ops) {
    Path directory = Path.of("/run-" + RUNS.incrementAndGet());
    AtomicLong clock = new AtomicLong(ops.get(0).at());
    RunClock.set(clock);
    WithoutDefaults.install();
    int at = 0;
    try (LocalTable stock =
            new LocalTable(directory.resolve("stock/t"), table, logged, SITE).create();
        LocalTable rlsm =
            new LocalTable(
                    directory.resolve("rlsm/t"),
                    LocalTable.withEngine(table, RlsmStoreEngine.class),
                    logged,
                    SITE)
                .create()) {
      for (; at < ops.size(); at++) {
        Op op = ops.get(at);
        clock.set(op.at());
        Object expected = answer(op, stock);
        Object actual = expected == FAILED ? answer(op, rlsm) : op.action().on(rlsm);
        if (expected == FAILED) {
          coverage.count("stock failed");
          stock.release();
          rlsm.release();
        } else if (expected == null ? actual != null : !expected.equals(actual)) {
          return new Failure(at, op + "\n  " + Cells.difference(expected, actual));
        }
        observe(op, actual, rlsm);
      }
      end(stock, rlsm);
      coverage.count("flushes", rlsm.flushes());
      coverage.count("compactions", rlsm.compactions().done());
      return null;
    } catch (IOException | RuntimeException | AssertionError e) {
      java.io.StringWriter trace = new java.io.StringWriter();
      e.printStackTrace(new java.io.PrintWriter(trace));
      String what = at < ops.size() ? ops.get(at).toString() : "the end";
      return new Failure(Math.min(at, ops.size() - 1), what + "\n  " + trace);
    } finally {
      RunClock.remove();
    }
  }

  /**
   * What a table answers. HBase asserts that a scanner goes forward, and at times that fails with
   * the stock engine when single columns are asked for: such a read says nothing.
   */
  private static Object answer(Op op, LocalTable table) throws IOException {
    try {
      return op.action().on(table);
    } catch (AssertionError e) {
      if (op.text().matches(READS)
          && String.valueOf(e.getMessage()).contains(" followed by a smaller key ")) {
        return FAILED;
      }
      throw e;
    }
  }

  private void observe(Op op, Object answer, LocalTable rlsm) {
    String what = op.text().substring(0, (op.text() + ' ').indexOf(' '));
    boolean done = answer != null || !PERHAPS.contains(what);
    coverage.count(done ? what : what + " in vain");
    coverage.max("most at once", rlsm.compactions().underWay());
    if (done && CHANGING_FILES.contains(what)) {
      rlsm.states().forEach(state -> coverage.layout(state.layout()));
      coverage.max("most regions", rlsm.regions().size());
    }
  }

  /** Both tables are the same in the end, also when nothing but live cells is left. */
  private static void end(LocalTable stock, LocalTable rlsm) throws IOException {
    same("in the end", stock.scanAll(), rlsm.scanAll());
    for (LocalTable table : List.of(stock, rlsm)) {
      table.flush();
      table.compactAll();
      table.discharge();
    }
    same("after a major compaction", stock.scanAll(), rlsm.scanAll());
    if (!rlsm.strayFiles().isEmpty()) {
      throw new AssertionError("files that belong to nothing: " + rlsm.strayFiles());
    }
  }

  private static void same(String when, Cells expected, Cells actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError(when + ": " + Cells.difference(expected, actual));
    }
  }
}
