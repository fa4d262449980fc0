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
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;
import org.apache.hadoop.hdfs.server.namenode.EditLogFileOutputStream;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.PaperDataNodes;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * A contender's NameNode in this process, with 40 DataNodes in 4 racks that exist only in what they
 * report. The edit log is written but not synced to the disk, which would hide what the NameNode
 * itself does.
 *
 * @param nameNode active, and out of safe mode
 */
record ServedNameNode(NameNode nameNode, PaperDataNodes dataNodes) implements AutoCloseable {
  static final int NODES = 40;
  static final int RACKS = 4;

  /**
   * Starts one as a cluster has it.
   *
   * @param base files that are asked for lie in it, or in a dataset; managed where those are
   */
  static ServedNameNode start(Contender contender, int datasets, String base, Path directory)
      throws IOException, InterruptedException {
    return start(contender, datasets, base, conf(contender, directory));
  }

  /**
   * Starts one whose callers write the edit log themselves. By default a thread of its own does,
   * for which a caller waits that is no handler of a network call: being put to sleep and woken
   * takes as much processor time as all the rest of a call, and now half, now twice as much.
   */
  static ServedNameNode startWithoutHandover(
      Contender contender, int datasets, String base, Path directory)
      throws IOException, InterruptedException {
    Configuration conf = conf(contender, directory);
    conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_EDITS_ASYNC_LOGGING, false);
    return start(contender, datasets, base, conf);
  }

  private static ServedNameNode start(
      Contender contender, int datasets, String base, Configuration conf)
      throws IOException, InterruptedException {
    EditLogFileOutputStream.setShouldSkipFsyncForTesting(true);
    // Formatting makes sources of metrics that the NameNode then makes again.
    DefaultMetricsSystem.setMiniClusterMode(true);
    DFSTestUtil.formatNameNode(conf);
    NameNode nameNode = NameNode.createNameNode(new String[0], conf);
    ServedNameNode started = new ServedNameNode(nameNode, PaperDataNodes.register(nameNode, NODES));
    if (contender.ours()) {
      List<String> paths = new Datasets(datasets).paths();
      if (contender.managed()) {
        paths.add(base);
      }
      PaperLineage.register(nameNode, paths);
    }
    if (contender.policy() != StoragePolicy.HOT) {
      nameNode.getRpcServer().mkdirs(Datasets.ROOT, FsPermission.getDirDefault(), true);
      nameNode.getRpcServer().setStoragePolicy(Datasets.ROOT, contender.policy().name());
    }
    return started;
  }

  private static Configuration conf(Contender contender, Path directory) throws IOException {
    Files.createDirectories(directory);
    Configuration conf = new HdfsConfiguration();
    FileSystem.setDefaultUri(conf, "hdfs://127.0.0.1:0");
    conf.set("hadoop.tmp.dir", directory.toString());
    conf.set(DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY, "127.0.0.1:0");
    conf.set(DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY, directory.resolve("name").toUri().toString());
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 1);
    PaperDataNodes.place(conf, directory, NODES, RACKS);
    if (contender.ours()) {
      conf.set(
          DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY,
          LineageBlockPlacementPolicy.class.getName());
      conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, LdmService.class.getName());
      conf.set(DFSConfigKeys.DFS_NET_TOPOLOGY_IMPL_KEY, RatedTopology.class.getName());
    } else if (contender == Contender.PLANTED) {
      conf.set(DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY, PlantedPolicy.class.getName());
    }
    return conf;
  }

  @Override
  public void close() {
    dataNodes.close();
    nameNode.stop();
  }
}
