/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two NameNodes, one in standby, both with LDM. */
@Tag("integration")
class StandbyTest {
  private static final String CHAIN =
      """
      {"id": "chain", "jobs": [
        {"name": "make", "writes": ["/out"]},
        {"name": "use", "after": ["make"], "reads": ["/out"]}]}
      """;

  @TempDir private File directory;
  private Configuration conf;
  private MiniDFSCluster cluster;

  @BeforeEach
  void start() throws IOException {
    conf = new HdfsConfiguration();
    conf.addResource(new Path(LdmCluster.conf("hdfs-site-ldm.xml").toUri()));
    conf.setLong("dfs.blocksize", LdmCluster.BLOCK);
    conf.setInt("dfs.replication", 2);
    cluster =
        new MiniDFSCluster.Builder(conf, directory)
            .nnTopology(MiniDFSNNTopology.simpleHATopology())
            .numDataNodes(2)
            .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK})
            .storagesPerDatanode(2)
            .storageCapacities(new long[] {1L << 30, 4L << 30})
            .build();
    cluster.waitActive();
    cluster.transitionToActive(0);
  }

  @AfterEach
  void stop() {
    cluster.shutdown();
  }

  private LdmClient client(int nameNode) {
    String http = NetUtils.getHostPortString(cluster.getNameNode(nameNode).getHttpAddress());
    return new LdmClient(URI.create("http://" + http), conf);
  }

  private static Workflow chain() throws LineageException {
    return new LineageDocument(CHAIN).read("");
  }

  private long fastReplicas(String file) throws Exception {
    DistributedFileSystem hdfs = HATestUtil.configureFailoverFs(cluster, conf);
    try (OutputStream out = hdfs.create(new Path(file))) {
      out.write(new byte[LdmCluster.BLOCK]);
    }
    DFSTestUtil.waitReplication(hdfs, new Path(file), (short) 2);
    StorageType[] types = hdfs.getClient().getLocatedBlocks(file, 0).get(0).getStorageTypes();
    return Arrays.stream(types).filter(type -> type == StorageType.SSD).count();
  }

  @Test
  void onlyTheActiveAnswersAndAFailoverWantsTheLineageAgain() throws Exception {
    assertThatThrownBy(() -> client(1).register(chain()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("503")
        .hasMessageContaining("standby");
    client(0).register(chain());
    assertThat(fastReplicas("/out/first")).isEqualTo(1);

    cluster.transitionToStandby(0);
    cluster.transitionToActive(1);
    assertThat(client(1).list().get("workflows")).isEmpty();
    client(1).register(chain());
    assertThat(client(1).list().get("workflows")).hasSize(1);
    assertThat(fastReplicas("/out/second")).isEqualTo(1);
    assertThatThrownBy(() -> client(0).list()).hasMessageContaining("503");
  }
}
