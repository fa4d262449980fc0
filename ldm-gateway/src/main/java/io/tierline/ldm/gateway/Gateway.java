/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway;

import io.tierline.ldm.client.ActiveNameNode;
import io.tierline.ldm.gateway.config.GatewayKeys;
import io.tierline.ldm.gateway.config.GatewaySettings;
import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.gateway.oozie.OozieSettings;
import io.tierline.ldm.gateway.oozie.OozieSource;
import io.tierline.ldm.gateway.openlineage.OpenLineageSettings;
import io.tierline.ldm.gateway.openlineage.OpenLineageSource;
import io.tierline.ldm.gateway.rest.GatewayParts;
import io.tierline.ldm.gateway.rest.GatewayRest;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.security.authorize.ProxyUsers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway, put together: the one place that knows every part. Ends them in the reverse order in
 * which it made them.
 */
public final class Gateway implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  private final Configuration conf;
  private final Deque<Closeable> ends = new ArrayDeque<>();
  private final HttpServer2 http;
  private final Optional<OpenLineageSource> lineage;

  /**
   * Starts the gateway, all of it or nothing.
   *
   * @throws IllegalArgumentException when the configuration makes no sense
   */
  public static Gateway open(Configuration given) throws IOException {
    Configuration conf = new Configuration(given);
    GatewaySettings.renameOld(conf)
        .forEach((old, now) -> LOG.warn("the key {} is called {} now", old, now));
    GatewaySettings.unknown(conf).forEach(key -> LOG.warn("nothing reads the key {}", key));
    GatewaySettings settings = GatewaySettings.from(conf);
    return new Gateway(conf, settings, OozieSettings.from(conf), OpenLineageSettings.from(conf));
  }

  /** Makes this process the gateway's user. */
  static void login(Configuration conf) throws IOException {
    UserGroupInformation.setConfiguration(conf);
    if (UserGroupInformation.isSecurityEnabled()) {
      SecurityUtil.login(
          conf,
          GatewayKeys.KEYTAB.key(),
          GatewayKeys.PRINCIPAL.key(),
          GatewaySettings.http(conf).getHostName());
    }
    ProxyUsers.refreshSuperUserGroupsConfiguration(conf);
  }

  private Gateway(
      Configuration conf,
      GatewaySettings settings,
      Optional<OozieSettings> followed,
      Optional<OpenLineageSettings> taken)
      throws IOException {
    this.conf = conf;
    boolean isOpen = false;
    try {
      GatewayMetrics metrics = GatewayMetrics.create();
      ends.push(metrics::close);
      Optional<OozieSource> oozie = Optional.empty();
      if (followed.isPresent()) {
        FileStore runs = new FileStore(settings.directory().resolve("runs"));
        FileStore told = new FileStore(settings.directory().resolve("told"));
        OozieSource source =
            OozieSource.of(
                followed.get(), settings, conf, nameNode(conf, settings), runs, told, metrics);
        ends.push(source::close);
        source.start();
        oozie = Optional.of(source);
      }
      if (taken.isPresent()) {
        OpenLineageSource source =
            new OpenLineageSource(
                taken.get(),
                settings.directory().resolve("events"),
                nameNode(conf, settings),
                metrics);
        ends.push(source::close);
        lineage = Optional.of(source);
      } else {
        lineage = Optional.empty();
      }
      http = GatewayWeb.build(conf, admins(conf));
      GatewayRest.serve(
          http,
          new GatewayParts(conf, admins(conf), settings.nameNodes(), oozie, lineage),
          metrics);
      ends.push(this::stopWeb);
      http.start();
      isOpen = true;
      LOG.info(
          "the gateway of lineage listens at {}, and tells {}", listens(), settings.nameNodes());
    } finally {
      if (!isOpen) {
        close();
      }
    }
  }

  /** Each source has a way of its own: none waits for another's request. */
  private static ActiveNameNode nameNode(Configuration conf, GatewaySettings settings) {
    return new ActiveNameNode(settings.nameNodes(), settings.timeoutMillis(), conf);
  }

  private static AccessControlList admins(Configuration conf) throws IOException {
    AccessControlList admins = new AccessControlList(GatewayKeys.ADMINS.read(conf::get));
    admins.addUser(UserGroupInformation.getLoginUser().getShortUserName());
    return admins;
  }

  private void stopWeb() throws IOException {
    try {
      http.stop();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  /** Where the web server listens, by HTTP where it speaks that. */
  public InetSocketAddress address() {
    return listens().get(0);
  }

  /** Where the web server listens, in all ways that it speaks; HTTP comes first. */
  List<InetSocketAddress> listens() {
    return IntStream.range(0, GatewaySettings.listens(conf).size())
        .mapToObj(http::getConnectorAddress)
        .toList();
  }

  /** Run events that were taken and not told yet. */
  public int waiting() {
    return lineage.map(OpenLineageSource::waiting).orElse(0);
  }

  /** Waits for the end of the web server, which is the end of the process. */
  void join() throws InterruptedException {
    http.join();
  }

  /** May be called twice, by the end of the process too. */
  @Override
  public synchronized void close() {
    while (!ends.isEmpty()) {
      IOUtils.closeStream(ends.pop());
    }
  }
}
