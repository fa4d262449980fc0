/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.config;

import io.tierline.common.Rows;
import io.tierline.common.Setting;
import io.tierline.common.Settings;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.http.HttpConfig;
import org.apache.hadoop.net.NetUtils;

/** All keys of the gateway, one row each. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class GatewayKeys {
  /** The file that an operator may write the keys into; they may stand in hdfs-site.xml as well. */
  public static final String SITE_RESOURCE = "tierline-gateway-site.xml";

  /** What all keys begin with. */
  public static final String PREFIX = "tierline.gateway.";

  /** What began the names of Oozie's keys while they were a NameNode's. */
  static final String OOZIE_BEFORE = "tierline.ldm.oozie.";

  /** What begins them now. */
  static final String OOZIE_NOW = PREFIX + "oozie.";

  private static final Rows ROWS = new Rows(PREFIX);

  /** Hadoop's connections count the milliseconds of a timeout with an int. */
  private static final Duration MOST_MILLIS = Duration.ofMillis(Integer.MAX_VALUE);

  private static final int MOST_JOBS = 100_000;

  public static final Setting<InetSocketAddress> HTTP_ADDRESS =
      ROWS.of("http-address", "0.0.0.0:9877", "HOST:PORT", GatewayKeys::address)
          .doc(
              """
          Where the gateway's web server listens: its page, REST and metrics (/prom).""");

  public static final Setting<HttpConfig.Policy> HTTP_POLICY =
      ROWS.of(
              "http-policy",
              HttpConfig.Policy.HTTP_ONLY.name(),
              "HTTP_ONLY, HTTPS_ONLY or HTTP_AND_HTTPS",
              text -> HttpConfig.Policy.valueOf(text.strip().toUpperCase(Locale.ROOT)))
          .doc(
              """
          Whether the web server speaks HTTP, HTTPS or both. HTTPS takes its key from the file
          that dfs.https.server.keystore.resource names (ssl-server.xml), as HDFS's daemons
          do. With HTTP, API keys cross the network unencrypted.""");

  public static final Setting<InetSocketAddress> HTTPS_ADDRESS =
      ROWS.of("https-address", "0.0.0.0:9878", "HOST:PORT", GatewayKeys::address)
          .doc(
              """
          Where the web server listens for HTTPS.""");

  public static final Setting<String> PRINCIPAL =
      ROWS.of("kerberos.principal", "", "a principal", String::strip)
          .doc(
              """
          The principal that the gateway logs in as if security is on, such as
          tierline/_HOST@REALM. NameNodes must allow this user to impersonate the users whose
          jobs it reports (hadoop.proxyuser.*).""");

  public static final Setting<String> WEB_PRINCIPAL =
      ROWS.of("web.kerberos.principal", "HTTP/_HOST", "a principal", String::strip)
          .doc(
              """
          The principal of the gateway's web server if security is on.""");

  public static final Setting<String> KEYTAB =
      ROWS.of("keytab.file", "", "a file", String::strip)
          .doc(
              """
          The keytab file with the keys of both principals.""");

  public static final Setting<String> ADMINS =
      ROWS.of("admins", "", "users, and after a blank groups", Function.identity())
          .doc(
              """
          Users, and after a blank groups, who may see what the gateway knows of all jobs.
          Others see only their own.""");

  public static final Setting<Path> DIRECTORY =
      ROWS.of(
              "directory",
              "/var/lib/tierline/gateway",
              "a directory",
              text -> Path.of(text.strip()))
          .doc(
              """
          Local directory for the gateway's state. Each gateway needs its own.""");

  public static final Setting<List<URI>> NAME_NODES =
      ROWS.addresses("namenodes", "")
          .doc(
              """
          The NameNodes' web servers, as http://HOST:PORT, separated by commas. If empty,
          those that hdfs-site.xml names for the default file system.""");

  public static final Setting<Duration> NAME_NODE_TIMEOUT =
      ROWS.duration("namenode.timeout", "30s")
          .atMost(MOST_MILLIS)
          .doc(
              """
          How long the gateway waits for a NameNode's answer.""");

  public static final Setting<Duration> REFRESH =
      ROWS.duration("refresh", "1d")
          .doc(
              """
          How often jobs that still run or are still to come are reported again. A quarter of
          the NameNode's tierline.ldm.live.lost-after counts instead if it is shorter, because
          the NameNode forgets jobs after that time.""");

  public static final Setting<Optional<URI>> OOZIE_URL =
      ROWS.of("oozie.url", "", "a URL such as http://oozie:11000/oozie", GatewayKeys::folder)
          .doc(
              """
          The web services of the Oozie server to follow, such as http://oozie:11000/oozie. If
          empty, none is followed. The gateway asks as its own user: by SPNEGO if security is
          on, otherwise by name.""");

  public static final Setting<Boolean> OOZIE_DO_AS =
      ROWS.flag("oozie.do-as", false)
          .doc(
              """
          Whether the gateway asks Oozie for each job in the name of the job's user, so that
          it needs no rights of an administrator. Oozie must allow the gateway's user to do so
          (oozie.service.ProxyUserService.proxyuser.USER.hosts and .groups); otherwise nothing
          is followed. Lists of jobs are always asked for in the gateway's own name.""");

  public static final Setting<Duration> OOZIE_INTERVAL =
      ROWS.duration("oozie.interval", "10s")
          .doc(
              """
          Time between the end of one poll of Oozie and the next. While Oozie does not answer,
          it doubles, up to five minutes.""");

  public static final Setting<Duration> OOZIE_TIMEOUT =
      ROWS.duration("oozie.timeout", "10s")
          .atMost(MOST_MILLIS)
          .doc(
              """
          How long the gateway waits for Oozie's answer.""");

  public static final Setting<Integer> OOZIE_WORKFLOWS_MAX =
      ROWS.integer("oozie.workflows.max", "1000")
          .atLeast(1)
          .atMost(MOST_JOBS)
          .doc(
              """
          Most Oozie workflows followed at a time, and most coordinators. Each costs one
          request per poll. If there are more, each user gets an equal share.""");

  public static final Setting<Duration> OOZIE_COORDINATOR_INTERVAL =
      ROWS.duration("oozie.coordinator-interval", "1m")
          .doc(
              """
          Time between two polls of Oozie's coordinators. Each running one costs one request
          per poll.""");

  public static final Setting<Duration> OOZIE_COORDINATOR_WINDOW =
      ROWS.duration("oozie.coordinator-window", "1d")
          .doc(
              """
          How far ahead the scheduled actions of Oozie's coordinators count as readers and
          writers of their datasets.""");

  public static final Setting<Integer> OOZIE_COORDINATOR_ACTIONS_MAX =
      ROWS.integer("oozie.coordinator-actions.max", "2000")
          .atLeast(0)
          .atMost(MOST_JOBS)
          .doc(
              """
          Most scheduled actions of Oozie's coordinators known at a time; of one coordinator
          the 500 earliest. If there are more, each user gets an equal share. Each action
          counts as a workflow for tierline.ldm.workflows.max, and its jobs for
          tierline.ldm.live.jobs.max. With 0, coordinators are not followed.""");

  public static final Setting<Long> OOZIE_ANSWER_MAX =
      ROWS.size("oozie.answer.max-bytes", "16m")
          .atLeast(1L << 10)
          .atMost(1L << 30)
          .doc(
              """
          Largest answer of Oozie that is accepted.""");

  public static final Setting<Boolean> OPENLINEAGE_ENABLED =
      ROWS.flag("openlineage.enabled", true)
          .doc(
              """
          Whether the gateway accepts OpenLineage's run events, at /api/v1/lineage of its web
          server.""");

  public static final Setting<String> OPENLINEAGE_API_KEYS =
      ROWS.of("openlineage.api-keys.file", "", "a file", String::strip)
          .doc(
              """
          File with the API keys of clients that send events without Kerberos: one line "USER
          = HASH" each, as "hdfs lineagegateway -newApiKey USER" prints it. Only its owner may
          have access to it. Changes take effect within seconds. If empty, no API key is
          accepted.""");

  public static final Setting<Long> OPENLINEAGE_REQUEST_MAX =
      ROWS.size("openlineage.request.max-bytes", "4m")
          .atLeast(1L << 10)
          .atMost(64L << 20)
          .doc(
              """
          Largest request with events that is accepted, after decompression.""");

  public static final Setting<Long> OPENLINEAGE_QUEUE_MAX =
      ROWS.size("openlineage.queue.max-bytes", "256m")
          .atLeast(1L << 20)
          .atMost(1L << 40)
          .doc(
              """
          Most disk space for accepted events that are not reported yet. No user may take more
          than what is free, so one user gets at most half of it. If there is no room,
          requests are answered with 503.""");

  public static final Setting<Integer> OPENLINEAGE_RUNS_MAX =
      ROWS.integer("openlineage.runs.max", "20000")
          .atLeast(1)
          .atMost(1 << 20)
          .doc(
              """
          Most OpenLineage runs remembered at a time, an equal share for each user; fewer if
          they name many datasets. The least recently seen are forgotten first.""");

  public static final Setting<Double> OPENLINEAGE_NAME_NODE_SHARE =
      ROWS.share("openlineage.namenode.share", "25%")
          .above(0.0)
          .doc(
              """
          The share of time in which the gateway may report events to a NameNode, so that a
          flood of them does not keep it busy. Waiting events are reported in fewer, larger
          requests.""");

  /** All of them; described in {@code tierline-gateway-default.xml}. */
  public static final Settings ALL = new Settings(ROWS.all());

  private GatewayKeys() {}

  private static InetSocketAddress address(String text) {
    return NetUtils.createSocketAddr(text.strip(), -1);
  }

  /** What is below it is found by resolving names. */
  private static Optional<URI> folder(String text) {
    String url = text.strip();
    if (url.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(Rows.address(url.endsWith("/") ? url : url + "/"));
  }
}
