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
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * A client's process that asks a NameNode for blocks and gives them up again, so many in a second,
 * and prints a line for each window of so many: what the NameNode says that its choices took, and
 * what the client saw.
 */
final class AskingClient {
  /** What begins such a line, in JSON. */
  static final String WINDOW = "window ";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final double MEDIAN = 0.5;
  private static final double P99 = 0.99;

  /**
   * What a window has shown.
   *
   * @param choices that the NameNode made
   * @param threads it had at the end
   * @param collecting milliseconds that its garbage collector took
   */
  record Window(
      long choices,
      double chooseMedian,
      double chooseP99,
      double addBlockMedian,
      double addBlockP99,
      int threads,
      long collecting) {
    static Window read(String line) {
      try {
        return MAPPER.readValue(line.substring(WINDOW.length()), Window.class);
      } catch (IOException e) {
        throw new IllegalStateException(line, e);
      }
    }
  }

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI web;
  private final ClientProtocol nameNode;
  private final String client;
  private final String file;
  private final long id;
  private final long everyNanos;

  private AskingClient(URI web, DFSClient client, String file, int perSecond) throws IOException {
    this.web = web;
    this.nameNode = client.getNamenode();
    this.client = client.getClientName();
    this.file = file;
    this.id = client.getFileInfo(file).getFileId();
    this.everyNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
  }

  /** Takes the NameNode's web address, a file, windows, blocks in each, and blocks in a second. */
  public static void main(String[] arguments) throws Exception {
    int windows = Integer.parseInt(arguments[2]);
    int blocks = Integer.parseInt(arguments[3]);
    Path file = new Path(arguments[1]);
    try (var files = (DistributedFileSystem) FileSystem.get(new HdfsConfiguration());
        var open = files.create(file)) {
      AskingClient asking =
          new AskingClient(
              URI.create(arguments[0]),
              files.getClient(),
              arguments[1],
              Integer.parseInt(arguments[4]));
      // This process has to grow warm, too.
      asking.ask(blocks);
      for (int window = 0; window < windows; window++) {
        System.out.println(WINDOW + MAPPER.writeValueAsString(asking.window(blocks)));
      }
      open.flush();
    }
    // What is open has no block: there is nothing to wait for.
    System.exit(0);
  }

  private Window window(int blocks) throws IOException, InterruptedException {
    long[] before = counts();
    long collecting = collecting();
    long[] seen = ask(blocks).getCounts();
    collecting = collecting() - collecting;
    long[] chosen = Times.since(before, counts());
    long choices = Arrays.stream(chosen).sum();
    return new Window(
        choices,
        Times.micros(chosen, MEDIAN),
        Times.micros(chosen, P99),
        Times.micros(seen, MEDIAN),
        Times.micros(seen, P99),
        beans("java.lang:type=Threading").get(0).path("ThreadCount").asInt(),
        collecting);
  }

  private Times ask(int blocks) throws IOException {
    Times times = new Times();
    long start = System.nanoTime();
    for (int i = 0; i < blocks; i++) {
      long from = pause(start + i * everyNanos);
      LocatedBlock block = nameNode.addBlock(file, client, null, null, id, null, null);
      times.add(System.nanoTime() - from);
      nameNode.abandonBlock(block.getBlock(), id, file, client);
    }
    return times;
  }

  private static long pause(long until) {
    long now = System.nanoTime();
    while (now < until) {
      LockSupport.parkNanos(until - now);
      now = System.nanoTime();
    }
    return now;
  }

  private JsonNode beans(String query) throws IOException, InterruptedException {
    URI uri = web.resolve("/jmx?qry=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
    String answer = http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    return MAPPER.readTree(answer).path("beans");
  }

  private long[] counts() throws IOException, InterruptedException {
    JsonNode counts = beans(TimedPlacement.BEAN).get(0).path("Counts");
    return StreamSupport.stream(counts.spliterator(), false).mapToLong(JsonNode::asLong).toArray();
  }

  private long collecting() throws IOException, InterruptedException {
    return StreamSupport.stream(beans("java.lang:type=GarbageCollector,*").spliterator(), false)
        .mapToLong(bean -> bean.path("CollectionTime").asLong())
        .sum();
  }
}
