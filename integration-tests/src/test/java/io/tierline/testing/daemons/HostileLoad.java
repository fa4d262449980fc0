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
import io.tierline.testing.RunEvents;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/** Three users who mean ill, at the REST of a NameNode, while a fourth asks for what is his. */
final class HostileLoad {
  static final List<String> HOSTILE = List.of("eve", "mallory", "trudy");
  static final String VICTIM = LdmOnDaemons.USER;

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int WORKFLOWS_OF_VICTIM = 30;
  private static final int THREADS_EACH = 6;
  private static final long MIB = 1L << 20;

  /** The first of these take their reader a moment at least, the others little. */
  private static final int DEAR_KINDS = 7;

  private static final int KINDS = 19;

  /** Of the requests that follow the first of each kind: few enough that many fit into an hour. */
  private static final double DEAR_SHARE = 0.05;

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI base;
  private final Map<Integer, LongAdder> answers = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> faults = new ConcurrentHashMap<>();
  private final List<Long> victimMillis = Collections.synchronizedList(new ArrayList<>());

  HostileLoad(URI nameNode) {
    this.base = nameNode.resolve("/ldm/v1/");
  }

  /** Registers what is to stay as it is. */
  void prepare() throws Exception {
    for (int i = 0; i < WORKFLOWS_OF_VICTIM; i++) {
      String document =
          """
          {"id": "ann-%d", "jobs": [
            {"name": "make", "writes": ["/user/ann/x/%d"]},
            {"name": "use", "after": ["make"], "reads": ["/user/ann/x/%d"]}]}
          """
              .formatted(i, i, i);
      int status = send("POST", "workflows", VICTIM, plain(document));
      if (status != 201) {
        throw new IllegalStateException("the victim's workflow is answered with " + status);
      }
    }
  }

  /** What the victim sees of his own. */
  JsonNode victims() throws Exception {
    List<JsonNode> all = new ArrayList<>();
    for (int i = 0; i < WORKFLOWS_OF_VICTIM; i++) {
      JsonNode workflow = get("workflows/ann-" + i, VICTIM);
      all.add(workflow.path("lineage"));
      all.add(workflow.path("finished"));
      for (JsonNode dataset : workflow.path("datasets")) {
        all.add(dataset.path("reusability"));
        all.add(dataset.path("lineageQuotient"));
        all.add(dataset.path("managed"));
      }
    }
    return MAPPER.valueToTree(all);
  }

  /** What is used and what is allowed, by user and limit, as an administrator is told. */
  JsonNode usage(String administrator) throws Exception {
    return get("usage", administrator).path("users");
  }

