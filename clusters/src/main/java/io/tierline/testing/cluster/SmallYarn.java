/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.cluster;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;

/** Settings that let MapReduce run on a small machine, and run short jobs quickly. */
final class SmallYarn {
  private static final int CONTAINER_MIB = 512;
  private static final int NODE_MIB = 3 * CONTAINER_MIB;
  private static final String TASK_JVM =
      // Tasks live for seconds: an optimising compiler would not earn back what it costs.
      "-Xmx320m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.net.preferIPv4Stack=true";
  private static final int POLL_MS = 50;

  private SmallYarn() {}

  static void configure(Configuration conf) {
    memory(conf);
    pace(conf);
    conf.setBoolean(YarnConfiguration.LOG_AGGREGATION_ENABLED, false);
    // A NodeManager that stops waits ten seconds for logs whose deletion is still to come.
    conf.setLong(YarnConfiguration.NM_LOG_RETAIN_SECONDS, 1);
    // A NodeManager would refuse to work on a developer's nearly full disk.
    conf.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 100f);
    conf.set(MRJobConfig.MR_AM_STAGING_DIR, "/mr-staging");
    conf.setBoolean(MRJobConfig.MAP_SPECULATIVE, false);
    conf.setBoolean(MRJobConfig.REDUCE_SPECULATIVE, false);
  }

  private static void memory(Configuration conf) {
    conf.setInt(YarnConfiguration.YARN_MINICLUSTER_NM_PMEM_MB, NODE_MIB);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, CONTAINER_MIB);
    // An application master stays for five seconds when its job has ended. By default a tenth of
    // the
    // memory is for masters, here one: the next job would wait for those seconds.
    conf.setFloat(
        CapacitySchedulerConfiguration.MAXIMUM_APPLICATION_MASTERS_RESOURCE_PERCENT, 0.5f);
    conf.setInt(MRJobConfig.MR_AM_VMEM_MB, CONTAINER_MIB);
    conf.set(MRJobConfig.MR_AM_COMMAND_OPTS, TASK_JVM);
    conf.setInt(MRJobConfig.MAP_MEMORY_MB, CONTAINER_MIB);
    conf.setInt(MRJobConfig.REDUCE_MEMORY_MB, CONTAINER_MIB);
    conf.set(MRJobConfig.MAP_JAVA_OPTS, TASK_JVM);
    conf.set(MRJobConfig.REDUCE_JAVA_OPTS, TASK_JVM);
    // Holds the map output of a block of 64 MiB in one spill.
    conf.setInt(MRJobConfig.IO_SORT_MB, 100);
    conf.setBoolean(YarnConfiguration.NM_PMEM_CHECK_ENABLED, false);
    conf.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
  }

  /** Intervals made for clusters of thousands of nodes are most of a short job's time. */
  private static void pace(Configuration conf) {
    conf.setInt(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, POLL_MS);
    conf.setInt(MRJobConfig.MR_AM_TO_RM_HEARTBEAT_INTERVAL_MS, POLL_MS);
    conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, POLL_MS);
    conf.setInt(Job.PROGRESS_MONITOR_POLL_INTERVAL_KEY, POLL_MS);
    // Reducers that wait for maps would hold the memory that the maps need.
    conf.setFloat(MRJobConfig.COMPLETED_MAPS_FOR_REDUCE_SLOWSTART, 0.95f);
  }
}
