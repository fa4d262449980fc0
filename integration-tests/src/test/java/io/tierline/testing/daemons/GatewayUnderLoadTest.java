/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.gateway.LineageGateway;
import io.tierline.ldm.gateway.config.GatewayKeys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A gateway and a NameNode in processes of their own. Killed under load the gateway loses nothing
 * that it has acknowledged, and a flood of run events is no matter of the NameNode's: extended, a
 * minute of it, else some seconds. What was measured is left in {@code target/gateway-flood.txt}.
 */
@Tag("integration")
class GatewayUnderLoadTest {
  private static final String HDFS_JARS = "share/hadoop/hdfs/lib";
  private static final List<String> USERS = List.of("ann", "bob", "eve");
  private static final int JOBS = 1_500;
  private static final int JOBS_PER_CHAIN = 50;
  private static final int KILLS = 3;
  private static final long RETRY_MILLIS = 50;

  private static final int EVENTS_PER_SECOND = 10_000;
  private static final int EVENTS_PER_REQUEST = 100;
  private static final int SENDERS = 4;
  private static final int RUNS = 200;
  private static final int ALLOCATIONS = 1_000;
  private static final int SECONDS = 5;
  private static final int SECONDS_EXTENDED = 60;
  private static final long MORE_HEAP = 32L << 20;

  /** With what requests under way have allocated since the collection. */
  private static final long MORE_HEAP_MEANWHILE = 96L << 20;

  /** Of the pool that answers LDM's REST, and of the web server. */
  private static final int MORE_THREADS = 24;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private DaemonCluster cluster;
  private LdmOnDaemons users;
  private URI gateway;
  private URI fileSystem;

