/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.NameNodeProxies;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.PaperClient;

/**
 * A contender's NameNode and a stock one in one process, asked in turns for some milliseconds each
 * by one thread. What the machine does to one of them it does to the other: the collector, the
 * compilers, other work. The order is stock, contender, contender, stock, so that what drifts
 * cancels; the four together are a pair.
 *
 * <p>It is judged by the processor time of the thread that asks, which does the NameNode's work;
 * over the network others do, and it is judged by the clock. What LDM's own threads do is in
 * neither, and collections fall on both sides alike: for these there are the allocated bytes, and
 * the measure of throughput. Blocks are reported between the turns, and taken in by the NameNode
 * before the next.
 */
final class Pairs {
  private static final int FILES = 64;
  private static final String BASE = Datasets.ROOT;
  private static final int WARM_UP_PAIRS_MOST = 100;
  private static final int WARM_UP_ROUNDS_MOST = 80;

  /** Warm is a process whose compilers take less of the time. */
  private static final double COMPILING_MOST = 0.01;

  /** What the planted contender takes more of each operation than stock. */
  static final double PLANTED = 0.03;

  private static final double NANOS_PER_MILLI = 1e6;

  private final Settings settings;
  private final Side stock;
  private final Side other;
  private final PairFigures creates;
  private final PairFigures addBlocks;

  /** A NameNode and who asks it. */
  private final class Side {
    private final PaperClient client;

    Side(ServedNameNode served, Contender contender) throws IOException {
      this.client =
          new PaperClient(
              served.nameNode(),
              served.dataNodes(),
              asked(served.nameNode()),
              number -> path(number, contender),
              FILES);
    }

    private ClientProtocol asked(NameNode nameNode) throws IOException {
      if (!settings.rpc()) {
        return nameNode.getRpcServer();
      }
      URI uri = DFSUtilClient.getNNUri(nameNode.getNameNodeAddress());
      return NameNodeProxies.createProxy(nameNode.getConf(), uri, ClientProtocol.class).getProxy();
    }
  }

  /** Some calls. */
  private interface Step {
    void run(PaperClient client) throws IOException;
  }

  private Pairs(Settings settings, ServedNameNode stock, ServedNameNode other) throws IOException {
    this.settings = settings;
    ToLongFunction<PairFigures.Time> judged =
        settings.rpc() ? PairFigures.Time::elapsedNanos : PairFigures.Time::cpuNanos;
    this.creates = new PairFigures(judged);
    this.addBlocks = new PairFigures(judged);
    this.stock = new Side(stock, Contender.STOCK);
    this.other = new Side(other, settings.contender());
  }

  private String path(int number, Contender contender) {
    Datasets datasets = new Datasets(settings.datasets());
    int filesOfEach = Math.max(1, settings.blocksPerDataset() / Throughput.BLOCKS_PER_FILE);
    // Files that are written side by side are of different datasets, as many as there are.
    int place = number / FILES / filesOfEach * FILES + number % FILES;
    return datasets.file(place, number, contender.managed());
  }

  static List<Map<String, Object>> measure(Settings settings)
      throws IOException, InterruptedException {
    // What lies first in the heap is a per cent quicker, or slower, for as long as the process is.
    boolean stockFirst = settings.repeat() % 2 == 1;
    try (ServedNameNode first = start(settings, stockFirst);
        ServedNameNode second = start(settings, !stockFirst)) {
      return new Pairs(settings, stockFirst ? first : second, stockFirst ? second : first).run();
    }
  }

  private static ServedNameNode start(Settings settings, boolean stock)
      throws IOException, InterruptedException {
    Path directory = Path.of(settings.directory());
    return stock
        ? ServedNameNode.start(
            Contender.STOCK, settings.datasets(), BASE, directory.resolve("stock"))
        : ServedNameNode.start(
            settings.contender(), settings.datasets(), BASE, directory.resolve("other"));
  }

  private List<Map<String, Object>> run() throws IOException, InterruptedException {
    int rounds = 0;
    double compiling;
    do {
      long start = System.nanoTime();
      long before = compilingMillis();
      pairs(Math.min(WARM_UP_PAIRS_MOST, settings.pairs()));
      compiling = (compilingMillis() - before) * NANOS_PER_MILLI / (System.nanoTime() - start);
      rounds++;
      if (settings.contender() == Contender.PLANTED) {
        PlantedPolicy.plant(Math.round(PLANTED * addBlocks.stockNanos()));
      }
      creates.clear();
      addBlocks.clear();
    } while (compiling > COMPILING_MOST && rounds < WARM_UP_ROUNDS_MOST);
    long start = System.nanoTime();
    long before = compilingMillis();
    pairs(settings.pairs());
    compiling = (compilingMillis() - before) * NANOS_PER_MILLI / (System.nanoTime() - start);
    List<Map<String, Object>> results = new ArrayList<>();
    results.add(creates.result(ContenderRun.result(settings, "paired_create")));
    results.add(addBlocks.result(ContenderRun.result(settings, "paired_add_block")));
    for (Map<String, Object> result : results) {
      result.put("warm_up_rounds", rounds);
      result.put("compiling_share", compiling);
    }
    return results;
  }

  private static long compilingMillis() {
    return ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
  }

  /** So many pairs of added blocks, with as many of created files as those need. */
  private void pairs(int count) throws IOException, InterruptedException {
    int done = 0;
    while (done < count) {
      stock.client.nextFiles();
      other.client.nextFiles();
      // A file is created once: of these the order turns from pair to pair.
      creates.add(oneEach(PaperClient::create, creates.size() % 2 == 0));
      for (int i = 0; i + 1 < Throughput.BLOCKS_PER_FILE && done < count; i += 2) {
        PairFigures.Pair first = oneEach(PaperClient::addBlocks, true);
        report();
        PairFigures.Pair second = oneEach(PaperClient::addBlocks, false);
        report();
        addBlocks.add(first.plus(second));
        done++;
      }
      stock.client.complete();
      other.client.complete();
    }
  }

  private void report() throws IOException, InterruptedException {
    stock.client.report();
    other.client.report();
  }

  private PairFigures.Pair oneEach(Step step, boolean stockFirst) throws IOException {
    if (stockFirst) {
      PairFigures.Time own = time(step, stock);
      return new PairFigures.Pair(own, time(step, other), FILES);
    }
    PairFigures.Time theirs = time(step, other);
    return new PairFigures.Pair(time(step, stock), theirs, FILES);
  }

  private static PairFigures.Time time(Step step, Side side) throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpu = threads.getCurrentThreadCpuTime();
    long clock = System.nanoTime();
    step.run(side.client);
    long elapsed = System.nanoTime() - clock;
    return new PairFigures.Time(threads.getCurrentThreadCpuTime() - cpu, elapsed);
  }
}
