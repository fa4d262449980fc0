/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Senders' process that sends so many run events in a second, or as many as it can: of each run a
 * begin, eight signs of life and an end, and runs are new ones all the time, as are those of jobs
 * that run every hour. At its end it prints how many events got which answer.
 */
final class FloodOfEvents {
  /** What begins that line, in JSON. */
  static final String ANSWERS = "answers ";

  private static final List<String> USERS = List.of("ann", "bob", "eve");
  private static final int EVENTS_PER_RUN = 10;
  private static final int RUNS_PER_REQUEST = 10;
  private static final int EVENTS_PER_REQUEST = EVENTS_PER_RUN * RUNS_PER_REQUEST;
  private static final int SENDERS = 4;
  private static final int JOBS = 200;
  private static final int WORKFLOWS = 10;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<Integer, LongAdder> answers = new ConcurrentHashMap<>();
  private final AtomicLong requests = new AtomicLong();
  private final URI gateway;
  private final String fileSystem;

  private FloodOfEvents(URI gateway, String fileSystem) {
    this.gateway = gateway;
    this.fileSystem = fileSystem;
  }

  /** Takes the gateway's address, the file system's, seconds, and events in each. */
  public static void main(String[] arguments) throws Exception {
    FloodOfEvents flood = new FloodOfEvents(URI.create(arguments[0]), arguments[1]);
    // Where it is stopped before its time, too.
    Runtime.getRuntime().addShutdownHook(new Thread(flood::print));
    flood.run(Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
  }

  private void print() {
    StringJoiner all = new StringJoiner(",", ANSWERS + "{", "}");
    new TreeMap<>(answers).forEach((status, events) -> all.add("\"" + status + "\":" + events));
    System.out.println(all);
  }

  private void run(int seconds, int perSecond) throws InterruptedException {
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    long everyNanos = TimeUnit.SECONDS.toNanos(1) * EVENTS_PER_REQUEST / perSecond;
    ExecutorService threads = Executors.newFixedThreadPool(SENDERS);
    for (int sender = 0; sender < SENDERS; sender++) {
      String user = USERS.get(sender % USERS.size());
      threads.submit(
          () -> {
            while (System.nanoTime() < end) {
              long request = requests.getAndIncrement();
              long due = start + request * everyNanos;
              TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
              int status = send(user, events(request));
              answers.computeIfAbsent(status, s -> new LongAdder()).add(EVENTS_PER_REQUEST);
            }
            return null;
          });
    }
    threads.shutdown();
    threads.awaitTermination(seconds + TimeUnit.MINUTES.toSeconds(1), TimeUnit.SECONDS);
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

  private String events(long request) {
    StringBuilder events = new StringBuilder("[");
    for (long run = request * RUNS_PER_REQUEST; run < (request + 1) * RUNS_PER_REQUEST; run++) {
      long job = run % JOBS;
      String rest =
          "\", \"run\": {\"runId\": \"flood-"
              + run
              + "\"}, \"job\": {\"namespace\": \"flood-"
              + job % WORKFLOWS
              + "\", \"name\": \"job-"
              + job
              + "\"}, \"outputs\": [{\"namespace\": \""
              + fileSystem
              + "\", \"name\": \"/tmp/flood/"
              + job
              + "\"}]}";
      for (int event = 0; event < EVENTS_PER_RUN; event++) {
        String type = event == 0 ? "START" : event < EVENTS_PER_RUN - 1 ? "RUNNING" : "COMPLETE";
        events.append(events.length() > 1 ? "," : "");
        events.append("{\"eventType\": \"").append(type).append(rest);
      }
    }
    return events.append(']').toString();
  }
}
