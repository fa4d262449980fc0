/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.ldm.limits.Limit;
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
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.net.NetUtils;

/**
 * Three users who mean ill, against a NameNode with a small heap: {@code java -Xmx500m HostileLoad
 * REQUESTS}. Ends with 0 when the NameNode is alive, everybody is below his limits and the datasets
 * of a fourth user are as they were; prints what it saw. {@link HostileLoadTest} runs it.
 */
public final class HostileLoad {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<String> HOSTILE = List.of("eve", "mallory", "trudy");
  private static final String VICTIM = "ann";
  private static final int WORKFLOWS_OF_VICTIM = 30;
  private static final int THREADS_EACH = 6;
  private static final long MIB = 1L << 20;

  private final HttpClient http = HttpClient.newHttpClient();
  private final LdmCluster cluster;
  private final String base;
  private final Map<Integer, LongAdder> answers = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> faults = new ConcurrentHashMap<>();
  private final List<Long> victimMillis = Collections.synchronizedList(new ArrayList<>());

  private HostileLoad(LdmCluster cluster) {
    this.cluster = cluster;
    this.base =
        "http://"
            + NetUtils.getHostPortString(cluster.embedded().hdfs().getNameNode().getHttpAddress())
            + "/ldm/v1/";
  }

  /** Sends so many requests, and ends the process with what came of it. */
  @SuppressWarnings("checkstyle:regexpsinglelinejava")
  public static void main(String[] arguments) throws Exception {
    int requests = Integer.parseInt(arguments[0]);
    boolean isWell = false;
    try (LdmCluster cluster =
        LdmCluster.start(
            builder ->
                builder
                    .dataNodes(1, 1)
                    .replication(1)
                    .configure(conf -> conf.set(LdmKeys.FILE_SYSTEM_OTHERS_KEY, "*"))
                    .configure(conf -> conf.set(LdmKeys.LIMITS_MEMORY_KEY, "16m"))
                    .configure(conf -> conf.set(LdmKeys.LIMITS_LIVE_MEMORY_KEY, "8m")))) {
      isWell = new HostileLoad(cluster).run(requests);
    } finally {
      System.exit(isWell ? 0 : 1);
    }
  }

  private boolean run(int requests) throws Exception {
    prepare();
    JsonNode before = victims();
    long started = System.nanoTime();
    attack(requests);
    double seconds = (System.nanoTime() - started) / (double) TimeUnit.SECONDS.toNanos(1);
    List<String> wrong = new ArrayList<>();
    if (!victims().equals(before)) {
      wrong.add("the victim's workflows have changed");
    }
    cluster.fileSystem().mkdirs(new Path("/alive"));
    wrong.addAll(overLimits());
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    long used = runtime.totalMemory() - runtime.freeMemory();
    if (used > runtime.maxMemory() * 7 / 10) {
      wrong.add("the heap is nearly full");
    }
    faults.forEach((fault, count) -> wrong.add(count + " times " + fault));
    List<Long> millis = victimMillis.stream().sorted().toList();
    System.out.printf(
        "%d requests in %.0f s; answers %s; %d of %d MiB of heap used at the end;%n"
            + "%d requests of the victim meanwhile, median %d ms, longest %d ms%n",
        requests,
        seconds,
        new TreeMap<>(answers),
        used / MIB,
        runtime.maxMemory() / MIB,
        millis.size(),
        millis.isEmpty() ? 0 : millis.get(millis.size() / 2),
        millis.isEmpty() ? 0 : millis.get(millis.size() - 1));
    wrong.forEach(line -> System.out.println("WRONG: " + line));
    return wrong.isEmpty();
  }

