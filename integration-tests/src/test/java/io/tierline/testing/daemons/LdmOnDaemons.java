/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.json.LineageDocument;
import io.tierline.testing.cluster.ReplicaCensus;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.UserGroupInformation;

/** What users and operators do on a cluster of daemons with LDM in its NameNodes. */
final class LdmOnDaemons {
  static final String USER = "ann";

  /** Of a file: two blocks. */
  static final int LENGTH = 1_500_000;

  private static final FsPermission FOR_ALL = new FsPermission((short) 01777);

  private final DaemonCluster cluster;
  private URI active;
  private DistributedFileSystem files;

  LdmOnDaemons(DaemonCluster cluster) {
    this.cluster = cluster;
    this.active = cluster.http(1);
  }

  /** LDM's REST, as somebody. */
  interface Rest {
    JsonNode call(LdmClient client) throws IOException;
  }

  void activeIs(int nameNode) {
    active = cluster.http(nameNode);
  }

  JsonNode as(String user, Rest request) throws Exception {
    LdmClient client = new LdmClient(active, cluster.clientConfiguration());
    return UserGroupInformation.createRemoteUser(user)
        .doAs((PrivilegedExceptionAction<JsonNode>) () -> request.call(client));
  }

  /** HDFS as its superuser. */
  DistributedFileSystem files() throws Exception {
    if (files == null) {
      files = connect(DaemonCluster.SUPERUSER);
    }
    return files;
  }

  /** A client with a connection of its own. */
  private DistributedFileSystem connect(String user) throws Exception {
    Configuration conf = cluster.clientConfiguration();
    return UserGroupInformation.createRemoteUser(user)
        .doAs(
            (PrivilegedExceptionAction<DistributedFileSystem>)
                () -> (DistributedFileSystem) FileSystem.newInstance(conf));
  }

  /** Waits until the lineage is loaded, all DataNodes are there, and files can be written. */
  void awaitReady(int dataNodes) throws Exception {
    cluster.await(
        "LDM in the NameNode with its DataNodes",
        () -> {
          JsonNode status = as(USER, LdmClient::status);
          return status.at("/nodes").asInt() == dataNodes
              && "READY".equals(status.at("/state/mode").asText());
        });
    cluster.await("the end of safe mode", () -> !files().setSafeMode(SafeModeAction.GET));
    for (Path open : List.of(new Path("/staging"), new Path("/data"), new Path("/tmp"))) {
      files().mkdirs(open);
      files().setPermission(open, FOR_ALL);
    }
  }

  /** Registers that one job writes a directory and another one reads it. */
  void registerChain(String id, String path) throws Exception {
    String chain =
        """
        {"id": "%s", "jobs": [{"name": "writer", "writes": ["%s"]},
                              {"name": "reader", "after": ["writer"], "reads": ["%s"]}]}
        """
            .formatted(id, path, path);
    as(USER, ann -> ann.register(new LineageDocument(chain).read("")));
  }

  /** Makes a directory of the user's. */
  void own(String directory) throws Exception {
    files().mkdirs(new Path(directory));
    files().setOwner(new Path(directory), USER, USER);
  }

  /**
   * Writes a file as the user who registers chains, whose word counts of what is his. A connection
   * to a NameNode that was killed since would fail at its next use.
   */
  String write(String path) throws Exception {
    try (DistributedFileSystem own = connect(USER);
        OutputStream out = own.create(new Path(path))) {
      out.write(new byte[LENGTH]);
    }
    return path;
  }

  int read(String path) throws Exception {
    try (InputStream in = files().open(new Path(path))) {
      return in.readAllBytes().length;
    }
  }

  String policy(String path) throws Exception {
    return files().getStoragePolicy(new Path(path)).getName();
  }

  /** All directories and files below a directory, in order. */
  List<String> below(String directory) throws Exception {
    List<String> found = new ArrayList<>();
    for (FileStatus child : files().listStatus(new Path(directory))) {
      String path = child.getPath().toUri().getPath();
      found.add(path);
      if (child.isDirectory()) {
        found.addAll(below(path));
      }
    }
    return found;
  }

  /** All directories and files that a storage policy holds for. */
  List<String> withStoragePolicies() throws Exception {
    List<String> found = new ArrayList<>();
    for (String path : below("/")) {
      HdfsFileStatus status = files().getClient().getFileInfo(path);
      if (status.getStoragePolicy() != HdfsConstants.BLOCK_STORAGE_POLICY_ID_UNSPECIFIED) {
        found.add(path);
      }
    }
    return found;
  }

  /** {@code hdfs mover -p PATH}. */
  DaemonCluster.Result mover(String path) throws Exception {
    return cluster.run(
        cluster.host("client"),
        DaemonCluster.SUPERUSER,
        "org.apache.hadoop.hdfs.server.mover.Mover",
        "-p",
        path);
  }

  /**
   * Waits until each block has so many replicas on SSD and all others on DISK. If some are to be on
   * SSD, more may be: on a slow machine LDM foresees some of a file while it is being written, and
   * gives its further blocks replicas in spare room.
   */
  void assertReplicas(String path, int ssd) throws Exception {
    int replicas = files().getFileStatus(new Path(path)).getReplication();
    cluster.await(
        replicas + " replicas of " + path + ", " + ssd + " of them on SSD",
        () ->
            ReplicaCensus.of(files(), new Path(path)).blocks().stream()
                .allMatch(
                    block ->
                        (ssd == 0
                                ? block.on(StorageType.SSD) == 0
                                : block.on(StorageType.SSD) >= ssd)
                            && block.on(StorageType.SSD) + block.on(StorageType.DISK) == replicas));
  }

  /** {@code hdfs ldm}. */
  DaemonCluster.Result ldm(String user, String... arguments) throws Exception {
    return cluster.run(
        cluster.host("client"), user, "io.tierline.ldm.client.admin.LdmAdmin", arguments);
  }

  /** Without the tables' line breaks. */
  static String flat(DaemonCluster.Result result) {
    return result.output().replaceAll("\\s+", " ");
  }

  /** A job as {@code hadoop jar} runs it, told apart as a workflow's by its tag. */
  DaemonCluster.Result tera(String program, String node, String... arguments) throws Exception {
    List<String> all =
        Stream.concat(
                Stream.of(
                    program,
                    "-Dmapreduce.job.maps=1",
                    "-Dmapreduce.terasort.output.replication=2",
                    "-Dmapreduce.job.tags=tierline:tera/" + node,
                    "-Dmapreduce.workflow.adjacency.gen=sort"),
                Stream.of(arguments))
            .toList();
    return cluster.run(
        cluster.host("client"),
        USER,
        "org.apache.hadoop.examples.ExampleDriver",
        all.toArray(new String[0]));
  }
}
