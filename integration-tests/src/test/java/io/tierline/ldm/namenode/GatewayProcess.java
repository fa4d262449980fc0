/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.gateway.LineageGateway;
import io.tierline.ldm.gateway.config.GatewayKeys;
import io.tierline.testing.daemons.DaemonCluster;
import java.io.File;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/**
 * A gateway of lineage of a secure cluster, in a process of its own since there is one login user
 * in each.
 */
final class GatewayProcess implements AutoCloseable {
  private final Process process;
  private final Path log;
  private final URI web;

  private GatewayProcess(Process process, Path log, URI web) {
    this.process = process;
    this.log = log;
    this.web = web;
  }

  /** Starts it; it answers some time later. */
  static GatewayProcess start(Configuration cluster, KerberosRealm realm, URI nameNode, Path keys)
      throws Exception {
    Path home = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "gateway-");
    int port = DaemonCluster.freePort();
    Configuration conf = new Configuration(cluster);
    conf.set(GatewayKeys.NAME_NODES.key(), nameNode.toString());
    conf.set(GatewayKeys.HTTP_ADDRESS.key(), "localhost:" + port);
    conf.set(GatewayKeys.DIRECTORY.key(), home.resolve("kept").toString());
    conf.set(GatewayKeys.PRINCIPAL.key(), realm.principal(KerberosRealm.GATEWAY + "/_HOST"));
    conf.set(GatewayKeys.WEB_PRINCIPAL.key(), realm.principal("HTTP/_HOST"));
    conf.set(GatewayKeys.KEYTAB.key(), realm.keytabOfDaemons());
    conf.set(GatewayKeys.OPENLINEAGE_API_KEYS.key(), keys.toString());
    try (OutputStream out = Files.newOutputStream(home.resolve("core-site.xml"))) {
      conf.writeXml(out);
    }
    Path log = home.resolve("log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.net.preferIPv4Stack=true",
                "-Djava.security.krb5.conf=" + realm.krb5Conf(),
                "-cp",
                home + File.pathSeparator + System.getProperty("java.class.path"),
                LineageGateway.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    return new GatewayProcess(process, log, URI.create("http://localhost:" + port));
  }

  /** Where it listens. */
  URI web() {
    return web;
  }

  /** Whether it has not ended. */
  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public String toString() {
    return "the gateway that logs to " + log;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
