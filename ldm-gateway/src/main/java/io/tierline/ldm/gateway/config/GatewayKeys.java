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
          do. API keys cross the network as they are with HTTP.""");

  public static final Setting<InetSocketAddress> HTTPS_ADDRESS =
      ROWS.of("https-address", "0.0.0.0:9878", "HOST:PORT", GatewayKeys::address)
          .doc(
              """
          Where the web server listens for HTTPS.""");

  public static final Setting<String> PRINCIPAL =
      ROWS.of("kerberos.principal", "", "a principal", String::strip)
          .doc(
              """
          Whom the gateway logs in as where security is on, such as tierline/_HOST@REALM.
          NameNodes must allow this user to impersonate those whose jobs it tells of
          (hadoop.proxyuser.*).""");

  public static final Setting<String> WEB_PRINCIPAL =
      ROWS.of("web.kerberos.principal", "HTTP/_HOST", "a principal", String::strip)
          .doc(
              """
          Whom the gateway's web server is to browsers and clients where security is on.""");

  public static final Setting<String> KEYTAB =
      ROWS.of("keytab.file", "", "a file", String::strip)
          .doc(
              """
          The file with the keys of both principals.""");

  public static final Setting<String> ADMINS =
      ROWS.of("admins", "", "users, and after a blank groups", Function.identity())
          .doc(
              """
          Users, and after a blank groups, who may see what the gateway knows of everybody's
          jobs. Others see their own.""");

  public static final Setting<Path> DIRECTORY =
      ROWS.of(
              "directory",
              "/var/lib/tierline/gateway",
              "a directory",
              text -> Path.of(text.strip()))
          .doc(
              """
          Local directory for what outlives the gateway's process. Two gateways have one each.""");

  public static final Setting<List<URI>> NAME_NODES =
      ROWS.addresses("namenodes", "")
          .doc(
              """
          The NameNodes' web servers, as http://HOST:PORT, separated by commas. Empty: those
          that hdfs-site.xml names for the default file system.""");

  public static final Setting<Duration> NAME_NODE_TIMEOUT =
      ROWS.duration("namenode.timeout", "30s")
          .atMost(MOST_MILLIS)
          .doc(
              """
          How long a NameNode may take for an answer.""");

  public static final Setting<Duration> REFRESH =
      ROWS.duration("refresh", "1d")
          .doc(
              """
          After how long what still runs, or is still to come, is told again; a quarter of the
          NameNode's tierline.ldm.live.lost-after, after which it would be forgotten, where
          that is shorter.""");

  public static final Setting<Optional<URI>> OOZIE_URL =
      ROWS.of("oozie.url", "", "a URL such as http://oozie:11000/oozie", GatewayKeys::folder)
          .doc(
              """
          Where the web services of the Oozie server are whose running workflows are followed,
          such as http://oozie:11000/oozie. Empty: none. The gateway asks as its own user: by
          SPNEGO where security is on, else by name.""");

  public static final Setting<Boolean> OOZIE_DO_AS =
      ROWS.flag("oozie.do-as", false)
          .doc(
              """
          Whether Oozie is asked of each job in the name of the job's user, so that the
          gateway sees of it what that user may see and needs no rights of an administrator.
          Oozie must let the gateway's user do so
          (oozie.service.ProxyUserService.proxyuser.USER.hosts and .groups); where it does
          not, nothing is followed. Lists of jobs are asked for in the gateway's own name.""");

  public static final Setting<Duration> OOZIE_INTERVAL =
      ROWS.duration("oozie.interval", "10s")
          .doc(
              """
          Time between the end of one look at Oozie and the next. While Oozie does not answer
          it doubles, up to five minutes.""");

  public static final Setting<Duration> OOZIE_TIMEOUT =
      ROWS.duration("oozie.timeout", "10s")
          .atMost(MOST_MILLIS)
          .doc(
              """
          How long Oozie may take for an answer.""");

  public static final Setting<Integer> OOZIE_WORKFLOWS_MAX =
      ROWS.integer("oozie.workflows.max", "1000")
          .atLeast(1)
          .atMost(MOST_JOBS)
          .doc(
              """
          Workflows of Oozie followed at a time, and as many coordinators; each costs one
          request per look. Where there are more, each user has an equal part.""");

  public static final Setting<Duration> OOZIE_COORDINATOR_INTERVAL =
      ROWS.duration("oozie.coordinator-interval", "1m")
          .doc(
              """
          Time between two looks at Oozie's coordinators; each that runs costs one request per
          look.""");

  public static final Setting<Duration> OOZIE_COORDINATOR_WINDOW =
      ROWS.duration("oozie.coordinator-window", "1d")
          .doc(
              """
          How far ahead the actions of Oozie's coordinators are known as readers and writers
          of their datasets, with the times at which they are due.""");

  public static final Setting<Integer> OOZIE_COORDINATOR_ACTIONS_MAX =
      ROWS.integer("oozie.coordinator-actions.max", "2000")
          .atLeast(0)
          .atMost(MOST_JOBS)
          .doc(
              """
          Actions of Oozie's coordinators to come that are known at a time, at most 500 of one
          coordinator, the earliest, and where there are more of each user an equal part; each
          is a workflow by tierline.ldm.workflows.max, its jobs count by
          tierline.ldm.live.jobs.max. 0: coordinators are not asked for.""");

  public static final Setting<Long> OOZIE_ANSWER_MAX =
      ROWS.size("oozie.answer.max-bytes", "16m")
          .atLeast(1L << 10)
          .atMost(1L << 30)
          .doc(
              """
          Largest answer of Oozie that is read.""");

  public static final Setting<Boolean> OPENLINEAGE_ENABLED =
      ROWS.flag("openlineage.enabled", true)
          .doc(
              """
          Whether OpenLineage's run events are taken, at /api/v1/lineage of the gateway's web
          server.""");

  public static final Setting<String> OPENLINEAGE_API_KEYS =
      ROWS.of("openlineage.api-keys.file", "", "a file", String::strip)
          .doc(
              """
          File with the keys of those who send events without Kerberos, a line "USER = HASH"
          each, as "hdfs lineagegateway -newApiKey USER" prints it. Only its owner may have
          any right to it. A change holds within seconds. Empty: no key opens anything.""");

  public static final Setting<Long> OPENLINEAGE_REQUEST_MAX =
      ROWS.size("openlineage.request.max-bytes", "4m")
          .atLeast(1L << 10)
          .atMost(64L << 20)
          .doc(
              """
          Largest request with events that is read, unpacked.""");

  public static final Setting<Long> OPENLINEAGE_QUEUE_MAX =
      ROWS.size("openlineage.queue.max-bytes", "256m")
          .atLeast(1L << 20)
          .atMost(1L << 40)
          .doc(
              """
          What events that were taken and not told yet may have in the queue on disk. No user
          may have more than what is free, so one user has half of it at most. Where there is
          no room, requests are answered with 503.""");

  public static final Setting<Integer> OPENLINEAGE_RUNS_MAX =
      ROWS.integer("openlineage.runs.max", "20000")
          .atLeast(1)
          .atMost(1 << 20)
          .doc(
              """
          Runs of OpenLineage remembered at a time, each user an equal part; fewer when they
          name many datasets. The least recently heard of are forgotten first.""");

  public static final Setting<Double> OPENLINEAGE_NAME_NODE_SHARE =
      ROWS.share("openlineage.namenode.share", "25%")
          .above(0.0)
          .doc(
              """
          What part of the time a NameNode may be asked to take in events, so that no flood of
          them keeps it busy. What waits meanwhile is told in fewer, larger reports.""");

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
