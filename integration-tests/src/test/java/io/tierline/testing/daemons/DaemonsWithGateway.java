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
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.ldm.gateway.LineageGateway;
import io.tierline.ldm.gateway.config.GatewayKeys;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** A NameNode with LDM, a DataNode, and a gateway of lineage that takes run events. */
final class DaemonsWithGateway implements AutoCloseable {
  static final String GATEWAY = "gateway";

  private static final String HDFS_JARS = "share/hadoop/hdfs/lib";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final DaemonCluster cluster;
  private final LdmOnDaemons users;
  private final URI gateway;

  /** Nothing is started yet, so that hosts may still be changed. */
  DaemonsWithGateway() throws IOException {
    Path root = Files.createDirectories(Path.of("target/daemons"));
    cluster = new DaemonCluster(Files.createTempDirectory(root.toAbsolutePath(), "gateway-"), 1, 1);
    users = new LdmOnDaemons(cluster);
    cluster
        .nameNodeHost(1)
        .copyJar("ldm-namenode", HDFS_JARS)
        .add(Host.HDFS, "hdfs-site-ldm.xml")
        .set(Host.CORE, "hadoop.proxyuser.gateway.hosts", "*")
        .set(Host.CORE, "hadoop.proxyuser.gateway.users", "*");
    Host host =
        cluster.host(GATEWAY).copyJar("ldm-namenode", HDFS_JARS).copyJar("ldm-gateway", HDFS_JARS);
    String site = GatewayKeys.SITE_RESOURCE;
    int port = DaemonCluster.freePort();
    host.add(site, site);
    host.set(site, GatewayKeys.HTTP_ADDRESS.key(), "127.0.0.1:" + port);
    host.set(site, GatewayKeys.DIRECTORY.key(), host.home().resolve("gateway").toString());
    host.set(site, GatewayKeys.OPENLINEAGE_QUEUE_MAX.key(), "16m");
    gateway = URI.create("http://127.0.0.1:" + port);
  }

  DaemonCluster cluster() {
    return cluster;
  }

  LdmOnDaemons users() {
    return users;
  }

  /** Where the gateway listens. */
  URI gateway() {
    return gateway;
  }

  void startHdfs() throws Exception {
    cluster.formatAndStartNameNodes();
    cluster.startDataNode("datanode1");
    users.awaitReady(1);
  }

  Daemon startGateway() throws Exception {
    Daemon daemon = cluster.start(GATEWAY, GATEWAY, LineageGateway.class.getName());
    cluster.await("the gateway", () -> !cluster.get(gateway, "/ldm/v1/status").isEmpty());
    return daemon;
  }

  /** Waits until nothing that was acknowledged waits any more. */
  void awaitTold() throws Exception {
    cluster.await("all to be told", () -> waiting() == 0);
  }

  /** Run events that wait; -1 while the gateway does not answer. */
  int waiting() throws IOException {
    return MAPPER
        .readTree(cluster.get(gateway, "/ldm/v1/openlineage?user.name=gateway"))
        .path("waiting")
        .asInt(-1);
  }

  /** A metric of the gateway's. */
  long metric(String name) throws IOException {
    JsonNode beans =
        MAPPER
            .readTree(
                cluster.get(gateway, "/jmx?qry=Hadoop:service=LineageGateway,name=TierlineGateway"))
            .path("beans");
    return beans.get(0).path(name).asLong();
  }

  @Override
  public void close() {
    cluster.close();
  }
}