  @BeforeEach
  void start() throws Exception {
    java.nio.file.Path root = Files.createDirectories(java.nio.file.Path.of("target/daemons"));
    cluster = new DaemonCluster(Files.createTempDirectory(root.toAbsolutePath(), "gateway-"), 1, 1);
    users = new LdmOnDaemons(cluster);
    cluster
        .nameNodeHost(1)
        .copyJar("ldm-namenode", HDFS_JARS)
        .add(Host.HDFS, "hdfs-site-ldm.xml")
        .set(Host.CORE, "hadoop.proxyuser.gateway.hosts", "*")
        .set(Host.CORE, "hadoop.proxyuser.gateway.users", "*");
    cluster.formatAndStartNameNodes();
    cluster.startDataNode("datanode1");
    users.awaitReady(1);
    fileSystem = users.files().getUri();
    String site = GatewayKeys.SITE_RESOURCE;
    Host host =
        cluster
            .host("gateway")
            .copyJar("ldm-namenode", HDFS_JARS)
            .copyJar("ldm-gateway", HDFS_JARS);
    int port = DaemonCluster.freePort();
    host.add(site, site);
    host.set(site, GatewayKeys.HTTP_ADDRESS.key(), "127.0.0.1:" + port);
    host.set(site, GatewayKeys.DIRECTORY.key(), host.home().resolve("gateway").toString());
    host.set(site, GatewayKeys.OPENLINEAGE_QUEUE_MAX.key(), "16m");
    gateway = URI.create("http://127.0.0.1:" + port);
    startGateway();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private Daemon startGateway() throws Exception {
    Daemon daemon = cluster.start("gateway", "gateway", LineageGateway.class.getName());
    cluster.await("the gateway", () -> !cluster.get(gateway, "/ldm/v1/status").isEmpty());
    return daemon;
  }

  private String event(String type, String run, String chain, String job) {
    return """
        {"eventType": "%s", "run": {"runId": "%s"}, "job": {"namespace": "%s", "name": "%s"},
         "outputs": [{"namespace": "%s", "name": "/tmp/%s/%s"}]}"""
        .formatted(type, run, chain, job, fileSystem, chain, job);
  }

  /** The status; 0 where nobody answers. */
  private int send(String user, String events) throws InterruptedException {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(gateway.resolve("/api/v1/lineage?user.name=" + user))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(events))
              .build();
      return http.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return 0;
    }
  }

  private void awaitTold() throws Exception {
    cluster.await(
        "all to be told",
        () ->
            MAPPER
                    .readTree(cluster.get(gateway, "/ldm/v1/openlineage?user.name=gateway"))
                    .path("waiting")
                    .asInt(-1)
                == 0);
  }

  private Set<String> known(String user) throws Exception {
    Set<String> known = new TreeSet<>();
    for (JsonNode workflow : users.as(user, LdmClient::list).path("workflows")) {
      String id = workflow.path("id").asText();
      users
          .as(user, client -> client.workflow(id))
          .at("/lineage/jobs")
          .forEach(job -> known.add(job.path("name").asText()));
    }
    return known;
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void killedUnderLoadItLosesNothingThatItHasAcknowledged() throws Exception {
    Map<String, Set<String>> acknowledged = new ConcurrentHashMap<>();
    USERS.forEach(user -> acknowledged.put(user, ConcurrentHashMap.newKeySet()));
    AtomicInteger next = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(SENDERS);
    Daemon daemon = cluster.daemon("gateway");
    try {
      for (int sender = 0; sender < SENDERS; sender++) {
        threads.submit(() -> sendAll(next, acknowledged));
      }
      for (int kill = 1; kill <= KILLS; kill++) {
        int until = kill * JOBS / (KILLS + 1);
        cluster.await("load", () -> next.get() >= until);
        daemon.kill();
        daemon = startGateway();
      }
      threads.shutdown();
      assertThat(threads.awaitTermination(10, TimeUnit.MINUTES)).isTrue();
    } finally {
      threads.shutdownNow();
    }
    awaitTold();
    for (String user : USERS) {
      assertThat(acknowledged.get(user)).as(user).hasSize(JOBS / USERS.size());
      // No more than these either: what was sent or told twice counts once.
      assertThat(known(user)).as(user).isEqualTo(new TreeSet<>(acknowledged.get(user)));
    }
  }

  /** Each job is sent until it is acknowledged, as clients do that try again. */
  private Void sendAll(AtomicInteger next, Map<String, Set<String>> acknowledged)
      throws InterruptedException {
    for (int n = next.getAndIncrement(); n < JOBS; n = next.getAndIncrement()) {
      String user = USERS.get(n % USERS.size());
      String job = "job-" + n;
      String event = event("START", "run-" + n, "chain-" + n / JOBS_PER_CHAIN, job);
      while (send(user, event) != 201) {
        TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
      }
      acknowledged.get(user).add(job);
    }
    return null;
  }

  /** What a NameNode is seen to do. */
  private record Seen(double medianMillis, double p99Millis, int threads, long heap) {
    @Override
    public String toString() {
      return "addBlock p50 %.2f ms, p99 %.2f ms; %d threads; %d KiB of heap live"
          .formatted(medianMillis, p99Millis, threads, heap >> 10);
    }
  }

  private Seen look(String file) throws Exception {
    long[] nanos = allocations(file);
    Arrays.sort(nanos);
    JsonNode beans =
        MAPPER
            .readTree(cluster.get(cluster.http(1), "/jmx?qry=java.lang:type=Threading"))
            .path("beans");
    return new Seen(
        nanos[nanos.length / 2] / 1e6,
        nanos[nanos.length * 99 / 100] / 1e6,
        beans.get(0).path("ThreadCount").asInt(),
        cluster.daemon("namenode1").liveHeap());
  }

  /** A block is asked for and given up again, over and over. */
  private long[] allocations(String file) throws Exception {
    Path path = new Path(file);
    DFSClient client = users.files().getClient();
    ClientProtocol nameNode = client.getNamenode();
    long[] nanos = new long[ALLOCATIONS];
    try (var out = users.files().create(path)) {
      assertThat(out).as("open, as who asks for blocks must have it").isNotNull();
      HdfsFileStatus status = client.getFileInfo(file);
      for (int i = -ALLOCATIONS / 4; i < ALLOCATIONS; i++) {
        long from = System.nanoTime();
        LocatedBlock block =
            nameNode.addBlock(
                file, client.getClientName(), null, null, status.getFileId(), null, null);
        if (i >= 0) {
          nanos[i] = System.nanoTime() - from;
        }
        nameNode.abandonBlock(block.getBlock(), status.getFileId(), file, client.getClientName());
      }
    }
    return nanos;
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void floodOfEventsIsNoMatterOfTheNameNodes() throws Exception {
    int seconds = Boolean.getBoolean("tierline.extended") ? SECONDS_EXTENDED : SECONDS;
    flood(1, new AtomicBoolean(true), new ConcurrentHashMap<>());
    awaitTold();
    look("/tmp/warm");
    Seen before = look("/tmp/before");
    Map<Integer, LongAdder> answers = new ConcurrentHashMap<>();
    AtomicBoolean goesOn = new AtomicBoolean(true);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    List<Seen> during = new ArrayList<>();
    try {
      var flood = thread.submit(() -> flood(seconds, goesOn, answers));
      while (!flood.isDone()) {
        during.add(look("/tmp/during"));
      }
      flood.get();
    } finally {
      goesOn.set(false);
      thread.shutdownNow();
    }
    awaitTold();
    Seen after = look("/tmp/after");
    Files.writeString(
        java.nio.file.Path.of("target/gateway-flood.txt"),
        "%d s of %d events/s wanted; answers by status, in events: %s%nbefore %s%n%s%nafter  %s%n"
            .formatted(
                seconds,
                EVENTS_PER_SECOND,
                answers,
                before,
                during.stream().map(seen -> "during " + seen).collect(Collectors.joining("\n")),
                after));
    assertThat(answers.keySet()).isSubsetOf(201, 503);
    assertThat(answers.get(201).sum()).isPositive();
    Seen most = during.stream().max((a, b) -> Long.compare(a.heap(), b.heap())).orElseThrow();
    assertThat(most.heap()).isLessThan(before.heap() + MORE_HEAP_MEANWHILE);
    assertThat(after.heap()).isLessThan(before.heap() + MORE_HEAP);
    assertThat(during).allMatch(seen -> seen.threads() <= before.threads() + MORE_THREADS);
    assertThat(users.as("ann", LdmClient::status).at("/state/mode").asText()).isEqualTo("READY");
  }

  /** Sends as many events each second; where the machine is too slow, as many as it can. */
  private Void flood(int seconds, AtomicBoolean goesOn, Map<Integer, LongAdder> answers)
      throws InterruptedException {
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    AtomicLong sent = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(SENDERS);
    for (int sender = 0; sender < SENDERS; sender++) {
      String user = USERS.get(sender % USERS.size());
      threads.submit(
          () -> {
            while (goesOn.get() && System.nanoTime() < end) {
              long due =
                  start + sent.getAndAdd(EVENTS_PER_REQUEST) * 1_000_000_000L / EVENTS_PER_SECOND;
              TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
              int status = send(user, batch(sent.get()));
              answers.computeIfAbsent(status, s -> new LongAdder()).add(EVENTS_PER_REQUEST);
            }
            return null;
          });
    }
    threads.shutdown();
    threads.awaitTermination(10, TimeUnit.MINUTES);
    return null;
  }

  private String batch(long from) {
    return IntStream.range(0, EVENTS_PER_REQUEST)
        .mapToObj(i -> (from + i) % RUNS)
        .map(run -> event("RUNNING", "flood-" + run, "flood-" + run % 10, "job-" + run))
        .collect(Collectors.joining(",", "[", "]"));
  }
}