  private void prepare() throws Exception {
    for (String user : users()) {
      for (String path : List.of("/user/" + user, "/user/" + user + "/x", "/shared/" + user)) {
        cluster.fileSystem().mkdirs(new Path(path));
        cluster.fileSystem().setOwner(new Path(path), user, "staff");
      }
    }
    cluster.fileSystem().setPermission(new Path("/user/ann"), new FsPermission((short) 0700));
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

  private static List<String> users() {
    List<String> users = new ArrayList<>(HOSTILE);
    users.add(VICTIM);
    return users;
  }

  /** What the victim sees of his own. */
  private JsonNode victims() throws Exception {
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

  private List<String> overLimits() throws Exception {
    List<String> over = new ArrayList<>();
    for (JsonNode user : get("usage", System.getProperty("user.name")).path("users")) {
      for (Limit limit : Limit.values()) {
        JsonNode view = user.path("limits").path(limit.key());
        if (HOSTILE.contains(user.path("user").asText())
            && view.path("used").asLong() > view.path("most").asLong()) {
          over.add(user.path("user").asText() + " has " + view + " of " + limit.key());
        }
      }
    }
    return over;
  }

  private void attack(int requests) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(HOSTILE.size() * THREADS_EACH + 1);
    AtomicInteger left = new AtomicInteger(requests);
    for (int t = 0; t < HOSTILE.size() * THREADS_EACH; t++) {
      String user = HOSTILE.get(t % HOSTILE.size());
      Random random = new Random(t);
      threads.execute(
          () -> {
            while (left.getAndDecrement() > 0) {
              guarded(() -> hurt(user, random));
            }
          });
    }
    threads.execute(
        () -> {
          for (int i = 0; left.get() > 0; i++) {
            String own = "workflows/ann-" + i % WORKFLOWS_OF_VICTIM;
            guarded(
                () -> {
                  long begun = System.nanoTime();
                  int status = send("GET", own, VICTIM, null);
                  victimMillis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
                  if (status != 200 && status != 503) {
                    fault("the victim is answered with " + status);
                  }
                });
          }
        });
    threads.shutdown();
    threads.awaitTermination(1, TimeUnit.DAYS);
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

  private void hurt(String user, Random random) throws Exception {
    String id = user + "-" + random.nextInt(1_000_000);
    String home = "/user/" + user + "/x/" + random.nextInt(1_000_000);
    String shared = "/shared/" + user;
    int status =
        switch (random.nextInt(14)) {
          case 0 -> register(user, id, job("j", home, List.of(), 1), notes(3_000_000));
          case 1 -> register(user, id, jobs(1_000, shared, shared), "");
          case 2 -> register(user, id, many(20_000, home), "");
          case 3 -> register(user, id, job("j", home, List.of(shared, "/user", "/shared"), 1), "");
          case 4 -> register(user, id, many(20_000, "s3a://bucket/" + user), "");
          case 5 -> register(user, "ann-" + random.nextInt(WORKFLOWS_OF_VICTIM), many(1, home), "");
          case 6 -> register(user, id, job("j", "/user/ann/x/0", List.of(), 1), "");
          case 7 -> register(user, id, job("j", "/", List.of(), 1), "");
          case 8 -> send("POST", "lineage", user, plain(events(user, random)));
          case 9 -> send("POST", "workflows", user, plain("[".repeat(100_000)));
          case 10 -> send("POST", "workflows", user, plain("x".repeat((int) (5 * MIB))));
          case 11 -> send("GET", "explain?path=" + shared + "/deep/er", user, null);
          case 12 -> send("DELETE", "workflows/ann-" + random.nextInt(9), user, null);
          default -> register(user, id, job("j", home, List.of(shared), 1), "");
        };
    answers.computeIfAbsent(status, s -> new LongAdder()).increment();
    if (status == 500) {
      fault("an answer of 500");
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
        HttpRequest.newBuilder(URI.create(base + resource + separator + "user.name=" + user))
            .timeout(Duration.ofMinutes(2))
            .header("Content-Type", "application/json")
            .method(
                method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    boolean isPacked = body != null && body.length > 1 && body[0] == 0x1f;
    return (isPacked ? request.header("Content-Encoding", "gzip") : request).build();
  }
}
