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
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Jobs and random reads on a DataNode of its own, with BID's dataset and its agent. */
@Tag("integration")
class DatasetJobsTest {
  private static final boolean EXTENDED = Boolean.getBoolean("tierline.extended");
  private static final int ROWS = EXTENDED ? 3_000_000 : 100_000;
  private static final int ROW_BYTES = 100;
  private static final int READS = EXTENDED ? 5_000 : 200;
  private static final Duration SOAK = Duration.ofMinutes(20);
  private static final int LENGTH = 20_000_000;
  private static final String TERA = "org.apache.hadoop.examples.terasort.Tera";

  private static BidNode node;
  private static DistributedFileSystem files;

  @BeforeAll
  static void install() throws Exception {
    node = new BidNode("jobs");
    node.host()
        .set(Host.HDFS, "dfs.datanode.plugins", "io.tierline.bid.agent.BidAgent")
        .set(Host.HDFS, "tierline.bid.devices.interval", "200ms")
        .set(Host.HDFS, "tierline.bid.read.after", "64k")
        .set(Host.HDFS, "tierline.bid.read.from.cache", "false")
        .set(Host.HDFS, "tierline.bid.write.back", "1m")
        .set(Host.CORE, "io.file.buffer.size", "131072");
    node.cluster().host("client").set(Host.HDFS, "dfs.blocksize", "8m");
    node.start();
    files = node.files();
  }

  @AfterAll
  static void end() throws Exception {
    node.close();
  }

  private static void write(Path path, byte[] content) throws IOException {
    try (FSDataOutputStream out = files.create(path)) {
      out.write(content);
    }
  }

  /** In the client's process, so that no YARN is needed: what is tested is the DataNode. */
  private static void job(String name, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("-Dmapreduce.framework.name=local"));
    all.addAll(List.of(arguments));
    DaemonCluster.Result result =
        node.cluster()
            .run(
                node.cluster().host("client"),
                DaemonCluster.SUPERUSER,
                TERA + name,
                all.toArray(String[]::new));
    assertThat(result.exit()).as(result.output()).isZero();
  }

  private static String result(String folder) throws IOException {
    try (InputStream in = files.open(new Path(folder, "part-r-00000"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }

  private static JsonNode disk() throws IOException {
    for (JsonNode volume : node.get("/bid/status").path("volumes")) {
      if (volume.path("type").asText().equals("DISK")) {
        return volume;
      }
    }
    throw new IOException("no disk is shown");
  }

  @Test
  void sortedRowsHaveTheChecksumOfThoseThatWereMade() throws Exception {
    job("Gen", String.valueOf(ROWS), "/made");
    job("Sort", "/made", "/sorted");
    job("Validate", "/sorted", "/valid");
    job("Checksum", "/made", "/sum");
    assertThat(result("/valid")).isEqualTo("checksum\t" + result("/sum"));
    assertThat(files.getContentSummary(new Path("/sorted")).getLength())
        .isEqualTo((long) ROWS * ROW_BYTES);
    JsonNode disk = disk();
    assertThat(disk.path("scheduled").asBoolean()).isTrue();
    assertThat(disk.path("fallbacks").asLong()).isZero();
    // Sorted, validated and summed: most of three times, as each read begins in stock's way.
    assertThat(disk.path("bytesRead").path("foreground").asLong())
        .isGreaterThan(2L * ROWS * ROW_BYTES);
  }

  @Test
  void randomReadsAreWhatWasWritten() throws Exception {
    byte[] content = random(1);
    Path path = new Path("/random");
    write(path, content);
    readAtRandom(path, content, new Random(2), READS);
    assertThat(disk().path("fallbacks").asLong()).isZero();
  }

  private static byte[] random(int seed) {
    byte[] content = new byte[LENGTH];
    new Random(seed).nextBytes(content);
    return content;
  }

  /** Some go on where the last one ended, as a reader does that has found what it looked for. */
  private static void readAtRandom(Path path, byte[] content, Random random, int reads)
      throws IOException {
    try (FSDataInputStream in = files.open(path)) {
      int at = 0;
      for (int read = 0; read < reads; read++) {
        int length = 1 + random.nextInt(random.nextInt(10) == 0 ? 3_000_000 : 100_000);
        at = random.nextInt(3) == 0 ? at : random.nextInt(LENGTH);
        length = Math.min(length, LENGTH - at);
        byte[] bytes = new byte[length];
        if (random.nextBoolean()) {
          in.readFully(at, bytes);
        } else {
          in.seek(at);
          in.readFully(bytes);
        }
        assertThat(bytes)
            .as("read %d", read)
            .isEqualTo(Arrays.copyOfRange(content, at, at + length));
        at = (at + length) % LENGTH;
      }
    }
  }

  /** Nothing may grow from the second quarter of the time to the last one. */
  @Test
  @EnabledIfSystemProperty(named = "tierline.extended", matches = "true")
  void descriptorsAndMemoryDoNotGrow() throws Exception {
    Daemon daemon = node.daemon();
    long begin = System.nanoTime();
    long[] descriptors = new long[4];
    long[] memory = new long[4];
    byte[] content = random(3);
    for (int round = 0; System.nanoTime() - begin < SOAK.toNanos(); round++) {
      Path path = new Path("/soak" + round % 4);
      try (FSDataOutputStream out = files.create(path)) {
        for (int at = 0; at < LENGTH; at += LENGTH / 10) {
          out.write(content, at, LENGTH / 10);
          out.hsync();
        }
      }
      readAtRandom(path, content, new Random(round), 50);
      int quarter = (int) Math.min(3, (System.nanoTime() - begin) * 4 / SOAK.toNanos());
      descriptors[quarter] = Math.max(descriptors[quarter], daemon.descriptors());
      memory[quarter] = Math.max(memory[quarter], daemon.residentBytes());
    }
    assertThat(descriptors[3]).isLessThanOrEqualTo(descriptors[1] + 16);
    assertThat(memory[3]).isLessThanOrEqualTo(memory[1] + memory[1] / 10);
    assertThat(disk().path("fallbacks").asLong()).isZero();
  }
}
