/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutboxTest {
  private static final URI ONE = URI.create("http://nn1:9870");
  private static final URI TWO = URI.create("http://nn2:9870");
  private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

  private final Map<URI, Integer> answers = new HashMap<>(Map.of(ONE, 503, TWO, 200));
  private final List<String> sent = new ArrayList<>();
  private final ReportMetrics metrics = ReportMetrics.create();
  private final List<String> log = new ArrayList<>();
  private final Outbox outbox =
      new Outbox(new ReportSettings(List.of(ONE, TWO), 1_000, 10), this::send, metrics, log::add);

  private int send(URI nameNode, String document) throws IOException {
    sent.add(nameNode.getHost() + " " + document);
    if (!answers.containsKey(nameNode)) {
      throw new IOException("out of reach");
    }
    return answers.get(nameNode);
  }

  private void add(String storage, double seconds) {
    outbox.add(storage, new DeviceFigures(NOON, seconds, Double.NaN));
  }

  private void flush(long millis) {
    outbox.flush("dn-1", 1 << 20, millis);
  }

  @Test
  void everyNameNodeIsToldAndOneTakesIt() throws IOException {
    flush(0);
    assertThat(sent).isEmpty();
    add("a", 1);
    add("a", 2);
    outbox.add("b", new DeviceFigures(NOON, 3, 4));
    flush(0);
    assertThat(sent).hasSize(2);
    JsonNode document = new ObjectMapper().readTree(sent.get(0).substring(4));
    assertThat(document.path("version").asInt()).isEqualTo(1);
    assertThat(document.path("devices")).hasSize(2);
    JsonNode first = document.path("devices").get(0);
    assertThat(first.path("dataNode").asText()).isEqualTo("dn-1");
    assertThat(first.path("storage").asText()).isEqualTo("a");
    assertThat(first.path("readSecondsPerBlock").asDouble()).isEqualTo(2);
    assertThat(first.path("blockBytes").asLong()).isEqualTo(1 << 20);
    assertThat(first.has("writeSecondsPerBlock")).isFalse();
    assertThat(document.at("/devices/1/writeSecondsPerBlock").asDouble()).isEqualTo(4);
    assertThat(metrics.reportsTaken.value()).isEqualTo(1);
    assertThat(metrics.reportsFailed.value()).isZero();
    flush(1);
    assertThat(sent).hasSize(2);
  }

  @Test
  void whatNobodyTakesWaitsForGrowingPauses() {
    answers.remove(TWO);
    add("a", 1);
    flush(0);
    flush(999);
    assertThat(sent).hasSize(2);
    flush(1_000);
    flush(2_999);
    assertThat(sent).hasSize(4);
    assertThat(metrics.reportsFailed.value()).isEqualTo(2);
    answers.put(ONE, 200);
    flush(3_000);
    assertThat(metrics.reportsTaken.value()).isEqualTo(1);
    add("a", 2);
    flush(3_001);
    assertThat(sent).hasSize(8);
  }

  @Test
  void whatIsRefusedForGoodIsNotSentAgain() {
    answers.put(TWO, 400);
    add("a", 1);
    flush(0);
    flush(10_000_000);
    assertThat(sent).hasSize(2);
    assertThat(metrics.reportsFailed.value()).isEqualTo(1);
    answers.put(TWO, 403);
    add("a", 1);
    flush(20_000_000);
    flush(30_000_000);
    assertThat(sent).hasSize(6);
  }

  @Test
  void nameNodeThatIsDownIsToldOfOnceThoughTheOtherTakesReports() {
    answers.remove(ONE);
    report(0);
    report(1_000);
    assertThat(log).singleElement().asString().contains(ONE + " cannot be reached", "out of reach");
    answers.put(ONE, 404);
    report(2_000);
    report(3_000);
    assertThat(log).hasSize(2);
    answers.put(ONE, 200);
    report(4_000);
    answers.put(ONE, 404);
    report(5_000);
    assertThat(log).as("anew").hasSize(3);
  }

  private void report(long millis) {
    add("a", millis + 1);
    flush(millis);
  }

  @Test
  void causesThatAreNeverTheSameDoNotFloodTheLog() {
    for (int status = 500; status < 560; status++) {
      answers.put(TWO, status);
      report((status - 500) * 10_000_000L);
    }
    assertThat(log).hasSize(8);
  }
}
