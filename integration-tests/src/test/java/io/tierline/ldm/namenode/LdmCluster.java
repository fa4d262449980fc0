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

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.rest.LdmServlet;
import io.tierline.ldm.namenode.rest.RestParts;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.testing.cluster.BlockReplicas;
import io.tierline.testing.cluster.EmbeddedCluster;
import io.tierline.testing.cluster.EmbeddedClusterBuilder;
import io.tierline.testing.cluster.FsckReport;
import io.tierline.testing.cluster.ReplicaCensus;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils;

/**
 * An embedded HDFS with LDM loaded as conf/hdfs-site-ldm.xml does, and what its tests ask of it.
 */
final class LdmCluster implements AutoCloseable {
  static final int BLOCK = 1 << 20;

  private static final int POLL_MILLIS = 50;

  private final EmbeddedCluster cluster;
  private final LdmClient client;

  private LdmCluster(EmbeddedCluster cluster) {
    this.cluster = cluster;
    String http = NetUtils.getHostPortString(cluster.hdfs().getNameNode().getHttpAddress());
    this.client = new LdmClient(URI.create("http://" + http), cluster.configuration());
  }

  static LdmCluster start(UnaryOperator<EmbeddedClusterBuilder> change) throws IOException {
    EmbeddedClusterBuilder builder =
        EmbeddedCluster.builder()
            .blockSize(BLOCK)
            .configure(conf -> conf.addResource(new Path(conf("hdfs-site-ldm.xml").toUri())))
            // Where blocks are placed is one thing, where they are moved to another.
            .configure(conf -> conf.set(MigrationKeys.MODE.key(), "off"))
            // How busy the machine is must not decide where a block lies, nor how long ago the
            // first block of its dataset was written.
            .configure(conf -> conf.set(PlacementKeys.BUDGET.key(), "10s"))
            .configure(conf -> conf.set(PlacementKeys.VALUE_MODEL.key(), "quotient"));
    LdmCluster started = new LdmCluster(change.apply(builder).start());
    try {
      // Where LDM did not start there is none.
      await(
          "the lineage",
          () ->
              started.service() == null
                  || started.service().state().isCurrent()
                  || started.service().state().refusal().isPresent());
    } catch (Exception e) {
      started.close();
      throw new IOException(e);
    }
    return started;
  }

  /** The same; this process's user may speak for others, as a gateway's does. */
  static LdmCluster startForGateway(UnaryOperator<EmbeddedClusterBuilder> change)
      throws IOException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    return start(
        b ->
            change
                .apply(b)
                .configure(
                    conf -> {
                      conf.set("hadoop.proxyuser." + user + ".hosts", "*");
                      conf.set("hadoop.proxyuser." + user + ".groups", "*");
                    }));
  }

  /** A file of the conf/ folder at the root of the source tree. */
  static java.nio.file.Path conf(String name) {
    java.nio.file.Path here = java.nio.file.Path.of("").toAbsolutePath();
    while (!java.nio.file.Files.isDirectory(here.resolve("conf"))) {
      here = here.getParent();
    }
    return here.resolve("conf").resolve(name);
  }

  /** Registers a chain in which one job writes /out and that many others read it. */
  void registerReaders(String id, String path, int readers) throws IOException {
    StringBuilder jobs = new StringBuilder("{\"name\":\"writer\",\"writes\":[\"" + path + "\"]}");
    for (int i = 0; i < readers; i++) {
      jobs.append(
          ",{\"name\":\"reader%d\",\"after\":[\"writer\"],\"reads\":[\"%s\"]}".formatted(i, path));
    }
    register("{\"id\":\"" + id + "\",\"jobs\":[" + jobs + "]}");
  }

  void register(String json) throws IOException {
    client.register(new LineageDocument(json).read(""));
  }

  void write(String path, int blocks) throws Exception {
    try (OutputStream out = fileSystem().create(new Path(path))) {
      out.write(new byte[blocks * BLOCK]);
    }
    awaitReplicas(path);
  }

  /** A file is closed with one replica of its last block reported; the others follow at once. */
  void awaitReplicas(String path) throws Exception {
    Path file = new Path(path);
    awaitReplicas(fileSystem(), file, fileSystem().getFileStatus(file).getReplication());
  }

  /** Waits until every block of a file has so many replicas. */
  static void awaitReplicas(DistributedFileSystem hdfs, Path file, int replicas) throws Exception {
    await(
        replicas + " replicas of each block of " + file,
        () -> {
          try {
            return Arrays.stream(hdfs.getFileBlockLocations(file, 0, Long.MAX_VALUE))
                .allMatch(block -> block.getStorageIds().length == replicas);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  ReplicaCensus census(String path) throws IOException {
    return ReplicaCensus.of(fileSystem(), new Path(path));
  }

  /** Once all replicas of all blocks are reported; those of the last one follow a file's end. */
  void assertReplicas(String path, int ssd, int disk) throws Exception {
    List<BlockReplicas> blocks = settled(path, ssd + disk);
    assertThat(blocks).isNotEmpty();
    assertThat(blocks)
        .allSatisfy(
            block -> {
              assertThat(block.on(StorageType.SSD)).as("on SSD: %s", block).isEqualTo(ssd);
              assertThat(block.on(StorageType.DISK)).as("on DISK: %s", block).isEqualTo(disk);
            });
  }

  private List<BlockReplicas> settled(String path, int replicas) throws Exception {
    AtomicReference<List<BlockReplicas>> seen = new AtomicReference<>();
    await(
        replicas + " replicas of all blocks below " + path,
        () -> {
          try {
            seen.set(census(path).blocks());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return seen.get().stream().allMatch(block -> block.replicas().size() == replicas);
        });
    return seen.get();
  }

  void assertClean(String path) throws IOException {
    FsckReport report = FsckReport.of(cluster.configuration(), new Path(path));
    assertThat(report.isClean()).as(report.text()).isTrue();
  }

  /** The storage policy in force at the path. */
  String policy(String path) {
    try {
      return fileSystem().getStoragePolicy(new Path(path)).getName();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for something that a daemon's own thread brings about. */
  static void await(String what, BooleanSupplier condition) throws Exception {
    try {
      GenericTestUtils.waitFor(condition::getAsBoolean, POLL_MILLIS, 180_000);
    } catch (java.util.concurrent.TimeoutException e) {
      throw new AssertionError("never came: " + what, e);
    }
  }

  /** What a user asks of LDM. */
  @FunctionalInterface
  interface Request {
    JsonNode send(LdmClient client) throws IOException;
  }

  JsonNode as(String user, Request request) throws Exception {
    return UserGroupInformation.createRemoteUser(user)
        .doAs((PrivilegedExceptionAction<JsonNode>) () -> request.send(client));
  }

  void assertRefused(String user, String status, Request request) {
    assertThatThrownBy(() -> as(user, request))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("answered " + status);
  }

  RestParts service() {
    return (RestParts)
        cluster.hdfs().getNameNode().getHttpServer().getAttribute(LdmServlet.PARTS_ATTRIBUTE);
  }

  LdmMetrics metrics() {
    return service().metrics();
  }

  EmbeddedCluster embedded() {
    return cluster;
  }

  DistributedFileSystem fileSystem() throws IOException {
    return cluster.fileSystem();
  }

  LdmClient client() {
    return client;
  }

  @Override
  public void close() {
    cluster.close();
  }
}
