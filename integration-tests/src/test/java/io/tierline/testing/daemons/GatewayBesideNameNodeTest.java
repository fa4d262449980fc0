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
import io.tierline.testing.daemons.AskingClient.Window;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a gateway is or does is no matter of its NameNode's: its heap, its threads and its choice of
 * targets stay as they were. Each is measured over windows of as many blocks a second: with no
 * gateway, with one that has nothing to do, with one that is flooded by run events, one that sends
 * a byte in a second, and one that was killed under load.
 *
 * <p>Where there are two processors and {@code taskset}, the NameNode and who asks it for blocks
 * have one of them, and all that would be on other hosts has the other. Extended, the flood lasts a
 * minute, and what {@code chooseTarget} takes in it is held against what it takes before and after.
 * What was measured is left in {@code target/gateway-beside-namenode.txt}.
 */
@Tag("integration")
class GatewayBesideNameNodeTest {
  private static final int EVENTS_PER_SECOND = 10_000;

  /** Of a flood that is to end by itself, after a minute of it was looked at. */
  private static final int SECONDS = 80;

  /** Of one that is stopped when it was looked at, however long that takes on a busy machine. */
  private static final int SECONDS_UNTIL_STOPPED = 1200;

  private static final int BLOCKS_PER_SECOND = 400;
  private static final int SLOW_REQUESTS = 16;
  private static final long MORE_HEAP = 32L << 20;

  /** With what requests under way have allocated since the collection. */
  private static final long MORE_HEAP_MEANWHILE = 96L << 20;

  /** Of the pool that answers LDM's REST, and of the web server. */
  private static final int MORE_THREADS = 24;

  /** By how much one such p99 is above another when nothing is different. */
  private static final double NOISE = 1.5;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final boolean isExtended = Boolean.getBoolean("tierline.extended");
  private final Map<String, List<Window>> phases = new LinkedHashMap<>();
  private final Map<String, Long> heaps = new LinkedHashMap<>();
  private DaemonsWithGateway daemons;
  private DaemonCluster cluster;
  private boolean isApart;

  @BeforeEach
  void start() throws Exception {
    isApart = Processors.areTwo();
    daemons = new DaemonsWithGateway();
    cluster = daemons.cluster();
    cluster
        .nameNodeHost(1)
        .copyClasses(TimedPlacement.class, Times.class, TimesMBean.class)
        .set(Host.HDFS, "dfs.block.replicator.classname", TimedPlacement.class.getName())
        // The disk is not the NameNode's alone here, as the gateway's would be another one.
        .set(Host.HDFS, "dfs.namenode.edits.noeditlogchannelflush", "true");
    cluster.host("client").copyClasses(AskingClient.class, Times.class, TimesMBean.class);
    cluster.host("senders").copyClasses(FloodOfEvents.class);
    if (isApart) {
      List.of("namenode1", "client").forEach(host -> cluster.host(host).processor(0));
      List.of("datanode1", DaemonsWithGateway.GATEWAY, "senders")
          .forEach(host -> cluster.host(host).processor(1));
    }
    daemons.startHdfs();
  }