  /** Sends so many requests, and returns when all are answered. */
  void attack(int requests) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(HOSTILE.size() * THREADS_EACH + 1);
    AtomicInteger sent = new AtomicInteger();
    for (int t = 0; t < HOSTILE.size() * THREADS_EACH; t++) {
      String user = HOSTILE.get(t % HOSTILE.size());
      Random random = new Random(t);
      threads.execute(
          () -> {
            for (int n = sent.getAndIncrement(); n < requests; n = sent.getAndIncrement()) {
              int kind = n < 2 * KINDS ? n % KINDS : kind(random);
              guarded(() -> hurt(user, kind, random));
            }
          });
    }
    threads.execute(
        () -> {
          for (int i = 0; sent.get() < requests; i++) {
            String own = "workflows/ann-" + i % WORKFLOWS_OF_VICTIM;
            guarded(() -> ask(own));
          }
        });
    threads.shutdown();
    threads.awaitTermination(1, TimeUnit.DAYS);
  }

  private static int kind(Random random) {
    return random.nextDouble() < DEAR_SHARE
        ? random.nextInt(DEAR_KINDS)
        : DEAR_KINDS + random.nextInt(KINDS - DEAR_KINDS);
  }

  private void ask(String own) throws Exception {
    long begun = System.nanoTime();
    int status = send("GET", own, VICTIM, null);
    victimMillis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
    if (status != 200 && status != 503) {
      fault("the victim is answered with " + status);
    }
  }

  /** What should not have been, and how often it was. */
  Map<String, LongAdder> faults() {
    return faults;
  }

  /** What was answered and how long the victim waited, in one line. */
  String summary() {
    List<Long> millis = victimMillis.stream().sorted().toList();
    return "answers %s; %d requests of the victim meanwhile, median %d ms, longest %d ms"
        .formatted(
            new TreeMap<>(answers),
            millis.size(),
            millis.isEmpty() ? 0 : millis.get(millis.size() / 2),
            millis.isEmpty() ? 0 : millis.get(millis.size() - 1));
  }

  private interface Request {
    void send() throws Exception;
  }

  private void guarded(Request request) {
    try {
      request.send();
    } catch (Exception e) {
      fault(e.toString());
    }
  }

  private void fault(String text) {
    faults.computeIfAbsent(text, t -> new LongAdder()).increment();
  }

  private void hurt(String user, int kind, Random random) throws Exception {
    String id = user + "-" + random.nextInt(1_000_000);
    String home = "/user/" + user + "/x/" + random.nextInt(1_000_000);
    String shared = "/shared/" + user;
    int status =
        switch (kind) {
          case 0 -> register(user, id, job("j", home, List.of(), 1), notes(3_000_000));
          case 1 -> register(user, id, jobs(1_000, shared, shared), "");
          case 2 -> register(user, id, many(20_000, home), "");
          case 3 -> register(user, id, many(20_000, "s3a://bucket/" + user), "");
          case 4 -> register(user, id, deep(2_000, home), "");
          case 5 -> send("POST", "workflows", user, plain("x".repeat((int) (5 * MIB))));
          case 6 ->
              send("POST", "observations", user, plain(RunEvents.told(user, events(user, random))));
          case 7 -> register(user, id, job("j", home, List.of(shared, "/user", "/shared"), 1), "");
          case 8 -> register(user, "ann-" + random.nextInt(WORKFLOWS_OF_VICTIM), many(1, home), "");
          case 9 -> register(user, id, job("j", "/user/ann/x/0", List.of(), 1), "");
          case 10 -> register(user, id, job("j", "/", List.of(), 1), "");
          case 11 -> send("POST", "workflows", user, plain("[".repeat(100_000)));
          case 12 -> send("GET", "explain?path=" + shared + "/deep/er", user, null);
          case 13 -> send("DELETE", "workflows/ann-" + random.nextInt(9), user, null);
          case 14 ->
              register(user, id + "\\u001b[2J\\n../x", job("\\u0000", home, List.of(), 1), "");
          case 15 ->
              register(
                  user, id + "y".repeat(9_000), job("z".repeat(9_000), home, List.of(), 1), "");
          case 16 -> register(user, id, job("j", "hdfs://elsewhere:9000" + home, List.of(), 1), "");
          case 17 -> register(user, id, many(5, home + "/a".repeat(3_900)), "");
          default -> register(user, id, job("j", home, List.of(shared), 1), "");
        };
    answers.computeIfAbsent(status, s -> new LongAdder()).increment();
    if (status == 500) {
      fault("an answer of 500 to kind " + kind);
    }
  }

  private static String job(String name, String writes, List<String> reads, int line) {
    String inputs = reads.stream().map(r -> '"' + r + '"').collect(Collectors.joining(","));
    return "{\"name\": \"%s\", \"line\": %d, \"writes\": [\"%s\"], \"reads\": [%s]}"
        .formatted(name, line, writes, inputs);
  }

  /** All write one dataset and all read it: as many edges as the square of their number. */
  private static String jobs(int count, String writes, String reads) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                "{\"name\": \"w%d\", \"inferredWrites\": [\"%s\"]},{\"name\": \"r%d\", \"reads\": [\"%s\"]}"
                    .formatted(i, writes, i, reads))
        .collect(Collectors.joining(","));
  }

  private static String many(int paths, String below) {
    return "{\"name\": \"j\", \"writes\": [%s]}"
        .formatted(
            IntStream.range(0, paths)
                .mapToObj(i -> '"' + below + '/' + i + '"')
                .collect(Collectors.joining(",")));
  }

  private static String notes(int length) {
    return ", \"notes\": [{\"line\": 0, \"text\": \"%s\"}]".formatted("x".repeat(length));
  }

  private static String events(String user, Random random) {
    return IntStream.range(0, 50)
        .mapToObj(
            i ->
                """
                {"eventType": "START", "eventTime": "2026-11-22T12:00:00Z", "producer": "https://x",
                 "schemaURL": "https://x", "run": {"runId": "%s"},
                 "job": {"namespace": "n", "name": "job-%d"},
                 "outputs": [{"namespace": "hdfs://x", "name": "/%s/%d"}]}
                """
                    .formatted(
                        new UUID(random.nextLong(), random.nextLong()),
                        random.nextInt(),
                        user,
                        random.nextInt()))
        .collect(Collectors.joining(",", "[", "]"));
  }

  /** A chain as long as that. */
  private static String deep(int length, String below) {
    return IntStream.range(0, length)
        .mapToObj(
            i ->
                "{\"name\": \"d%d\", \"reads\": [\"%s/%d\"], \"writes\": [\"%s/%d\"]}"
                    .formatted(i, below, i, below, i + 1))
        .collect(Collectors.joining(","));
  }

  private int register(String user, String id, String jobs, String more) throws Exception {
    String document = "{\"id\": \"%s\", \"jobs\": [%s]%s}".formatted(id, jobs, more);
    return send("POST", "workflows", user, packed(document));
  }

  private static byte[] plain(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] packed(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(plain(text));
    }
    return bytes.toByteArray();
  }

  private int send(String method, String resource, String user, byte[] body) throws Exception {
    return http.send(request(method, resource, user, body), BodyHandlers.discarding()).statusCode();
  }

  private JsonNode get(String resource, String user) throws Exception {
    HttpResponse<byte[]> response =
        http.send(request("GET", resource, user, null), BodyHandlers.ofByteArray());
    return MAPPER.readTree(response.body());
  }

  private HttpRequest request(String method, String resource, String user, byte[] body) {
    String separator = resource.contains("?") ? "&" : "?";
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(resource + separator + "user.name=" + user))
            .timeout(Duration.ofMinutes(2))
            .header("Content-Type", "application/json")
            .method(
                method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    boolean isPacked = body != null && body.length > 1 && body[0] == 0x1f;
    return (isPacked ? request.header("Content-Encoding", "gzip") : request).build();
  }
}
