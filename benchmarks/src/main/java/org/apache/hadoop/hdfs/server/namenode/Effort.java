/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.namenode;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What this process has taken so far.
 *
 * @param nanos by the clock
 * @param cpuNanos of processors, by all threads, garbage collection and compilers too; 0 where the
 *     system does not tell
 * @param ownCpuNanos of that by threads of Tierline's that live now
 * @param compilingNanos of that about, by the compilers of the virtual machine, which have the more
 *     to do the more code there is, and only once; 0 where it does not tell
 */
record Effort(long nanos, long cpuNanos, long ownCpuNanos, long compilingNanos) {
  private static final String OWN_THREADS = "tierline-";

  /** As of now. */
  static Effort now() {
    Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    return new Effort(System.nanoTime(), cpu.toNanos(), ownThreads(), compilers());
  }

  private static long compilers() {
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    return compilers != null && compilers.isCompilationTimeMonitoringSupported()
        ? TimeUnit.MILLISECONDS.toNanos(compilers.getTotalCompilationTime())
        : 0;
  }

  private static long ownThreads() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long nanos = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().startsWith(OWN_THREADS)) {
        nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return nanos;
  }

  /** What was taken since then. */
  Effort since(Effort earlier) {
    return new Effort(
        nanos - earlier.nanos,
        cpuNanos - earlier.cpuNanos,
        ownCpuNanos - earlier.ownCpuNanos,
        compilingNanos - earlier.compilingNanos);
  }
}
