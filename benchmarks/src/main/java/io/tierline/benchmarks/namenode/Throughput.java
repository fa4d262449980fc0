/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import io.tierline.ldm.namenode.LdmService;
import io.tierline.ldm.namenode.LineageBlockPlacementPolicy;
import io.tierline.ldm.namenode.PaperLineage;
import io.tierline.ldm.namenode.RatedTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.EditLogFileOutputStream;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.PaperDataNodes;
import org.apache.hadoop.hdfs.server.namenode.ThroughputHarness;
import org.apache.hadoop.hdfs.server.namenode.ThroughputHarness.Outcome;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * Hadoop's NNThroughputBenchmark on a NameNode of this process, with 40 DataNodes in 4 racks that
 * exist only in what they report. The edit log is written but not synced to the disk, which would
 * hide what the NameNode itself does.
 */
final class Throughput {
  static final int NODES = 40;
  static final int RACKS = 4;
  static final int BLOCKS_PER_FILE = 20;
  private static final int FILES_PER_BLOCK_FILE = 4;

  /** A deletion is so much faster than a creation that twice as many are to be measured. */
  private static final int DELETED_PER_FILE = 2;

  private static final double MICROS = 1e6;
  private static final String BASE = "/nnThroughputBenchmark";

  private final Settings settings;
  private final ThroughputHarness harness;
  private final Datasets datasets;

  private Throughput(Settings settings, ThroughputHarness harness) {
    this.settings = settings;
    this.harness = harness;
    this.datasets = new Datasets(settings.datasets());
  }

  static List<Map<String, Object>> measure(Settings settings)
      throws IOException, InterruptedException {
    Path directory = Files.createDirectories(Path.of(settings.directory()));
    Configuration conf = conf(settings, directory);
    EditLogFileOutputStream.setShouldSkipFsyncForTesting(true);
    // Formatting makes sources of metrics that the NameNode then makes again.
    DefaultMetricsSystem.setMiniClusterMode(true);
    DFSTestUtil.formatNameNode(conf);
    NameNode nameNode = NameNode.createNameNode(new String[0], conf);
    try (PaperDataNodes nodes = PaperDataNodes.register(nameNode, NODES)) {
      if (settings.contender().ours()) {
        List<String> paths = new Datasets(settings.datasets()).paths();
        if (settings.contender().managed()) {
          paths.add(BASE);
        }
        PaperLineage.register(nameNode, paths);
      }
      Throughput run = new Throughput(settings, ThroughputHarness.on(nameNode, nodes));
      // What LDM does in the background comes slowly to be compiled.
      run.round(settings.files());
      return run.round(settings.files());
    } finally {
      nameNode.stop();
    }
  }

  private static Configuration conf(Settings settings, Path directory) throws IOException {
    Configuration conf = new HdfsConfiguration();
    FileSystem.setDefaultUri(conf, "hdfs://127.0.0.1:0");
    conf.set("hadoop.tmp.dir", directory.toString());
    conf.set(DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY, "127.0.0.1:0");
    conf.set(DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY, directory.resolve("name").toUri().toString());
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 1);
    PaperDataNodes.place(conf, directory, NODES, RACKS);
    if (settings.contender().ours()) {
      conf.set(
          DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY,
          LineageBlockPlacementPolicy.class.getName());
      conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, LdmService.class.getName());
      conf.set(DFSConfigKeys.DFS_NET_TOPOLOGY_IMPL_KEY, RatedTopology.class.getName());
    }
    return conf;
  }

  /** All operations once. */
  private List<Map<String, Object>> round(int files) throws IOException {
    int threads = settings.threads();
    boolean managed = settings.contender().managed();
    List<Map<String, Object>> results = new ArrayList<>();
    results.add(result("create", harness.create(BASE, files, threads)));
    results.add(
        result(
            "add_block",
            harness.addBlock(
                Datasets.ROOT,
                number -> datasets.file(number, managed),
                Math.max(threads, files / FILES_PER_BLOCK_FILE),
                BLOCKS_PER_FILE,
                threads)));
    results.add(result("delete", harness.delete(BASE, DELETED_PER_FILE * files, threads)));
    return results;
  }

  private Map<String, Object> result(String operation, Outcome outcome) {
    Map<String, Object> result = ContenderRun.result(settings, operation);
    result.put("operations", outcome.operations());
    result.put("seconds", outcome.seconds());
    result.put("throughput_ops", outcome.perSecond());
    result.put("cpu_us_per_op", MICROS * outcome.cpuSeconds() / outcome.operations());
    result.put("ldm_threads_us_per_op", MICROS * outcome.ownCpuSeconds() / outcome.operations());
    result.put("compilers_us_per_op", MICROS * outcome.compilingSeconds() / outcome.operations());
    return result;
  }
}
