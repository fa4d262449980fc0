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
 * A contender's NameNode and a stock one in one process, asked in {@link Turns} of some
 * milliseconds each by one thread. What the machine does to one of them it does to the other: the
 * collector, the compilers, other work.
 *
 * <p>What lies first in the heap is a per cent quicker, or slower, for as long as the NameNodes
 * live. So they live {@value #LIVES} times in a process, and another one is made first: stock,
 * contender, contender, stock, and the other way round in every second repeat.
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
  private static final int LIVES = 4;
  private static final int WARM_UP_PAIRS_MOST = 100;
  private static final int WARM_UP_ROUNDS_MOST = 80;

  /** Warm is a process whose compilers take less of the time. */
  private static final double COMPILING_MOST = 0.01;

  /** What the planted contender takes more of each operation than stock. */
  static final double PLANTED = 0.03;

  private static final double NANOS_PER_MILLI = 1e6;

  private final Settings settings;
  private final PairFigures creates;
  private final PairFigures addBlocks;
  private int warmUpRounds;
  private double compilingMillis;
  private double measuredMillis;

  /** A NameNode and who asks it. */
  private final class Side implements Turns.Asked {
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

    @Override
    public void nextFiles() {
      client.nextFiles();
    }

    @Override
    public void create() throws IOException {
      client.create();
    }

    @Override
    public void addBlocks() throws IOException {
      client.addBlocks();
    }

    @Override
    public void report() throws IOException, InterruptedException {
      client.report();
    }

    @Override
    public void complete() throws IOException {
      client.complete();
    }

    private ClientProtocol asked(NameNode nameNode) throws IOException {
      if (!settings.rpc()) {
        return nameNode.getRpcServer();
      }
      URI uri = DFSUtilClient.getNNUri(nameNode.getNameNodeAddress());
      return NameNodeProxies.createProxy(nameNode.getConf(), uri, ClientProtocol.class).getProxy();
    }
  }

  private Pairs(Settings settings) {
    this.settings = settings;
    ToLongFunction<PairFigures.Time> judged =
        settings.rpc() ? PairFigures.Time::elapsedNanos : PairFigures.Time::cpuNanos;
    this.creates = new PairFigures(judged);
    this.addBlocks = new PairFigures(judged);
  }

  private String path(int number, Contender contender) {
    Datasets datasets = new Datasets(settings.datasets());
    int withBlocks = Math.max(1, settings.blocksPerDataset() / Throughput.BLOCKS_PER_FILE);
    int setsOfEach = withBlocks * Turns.CREATED_SETS;
    // Files that are written side by side are of different datasets, as many as there are.
    int place = number / FILES / setsOfEach * FILES + number % FILES;
    return datasets.file(place, number, contender.managed());
  }

  static List<Map<String, Object>> measure(Settings settings)
      throws IOException, InterruptedException {
    Pairs pairs = new Pairs(settings);
    for (int life = 0; life < LIVES; life++) {
      pairs.live(life);
    }
    return pairs.results();
  }

  /** Whether stock's NameNode is the first to be started in that life. */
  static boolean isStockFirst(int repeat, int life) {
    boolean isOuter = life == 0 || life == LIVES - 1;
    return isOuter == (repeat % 2 == 1);
  }

  private void live(int life) throws IOException, InterruptedException {
    boolean stockFirst = isStockFirst(settings.repeat(), life);
    Path directory = Path.of(settings.directory()).resolve("life-" + life);
    try (ServedNameNode first = start(stockFirst, directory);
        ServedNameNode second = start(!stockFirst, directory)) {
      Side stock = new Side(stockFirst ? first : second, Contender.STOCK);
      Side other = new Side(stockFirst ? second : first, settings.contender());
      Turns turns = new Turns(stock, other, FILES, Throughput.BLOCKS_PER_FILE);
      creates.beginLife();
      addBlocks.beginLife();
      warmUp(turns);
      long start = System.nanoTime();
      long before = compilingMillis();
      turns.run(share(life), creates, addBlocks);
      compilingMillis += compilingMillis() - before;
      measuredMillis += (System.nanoTime() - start) / NANOS_PER_MILLI;
    }
  }

  /** All lives together have as many as were asked for, and each has one. */
  private int share(int life) {
    int rest = settings.pairs() % LIVES;
    return Math.max(1, settings.pairs() / LIVES + (life < rest ? 1 : 0));
  }

  private ServedNameNode start(boolean stock, Path directory)
      throws IOException, InterruptedException {
    Contender contender = stock ? Contender.STOCK : settings.contender();
    Path own = directory.resolve(stock ? "stock" : "other");
    return settings.rpc()
        ? ServedNameNode.start(contender, settings.datasets(), BASE, own)
        : ServedNameNode.startWithoutHandover(contender, settings.datasets(), BASE, own);
  }

  private void warmUp(Turns turns) throws IOException, InterruptedException {
    double compiling;
    int rounds = 0;
    do {
      long start = System.nanoTime();
      long before = compilingMillis();
      turns.run(Math.min(WARM_UP_PAIRS_MOST, settings.pairs()), creates, addBlocks);
      compiling = (compilingMillis() - before) * NANOS_PER_MILLI / (System.nanoTime() - start);
      rounds++;
      if (settings.contender() == Contender.PLANTED) {
        PlantedPolicy.plant(Math.round(PLANTED * addBlocks.stockNanos()));
      }
      creates.clear();
      addBlocks.clear();
    } while (compiling > COMPILING_MOST && rounds < WARM_UP_ROUNDS_MOST);
    warmUpRounds += rounds;
  }

  private List<Map<String, Object>> results() {
    List<Map<String, Object>> results = new ArrayList<>();
    results.add(creates.result(ContenderRun.result(settings, "paired_create")));
    results.add(addBlocks.result(ContenderRun.result(settings, "paired_add_block")));
    for (Map<String, Object> result : results) {
      result.put("warm_up_rounds", warmUpRounds);
      result.put("compiling_share", compilingMillis / measuredMillis);
    }
    return results;
  }

  private static long compilingMillis() {
    return ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
  }
}
