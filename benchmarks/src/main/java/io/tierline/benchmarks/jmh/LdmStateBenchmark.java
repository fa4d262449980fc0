/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.namenode.PaperState;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.state.KeptLineage;
import io.tierline.ldm.state.LoadReport;
import io.tierline.ldm.state.StateCodec;
import io.tierline.ldm.state.StateStore;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What do a start and a registration cost when much is registered? The records lie in the namespace
 * of a NameNode (no DataNode). Every workflow has a hundred jobs in a chain, each of which writes a
 * dataset and reads the one before; the first reads what the workflow registered before it makes,
 * in groups of ten, and a table that all of them read.
 *
 * <pre>./tierline jmh LdmState</pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms4g", "-Xmx4g"})
@Warmup(iterations = 0)
@Measurement(iterations = 3)
@State(Scope.Benchmark)
public class LdmStateBenchmark {
  private static final int DATASETS_PER_WORKFLOW = 100;
  private static final int WORKFLOWS_PER_GROUP = 10;

  /** Datasets that are registered. */
  @Param({"100000", "1000000"})
  int datasets;

  private File directory;
  private MiniDFSCluster cluster;
  private StateStore store;
  private LineageRegistry loaded;
  private int next;

  /** Starts a NameNode and fills its namespace. */
  @Setup
  public void start() throws IOException {
    directory = Files.createTempDirectory("tierline-state-").toFile();
    Configuration conf = new HdfsConfiguration();
    cluster = new MiniDFSCluster.Builder(conf, directory).numDataNodes(0).build();
    store = PaperState.workflows(cluster.getNameNode());
    StateCodec codec = PaperState.codec();
    for (int i = 0; i < datasets / DATASETS_PER_WORKFLOW; i++) {
      Workflow workflow = workflow(i);
      store.put(
          StateCodec.name(workflow.id()),
          codec.encode(new Registration(workflow, "ann", Set.of())));
    }
  }

  /** Stops it. */
  @TearDown
  public void stop() {
    cluster.shutdown();
    FileUtil.fullyDelete(directory);
  }

  /** What a NameNode that becomes active does: read all, decode all, build everything. */
  @Benchmark
  public LoadReport load() throws IOException {
    loaded = null;
    LineageRegistry registry = new LineageRegistry(1 << 20);
    KeptLineage lineage =
        new KeptLineage(registry, store, PaperState.codec(), System::currentTimeMillis);
    LoadReport report = lineage.load();
    if (report.workflows() != datasets / DATASETS_PER_WORKFLOW) {
      throw new IllegalStateException("only " + report.workflows() + " were loaded");
    }
    loaded = registry;
    return report;
  }

  /** As many datasets, registered one workflow after the other by an empty NameNode, durably. */
  @Benchmark
  public LineageRegistry registerAll() throws IOException {
    LineageRegistry registry = new LineageRegistry(1 << 20);
    KeptLineage lineage =
        new KeptLineage(registry, empty(), PaperState.codec(), System::currentTimeMillis);
    lineage.load();
    for (int i = 0; i < datasets / DATASETS_PER_WORKFLOW; i++) {
      registry.register(workflow(i), "ann");
    }
    return registry;
  }

  /** A hundred more workflows, once all are registered; divide by a hundred. */
  @Benchmark
  public LineageRegistry registerHundredMore() throws IOException {
    if (loaded == null) {
      load();
    }
    for (int i = 0; i < 100; i++) {
      loaded.register(workflow(datasets + next++), "ann");
    }
    return loaded;
  }

  /** Registrations are written where the others lie, but nothing is read there. */
  private StateStore empty() {
    return new StateStore() {
      @Override
      public void readAll(Visitor visitor) {}

      @Override
      public Map<String, byte[]> read(String name) throws IOException {
        return store.read(name);
      }

      @Override
      public void put(String name, Map<String, byte[]> attributes) throws IOException {
        store.put(name, attributes);
      }

      @Override
      public void set(String name, String attribute, byte[] value) throws IOException {
        store.set(name, attribute, value);
      }

      @Override
      public void remove(String name) throws IOException {
        store.remove(name);
      }

      @Override
      public void setAside(String name) throws IOException {
        store.setAside(name);
      }

      @Override
      public void removeOthers() throws IOException {
        store.removeOthers();
      }
    };
  }

  private static Workflow workflow(int number) throws LineageException {
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < DATASETS_PER_WORKFLOW; i++) {
      Job.Builder job = Job.named("step" + i, "spark").writes(dataset(number, i));
      if (i > 0) {
        job.after("step" + (i - 1)).reads(dataset(number, i - 1));
      } else {
        job.reads(DatasetPath.of("/warehouse/dimensions"));
        if (number % WORKFLOWS_PER_GROUP > 0) {
          job.reads(dataset(number - 1, DATASETS_PER_WORKFLOW - 1));
        }
      }
      jobs.add(job.build());
    }
    return Workflow.of("0000%07d-oozie-W".formatted(number), "etl", jobs, List.of());
  }

  private static DatasetPath dataset(int workflow, int number) {
    return DatasetPath.of(
        "/warehouse/team%d/application%d/stage%d".formatted(workflow % 37, workflow, number));
  }
}
