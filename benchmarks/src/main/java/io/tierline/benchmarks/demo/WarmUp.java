/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.testing.cluster.EmbeddedCluster;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraInputFormat;
import org.apache.hadoop.examples.terasort.TeraOutputFormat;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job of one row before the first contender's chain. Daemons that have not run a job yet take
 * some seconds more for the first one, which would count against whoever runs first. It also
 * records the classes that containers load.
 */
final class WarmUp {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

  private static final Path FILES = new Path("/warm-up");

  private static final int POLL_MS = 50;
  private static final int MOST_MS = 30_000;

  private WarmUp() {}

  /** Runs it, and waits for half a minute until its containers take no room from the next job. */
  static void run(EmbeddedCluster cluster, SharedClasses classes) throws IOException {
    FileSystem files = cluster.fileSystem();
    Path input = new Path(FILES, "input");
    try (OutputStream row = files.create(new Path(input, "row"))) {
      row.write(new byte[DemoSettings.ROW_BYTES]);
    }
    Configuration conf = cluster.configuration();
    classes.record(conf);
    Job job = Job.getInstance(conf, "warm-up");
    job.setInputFormatClass(TeraInputFormat.class);
    job.setOutputFormatClass(TeraOutputFormat.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    TeraInputFormat.setInputPaths(job, input);
    FileOutputFormat.setOutputPath(job, new Path(FILES, "output"));
    QueueMetrics used =
        cluster.yarn().getResourceManager().getResourceScheduler().getRootQueueMetrics();
    try {
      if (!job.waitForCompletion(false)) {
        throw new DemoException("the job that warms the cluster up failed: " + job.getJobState());
      }
      GenericTestUtils.waitFor(() -> used.getAllocatedContainers() == 0, POLL_MS, MOST_MS);
    } catch (TimeoutException e) {
      LOG.warn("the first job's containers are still there: the next one may begin late");
    } catch (ClassNotFoundException e) {
      throw new DemoException("the job that warms the cluster up failed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the cluster is warmed up");
    }
    files.delete(FILES, true);
  }
}