  @AfterEach
  void stop() {
    daemons.close();
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void whateverAGatewayDoesItsNameNodePlacesBlocksAsItDid() throws Exception {
    look("warm", 2);
    phases.clear();
    look("absent", 4);
    daemons.startGateway();
    flooded(1);
    look("idle", 6);
    Daemon senders = flood(isExtended ? SECONDS : SECONDS_UNTIL_STOPPED);
    look("flooded", 9);
    assertThat(senders.isAlive()).as("the flood lasts as long as it is looked at").isTrue();
    if (!isExtended) {
      senders.stop();
    }
    cluster.await("the flood's end", () -> !senders.isAlive());
    String answers = answers(senders);
    daemons.awaitTold();
    long dropped = daemons.metric("LineageReportsDropped");
    look("after", 6);
    try (SlowGateway slow = new SlowGateway(cluster.http(1), "ann", SLOW_REQUESTS)) {
      look("slow", 4);
      assertThat(daemons.users().as("bob", LdmClient::status).at("/state/mode").asText())
          .isEqualTo("READY");
      assertThat(slow.isHeard()).as("the NameNode still waits for the rest").isTrue();
    }
    flood(SECONDS_UNTIL_STOPPED);
    cluster.await("load", () -> daemons.waiting() > 0);
    cluster.daemon(DaemonsWithGateway.GATEWAY).kill();
    look("killed", 4);
    Files.writeString(Path.of("target/gateway-beside-namenode.txt"), report(answers));
    JsonNode byStatus = MAPPER.readTree(answers);
    assertThat(byStatus.fieldNames()).toIterable().isSubsetOf("201", "503");
    assertThat(byStatus.path("201").asLong()).isPositive();
    assertThat(dropped).as("acknowledged, and given up").isZero();
    assertBounded();
    if (isExtended && isApart) {
      assertPlacedAsFast();
    }
  }

  private void look(String phase, int windows) throws Exception {
    DaemonCluster.Result result =
        cluster.run(
            cluster.host("client"),
            DaemonCluster.SUPERUSER,
            AskingClient.class.getName(),
            cluster.http(1).toString(),
            "/tmp/" + phase,
            String.valueOf(isExtended ? windows : 2),
            String.valueOf(isExtended ? 2_000 : BLOCKS_PER_SECOND),
            String.valueOf(BLOCKS_PER_SECOND));
    List<Window> seen =
        result
            .output()
            .lines()
            .filter(line -> line.startsWith(AskingClient.WINDOW))
            .map(Window::read)
            .toList();
    assertThat(seen).as(result.output()).isNotEmpty();
    phases.put(phase, seen);
    heaps.put(phase, cluster.daemon("namenode1").liveHeap());
  }

  private Daemon flood(int seconds) throws Exception {
    return cluster.start(
        "senders",
        "sender",
        FloodOfEvents.class.getName(),
        daemons.gateway().toString(),
        daemons.users().files().getUri().toString(),
        String.valueOf(seconds),
        String.valueOf(EVENTS_PER_SECOND));
  }

  private void flooded(int seconds) throws Exception {
    Daemon senders = flood(seconds);
    cluster.await("the flood's end", () -> !senders.isAlive());
    daemons.awaitTold();
  }

  private static String answers(Daemon senders) throws Exception {
    return senders
        .log()
        .lines()
        .filter(line -> line.startsWith(FloodOfEvents.ANSWERS))
        .reduce((before, last) -> last)
        .orElseThrow()
        .substring(FloodOfEvents.ANSWERS.length());
  }

  private static double median(List<Window> windows, ToDoubleFunction<Window> figure) {
    double[] sorted = windows.stream().mapToDouble(figure).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  private static String figure(List<Window> windows, ToDoubleFunction<Window> figure) {
    return "%.0f (%.0f to %.0f)"
        .formatted(
            median(windows, figure),
            windows.stream().mapToDouble(figure).min().orElseThrow(),
            windows.stream().mapToDouble(figure).max().orElseThrow());
  }

  private String report(String answers) {
    StringBuilder report = new StringBuilder();
    report.append(
        "%s; %d events/s wanted; answers by status, in events: %s; %d blocks/s%n"
            .formatted(
                isApart
                    ? "the NameNode and its client have a processor of their own"
                    : "all processes share the processors",
                EVENTS_PER_SECOND,
                answers,
                BLOCKS_PER_SECOND));
    report.append(
        """
        medians of windows, and the least and the most of them, in microseconds
        | gateway | windows | chooseTarget p50 | p99 | addBlock p50 | p99 | collecting, ms | threads | live heap, MiB |
        |---|---|---|---|---|---|---|---|---|
        """);
    phases.forEach(
        (phase, windows) ->
            report.append(
                "| %s | %d | %s | %s | %s | %s | %s | %.0f | %.1f |%n"
                    .formatted(
                        phase,
                        windows.size(),
                        figure(windows, Window::chooseMedian),
                        figure(windows, Window::chooseP99),
                        figure(windows, Window::addBlockMedian),
                        figure(windows, Window::addBlockP99),
                        figure(windows, Window::collecting),
                        median(windows, Window::threads),
                        heaps.get(phase) / (double) (1 << 20))));
    return report.toString();
  }

  /** By the medians of windows; what is held against it has as many of them. */
  private void assertPlacedAsFast() {
    double alone =
        Math.max(
            median(phases.get("idle"), Window::chooseP99),
            median(phases.get("after"), Window::chooseP99));
    assertThat(median(phases.get("flooded"), Window::chooseP99))
        .as("p99 of chooseTarget, in microseconds")
        .isLessThan(alone * NOISE);
  }

  private void assertBounded() {
    long heap = heaps.get("idle");
    assertThat(heaps.get("flooded")).isLessThan(heap + MORE_HEAP_MEANWHILE);
    assertThat(heaps.get("after")).isLessThan(heap + MORE_HEAP);
    assertThat(heaps.get("slow")).isLessThan(heap + MORE_HEAP);
    assertThat(heaps.get("killed")).isLessThan(heap + MORE_HEAP);
    double threads = median(phases.get("idle"), Window::threads);
    phases.forEach(
        (phase, windows) ->
            assertThat(windows)
                .as(phase)
                .allMatch(window -> window.threads() <= threads + MORE_THREADS));
    assertThat(phases.values())
        .allSatisfy(windows -> assertThat(windows).allMatch(w -> w.choices() >= BLOCKS_PER_SECOND));
  }
}
