/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.gateway.Gateway;
import io.tierline.ldm.gateway.config.GatewayKeys;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;

/** A gateway of lineage that follows a real Oozie server and tells an embedded NameNode. */
final class RunningGateway implements AutoCloseable {
  private final Configuration conf;
  private final Gateway gateway;

  private RunningGateway(Configuration conf) throws IOException {
    this.conf = conf;
    this.gateway = Gateway.open(conf);
  }

  /**
   * Starts it.
   *
   * @param cluster one in which this process's user may speak for others
   * @param directory for what it keeps
   */
  static RunningGateway start(LdmCluster cluster, RealOozie oozie, Path directory)
      throws IOException {
    Configuration conf = new Configuration(cluster.embedded().configuration());
    conf.set(GatewayKeys.OOZIE_URL.key(), oozie.url().toString());
    conf.set(GatewayKeys.OOZIE_INTERVAL.key(), "200ms");
    conf.set(GatewayKeys.OOZIE_COORDINATOR_INTERVAL.key(), "200ms");
    return start(conf, cluster, directory);
  }

  /** The same without an Oozie server. */
  static RunningGateway start(LdmCluster cluster, Path directory) throws IOException {
    return start(new Configuration(cluster.embedded().configuration()), cluster, directory);
  }

  private static RunningGateway start(Configuration conf, LdmCluster cluster, Path directory)
      throws IOException {
    InetSocketAddress nameNode = cluster.embedded().hdfs().getNameNode().getHttpAddress();
    conf.set(GatewayKeys.NAME_NODES.key(), "http://" + NetUtils.getHostPortString(nameNode));
    conf.set(GatewayKeys.HTTP_ADDRESS.key(), "localhost:0");
    conf.set(GatewayKeys.DIRECTORY.key(), directory.toString());
    return new RunningGateway(conf);
  }

  Configuration configuration() {
    return conf;
  }

  /** Asks the gateway itself. */
  LdmClient client() {
    return new LdmClient(web(), conf);
  }

  /** Where it listens. */
  URI web() {
    return URI.create("http://localhost:" + gateway.address().getPort());
  }

  /** Events that were taken and not told yet. */
  int waiting() {
    return gateway.waiting();
  }

  @Override
  public void close() {
    gateway.close();
  }
}
