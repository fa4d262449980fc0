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
import io.tierline.ldm.client.LdmClient;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Killed under load a gateway loses nothing that it has acknowledged. */
@Tag("integration")
class GatewayUnderLoadTest {
  private static final List<String> USERS = List.of("ann", "bob", "eve");
  private static final int JOBS = 1_500;
  private static final int JOBS_PER_CHAIN = 50;
  private static final int KILLS = 3;
  private static final int SENDERS = 4;
  private static final long RETRY_MILLIS = 50;

  private final HttpClient http = HttpClient.newHttpClient();
  private DaemonsWithGateway daemons;
  private DaemonCluster cluster;

  @BeforeEach
  void start() throws Exception {
    daemons = new DaemonsWithGateway();
    cluster = daemons.cluster();
    daemons.startHdfs();
    daemons.startGateway();
  }

  @AfterEach
  void stop() {
    daemons.close();
  }

  private String event(String run, String chain, String job) throws Exception {
    return """
        {"eventType": "START", "run": {"runId": "%s"}, "job": {"namespace": "%s", "name": "%s"},
         "outputs": [{"namespace": "%s", "name": "/tmp/%s/%s"}]}"""
        .formatted(run, chain, job, daemons.users().files().getUri(), chain, job);
  }

  /** The status; 0 where nobody answers. */
  private int send(String user, String events) throws InterruptedException {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(daemons.gateway().resolve("/api/v1/lineage?user.name=" + user))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(events))
              .build();
      return http.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return 0;
    }
  }

  private Set<String> known(String user) throws Exception {
    Set<String> known = new TreeSet<>();
    for (JsonNode workflow : daemons.users().as(user, LdmClient::list).path("workflows")) {
      String id = workflow.path("id").asText();
      daemons
          .users()
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
    Daemon daemon = cluster.daemon(DaemonsWithGateway.GATEWAY);
    try {
      for (int sender = 0; sender < SENDERS; sender++) {
        threads.submit(() -> sendAll(next, acknowledged));
      }
      for (int kill = 1; kill <= KILLS; kill++) {
        int until = kill * JOBS / (KILLS + 1);
        cluster.await("load", () -> next.get() >= until);
        daemon.kill();
        daemon = daemons.startGateway();
      }
      threads.shutdown();
      assertThat(threads.awaitTermination(10, TimeUnit.MINUTES)).isTrue();
    } finally {
      threads.shutdownNow();
    }
    daemons.awaitTold();
    for (String user : USERS) {
      assertThat(acknowledged.get(user)).as(user).hasSize(JOBS / USERS.size());
      // No more than these either: what was sent or told twice counts once.
      assertThat(known(user)).as(user).isEqualTo(new TreeSet<>(acknowledged.get(user)));
    }
  }

  /** Each job is sent until it is acknowledged, as clients do that try again. */
  private Void sendAll(AtomicInteger next, Map<String, Set<String>> acknowledged) throws Exception {
    for (int n = next.getAndIncrement(); n < JOBS; n = next.getAndIncrement()) {
      String user = USERS.get(n % USERS.size());
      String job = "job-" + n;
      String event = event("run-" + n, "chain-" + n / JOBS_PER_CHAIN, job);
      while (send(user, event) != 201) {
        TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
      }
      acknowledged.get(user).add(job);
    }
    return null;
  }
}
