/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.namenode.rest.LdmServlet;
import io.tierline.ldm.namenode.rest.RestParts;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.ldm.state.PolicyRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.net.NetUtils;

/** What tests of restarts and failovers ask of a cluster with LDM. */
final class StateAssertions {
  private StateAssertions() {}

  static Configuration configuration() {
    Configuration conf = new HdfsConfiguration();
    conf.addResource(new Path(LdmCluster.conf("hdfs-site-ldm.xml").toUri()));
    // How busy the machine is must not decide where a block lies.
    conf.set(PlacementKeys.BUDGET.key(), "10s");
    conf.setLong("dfs.blocksize", LdmCluster.BLOCK);
    conf.setInt("dfs.replication", 2);
    conf.set(MigrationKeys.MODE.key(), "auto");
    conf.setInt("dfs.heartbeat.interval", 1);
    conf.setBoolean("dfs.ha.tail-edits.in-progress", true);
    conf.set("dfs.ha.tail-edits.period", "200ms");
    return conf;
  }

  /** The name of the record of a directory. */
  static String recordName(String path) {
    return PolicyRecord.name(path);
  }

  /** Two DataNodes with an SSD and a disk each. */
  static MiniDFSCluster.Builder withTiers(MiniDFSCluster.Builder builder) {
    return builder
        .numDataNodes(2)
        .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK})
        .storagesPerDatanode(2)
        .storageCapacities(new long[] {1L << 30, 4L << 30});
  }

  static LdmClient client(MiniDFSCluster cluster, int nameNode) {
    String http = NetUtils.getHostPortString(cluster.getNameNode(nameNode).getHttpAddress());
    return new LdmClient(URI.create("http://" + http), cluster.getConfiguration(nameNode));
  }

  static RestParts service(MiniDFSCluster cluster, int nameNode) {
    return (RestParts)
        cluster.getNameNode(nameNode).getHttpServer().getAttribute(LdmServlet.PARTS_ATTRIBUTE);
  }

  static void awaitLoaded(MiniDFSCluster cluster, int nameNode) throws Exception {
    LdmCluster.await("the lineage", () -> service(cluster, nameNode).state().isWritable());
  }

  /** After a restart the DataNodes tell of their storages with their next heartbeats. */
  static void awaitFastTier(MiniDFSCluster cluster, int nameNode) throws Exception {
    LdmCluster.await(
        "the fast tier",
        () ->
            service(cluster, nameNode).advisor().table().tiers().stream()
                .anyMatch(tier -> tier.medium() == Medium.SSD && tier.nodeCount() == 2));
  }

  /** A chain in which /ID/out is made by one job and used by another. */
  static Workflow chain(String id) throws LineageException {
    String json =
        """
        {"id": "%1$s", "jobs": [
          {"name": "make", "writes": ["/%1$s/out"]},
          {"name": "use", "after": ["make"], "reads": ["/%1$s/out"]}]}
        """;
    return new LineageDocument(json.formatted(id)).read("");
  }

  static Set<String> listed(LdmClient client) {
    try {
      Set<String> ids = new TreeSet<>();
      for (JsonNode workflow : client.list().get("workflows")) {
        ids.add(workflow.get("id").asText());
      }
      return ids;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static long fastReplicas(DistributedFileSystem hdfs, String file) throws Exception {
    try (OutputStream out = hdfs.create(new Path(file))) {
      out.write(new byte[LdmCluster.BLOCK]);
    }
    LdmCluster.awaitReplicas(hdfs, new Path(file), 2);
    StorageType[] types = hdfs.getClient().getLocatedBlocks(file, 0).get(0).getStorageTypes();
    return Arrays.stream(types).filter(type -> type == StorageType.SSD).count();
  }

  static void awaitPolicy(DistributedFileSystem hdfs, String path, String policy) throws Exception {
    LdmCluster.await(
        path + " with " + policy,
        () -> {
          try {
            return policy.equals(hdfs.getStoragePolicy(new Path(path)).getName());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
