/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;

/**
 * Hadoop's NNThroughputBenchmark on a NameNode of this process: its operations {@code create} and
 * {@code delete} as they are, and {@code addBlock}, which its {@code blockReport} only does to
 * prepare. Calls go to the NameNode's server object, not over the network.
 *
 * <p>The operations are run by threads of our own, in the way of its {@code StatsDaemon}: its own
 * loop waits for them by looking all the time, which takes a core from what is measured.
 */
public final class ThroughputHarness {
  private static final double NANOS = 1e9;
  private static final long LOOK_MILLIS = 20;
  private static final int MOST_LOOKS = 6_000;
  private static final String FILES = "-files";
  private static final String THREADS = "-threads";
  private static final String BASE = "-baseDirName";

  private final NNThroughputBenchmark benchmark;
  private final PaperDataNodes dataNodes;

  private ThroughputHarness(NNThroughputBenchmark benchmark, PaperDataNodes dataNodes) {
    this.benchmark = benchmark;
    this.dataNodes = dataNodes;
  }

  /**
   * What was done in what time.
   *
   * @param cpuSeconds of processors, by all threads of the process
   * @param ownCpuSeconds of that by threads of Tierline's
   * @param compilingSeconds of that about, by the compilers of the virtual machine
   */
  public record Outcome(
      int operations,
      double seconds,
      double cpuSeconds,
      double ownCpuSeconds,
      double compilingSeconds) {
    /** Operations per second. */
    public double perSecond() {
      return operations / seconds;
    }
  }

  /**
   * Points the benchmark at a NameNode that is active.
   *
   * @param dataNodes what blocks are placed on
   */
  public static ThroughputHarness on(NameNode nameNode, PaperDataNodes dataNodes)
      throws IOException {
    NNThroughputBenchmark benchmark =
        new NNThroughputBenchmark(new Configuration(nameNode.getConf()));
    NamenodeProtocols rpc = nameNode.getRpcServer();
    NNThroughputBenchmark.nameNode = nameNode;
    NNThroughputBenchmark.nameNodeProto = rpc;
    NNThroughputBenchmark.clientProto = rpc;
    NNThroughputBenchmark.dataNodeProto = rpc;
    NNThroughputBenchmark.refreshUserMappingsProto = rpc;
    NNThroughputBenchmark.bpid = nameNode.getNamesystem().getBlockPoolId();
    return new ThroughputHarness(benchmark, dataNodes);
  }

  /** Creates so many empty files below {@code /create} in that directory, and closes them. */
  public Outcome create(String directory, int files, int threads) throws IOException {
    List<String> arguments = arguments("create", directory, files, threads);
    arguments.add("-close");
    return run(benchmark.new CreateFileStats(arguments), directory);
  }

  /** Creates so many files below {@code /delete} in that directory, and measures deleting them. */
  public Outcome delete(String directory, int files, int threads) throws IOException {
    return run(
        benchmark.new DeleteFileStats(arguments("delete", directory, files, threads)), directory);
  }

  /**
   * Adds blocks to files, each block reported by the DataNodes that hold it before the next.
   *
   * @param directory holds all the files, and is deleted when that is done
   * @param path the file of that number
   */
  public Outcome addBlock(
      String directory, IntFunction<String> path, int files, int blocksPerFile, int threads)
      throws IOException {
    return run(
        new AddBlockOperation(benchmark, dataNodes, path, files, blocksPerFile, threads),
        directory);
  }

  private static List<String> arguments(
      String operation, String directory, int files, int threads) {
    return new ArrayList<>(
        List.of(
            "-op",
            operation,
            THREADS,
            Integer.toString(threads),
            FILES,
            Integer.toString(files),
            BASE,
            directory));
  }

  private static Outcome run(NNThroughputBenchmark.OperationStatsBase operation, String directory)
      throws IOException {
    int[] shares = shares(operation.numOpsRequired, operation.numThreads);
    operation.generateInputs(shares);
    // Each begins with a heap that holds nothing but what is in use.
    ManagementFactory.getMemoryMXBean().gc();
    Effort before = Effort.now();
    execute(operation, shares);
    Effort taken = Effort.now().since(before);
    NNThroughputBenchmark.clientProto.delete(directory, true);
    awaitNoBlocks();
    return new Outcome(
        operation.numOpsRequired,
        taken.nanos() / NANOS,
        taken.cpuNanos() / NANOS,
        taken.ownCpuNanos() / NANOS,
        taken.compilingNanos() / NANOS);
  }

  private static int[] shares(int operations, int threads) {
    int[] shares = new int[threads];
    for (int i = 0; i < threads; i++) {
      shares[i] = operations / threads + (i < operations % threads ? 1 : 0);
    }
    return shares;
  }

  private static void execute(NNThroughputBenchmark.OperationStatsBase operation, int[] shares)
      throws IOException {
    ExecutorService daemons = Executors.newFixedThreadPool(shares.length);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < shares.length; i++) {
        int daemon = i;
        running.add(daemons.submit(() -> execute(operation, daemon, shares[daemon])));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    } finally {
      daemons.shutdownNow();
    }
  }

  private static Void execute(
      NNThroughputBenchmark.OperationStatsBase operation, int daemon, int operations)
      throws IOException {
    String argument = operation.getExecutionArgument(daemon);
    for (int i = 0; i < operations; i++) {
      operation.executeOp(daemon, i, argument);
    }
    return null;
  }

  /** A NameNode takes the blocks of deleted files apart later; not while the next is measured. */
  private static void awaitNoBlocks() throws IOException {
    try {
      for (int looks = 0; NNThroughputBenchmark.nameNode.getNamesystem().getBlocksTotal() > 0; ) {
        if (++looks > MOST_LOOKS) {
          throw new IOException("blocks of deleted files do not go away");
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }
}
