/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.reads;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Who asked a DataNode for a block, as far as the DataNode can tell.
 *
 * @param kind what sort of reader
 * @param job the MapReduce job of a task, for example {@code job_1700000000000_0001}; empty for
 *     readers that are no tasks
 */
public record Reader(Kind kind, String job) {
  /** The sorts of readers. */
  public enum Kind {
    /** A map task; what it reads is mostly the job's input. */
    MAP,
    /** A reduce task. */
    REDUCE,
    /** Any other HDFS client: a command, a job's submitter, its ApplicationMaster. */
    CLIENT,
    /** The DataNode itself: re-replication, moves, the block scanner. */
    BACKGROUND
  }

  private static final Pattern CLIENT_THREAD =
      Pattern.compile("^DataXceiver for client (\\S+) at .*", Pattern.DOTALL);
  private static final Pattern TASK = Pattern.compile("DFSClient_attempt_(\\d+_\\d+)_([mr])_.*");

  /** Checks that nothing is missing. */
  public Reader {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(job, "job");
  }

  /**
   * Reads the name that a DataNode gives to the thread that serves a client: it carries the
   * client's name, and that of a MapReduce task carries the attempt.
   */
  public static Reader ofThread(String threadName) {
    var client = CLIENT_THREAD.matcher(threadName);
    if (!client.matches()) {
      return new Reader(Kind.BACKGROUND, "");
    }
    var task = TASK.matcher(client.group(1));
    if (!task.matches()) {
      return new Reader(Kind.CLIENT, "");
    }
    return new Reader(task.group(2).equals("m") ? Kind.MAP : Kind.REDUCE, "job_" + task.group(1));
  }
}
