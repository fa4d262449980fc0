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
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.util.Time;

/**
 * An operation in the form of those of NNThroughputBenchmark: one block more for a file, and the
 * reports of the DataNodes that it was given to. Files are made before and not measured.
 */
final class AddBlockOperation extends NNThroughputBenchmark.OperationStatsBase {
  private static final int BLOCK_BYTES = 16;
  private static final int MOST_TRIES = 60_000;
  private static final long TRY_AGAIN_NANOS = 1_000_000;

  private final PaperDataNodes dataNodes;
  private final IntFunction<String> path;
  private final int blocksPerFile;
  private int[] files;
  private int[] firstFile;
  private ExtendedBlock[] last;

  AddBlockOperation(
      NNThroughputBenchmark benchmark,
      PaperDataNodes dataNodes,
      IntFunction<String> path,
      int files,
      int blocksPerFile,
      int threads) {
    benchmark.super();
    this.dataNodes = dataNodes;
    this.path = path;
    this.blocksPerFile = blocksPerFile;
    numThreads = threads;
    numOpsRequired = files * blocksPerFile;
  }

  @Override
  String getOpName() {
    return "addBlock";
  }

  @Override
  void parseArguments(List<String> arguments) {
    throw new UnsupportedOperationException("it is not started from a command line");
  }

  @Override
  void generateInputs(int[] operations) throws IOException {
    files = new int[operations.length];
    firstFile = new int[operations.length];
    int made = 0;
    for (int daemon = 0; daemon < operations.length; daemon++) {
      firstFile[daemon] = made;
      files[daemon] = Math.max(1, operations[daemon] / blocksPerFile);
      for (int i = 0; i < files[daemon]; i++) {
        create(path.apply(made++), getClientName(daemon));
      }
    }
    last = new ExtendedBlock[made];
  }

  private void create(String file, String client) throws IOException {
    NNThroughputBenchmark.clientProto.create(
        file,
        FsPermission.getDefault(),
        client,
        new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE)),
        true,
        replication,
        blockSize,
        CryptoProtocolVersion.supported(),
        null,
        null);
  }

  @Override
  String getExecutionArgument(int daemon) {
    return getClientName(daemon);
  }

  @Override
  long executeOp(int daemon, int input, String client) throws IOException {
    // The NameNode takes reports in later, so files take turns.
    int file = firstFile[daemon] + input % files[daemon];
    long start = Time.now();
    LocatedBlock block = add(file, client);
    ExtendedBlock added = block.getBlock();
    added.setNumBytes(BLOCK_BYTES);
    dataNodes.received(block);
    last[file] = added;
    return Time.now() - start;
  }

  private LocatedBlock add(int file, String client) throws IOException {
    String name = path.apply(file);
    for (int tries = 1; ; tries++) {
      try {
        return NNThroughputBenchmark.clientProto.addBlock(
            name, client, last[file], null, HdfsConstants.GRANDFATHER_INODE_ID, null, null);
      } catch (NotReplicatedYetException late) {
        if (tries == MOST_TRIES) {
          throw late;
        }
        LockSupport.parkNanos(TRY_AGAIN_NANOS);
      }
    }
  }

  @Override
  void printResults() {
    printStats();
  }
}
