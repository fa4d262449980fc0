/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent in DataNodes whose disks are in a made tree of devices. */
@Tag("integration")
class BidAgentTest {
  private static final int LENGTH = 4 << 20;

  @TempDir Path sysfs;
  private Path queue;

  private MiniDFSCluster start(String... pairs) throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.set("dfs.datanode.fsdataset.factory", "io.tierline.bid.dataset.TierlineDatasetFactory");
    conf.set("dfs.datanode.plugins", BidAgent.class.getName());
    conf.set("tierline.bid.devices.sysfs", sysfs.toString());
    conf.set("tierline.bid.devices.interval", "100ms");
    conf.set("tierline.bid.read.after", "0");
    conf.set("tierline.bid.read.from.cache", "false");
    conf.setInt(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, 1 << 20);
    for (int at = 0; at < pairs.length; at += 2) {
      conf.set(pairs[at], pairs[at + 1]);
    }
    MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf).storagesPerDatanode(1).build();
    cluster.waitActive();
    return cluster;
  }

  /** A disk for whatever device this test's files lie on. */
  private void makeDisk() throws IOException {
    long packed = ((Number) Files.getAttribute(Path.of(""), "unix:dev")).longValue();
    String number = io.tierline.bid.device.DeviceNumber.of(packed);
    Path disk = Files.createDirectories(sysfs.resolve("devices/pci0/block/sdq"));
    Files.createDirectories(sysfs.resolve("dev/block"));
    Files.createSymbolicLink(sysfs.resolve("dev/block").resolve(number), disk);
    Files.writeString(disk.resolve("dev"), number + "\n");
    Files.writeString(disk.resolve("stat"), "1 0 8 1 0 0 0 0 0 1 1\n");
    queue = Files.createDirectories(disk.resolve("queue"));
    Files.writeString(queue.resolve("scheduler"), "[bfq] none\n");
    Files.writeString(queue.resolve("rotational"), "1\n");
  }

  private String scheduler() {
    try {
      return Files.readString(queue.resolve("scheduler")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static HttpURLConnection get(DataNode node, String path) throws IOException {
    URI address = URI.create("http://127.0.0.1:" + node.getInfoPort() + path);
    return (HttpURLConnection) address.toURL().openConnection();
  }

  private static JsonNode status(DataNode node) {
    try (InputStream in = get(node, "/bid/status").getInputStream()) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As a sink would be given it now; JMX has what was so ten seconds ago. */
  private static long metric(String source, String name) {
    MetricsSource found = DefaultMetricsSystem.instance().getSource(source);
    if (found == null) {
      return -1;
    }
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    found.getMetrics(collector, true);
    for (MetricsRecord each : collector.getRecords()) {
      for (AbstractMetric metric : each.metrics()) {
        if (metric.name().equals(name)) {
          return metric.value().longValue();
        }
      }
    }
    return -1;
  }

  private static void writeAndRead(MiniDFSCluster cluster) throws IOException {
    byte[] content = new byte[LENGTH];
    new java.util.Random(1).nextBytes(content);
    var path = new org.apache.hadoop.fs.Path("/file");
    try (FSDataOutputStream out = cluster.getFileSystem().create(path)) {
      out.write(content);
    }
    try (InputStream in = cluster.getFileSystem().open(path)) {
      assertThat(in.readAllBytes()).isEqualTo(content);
    }
  }

  @Test
  void pageShowsWhatVolumesAndDisksDo() throws Exception {
    makeDisk();
    try (MiniDFSCluster cluster = start("tierline.bid.devices.scheduler", "none")) {
      DataNode node = cluster.getDataNodes().get(0);
      GenericTestUtils.waitFor(() -> scheduler().equals("none"), 20, 60_000);
      writeAndRead(cluster);
      GenericTestUtils.waitFor(() -> status(node).path("disks").path(0).has("rates"), 20, 60_000);
      JsonNode status = status(node);
      JsonNode volume = status.path("volumes").path(0);
      assertThat(volume.path("device").asText()).isEqualTo("sdq");
      assertThat(volume.path("scheduled").asBoolean()).isTrue();
      assertThat(volume.path("bytesRead").path("foreground").asLong()).isEqualTo(LENGTH);
      assertThat(volume.path("scheduler").path("bytesRead").asLong()).isEqualTo(LENGTH);
      assertThat(status.path("settings").path(0).path("before").asText()).isEqualTo("bfq");
      HttpURLConnection page = get(node, "/bid/");
      assertThat(page.getContentType()).startsWith("text/html");
      assertThat(page.getHeaderField("Content-Security-Policy")).contains("default-src 'none'");
      for (String path : new String[] {"/bid", "/bid/bid.js", "/bid/page.css", "/bid/status"}) {
        assertThat(get(node, path).getResponseCode()).as(path).isEqualTo(200);
      }
      for (String path : new String[] {"/bid/index.html", "/bid/../jmx2", "/bid/x"}) {
        assertThat(get(node, path).getResponseCode()).as(path).isEqualTo(404);
      }
      GenericTestUtils.waitFor(() -> metric("TierlineBidDisk-sdq", "InFlight") == 0, 20, 60_000);
    }
    assertThat(scheduler()).isEqualTo("bfq");
  }

  @Test
  void whatCannotBeHadIsCountedAndTheDataNodeServes() throws Exception {
    makeDisk();
    try (MiniDFSCluster cluster = start("tierline.bid.devices.scheduler", "cfq")) {
      writeAndRead(cluster);
      GenericTestUtils.waitFor(
          () -> metric("TierlineBidAgent", "SettingsRefused") == 1, 20, 60_000);
      assertThat(scheduler()).isEqualTo("[bfq] none");
    }
    try (MiniDFSCluster cluster = start("tierline.bid.devices.sysfs", sysfs + "/nowhere")) {
      writeAndRead(cluster);
      GenericTestUtils.waitFor(
          () -> metric("TierlineBidAgent", "VolumesWithoutDevice") == 1, 20, 60_000);
      assertThat(status(cluster.getDataNodes().get(0)).path("disks")).isEmpty();
    }
  }

  @Test
  void withBadKeysTheDataNodeIsStocks() throws Exception {
    makeDisk();
    try (MiniDFSCluster cluster =
        start(
            "tierline.bid.devices.requests", "-1",
            "tierline.bid.devices.scheduler", "no ne",
            "tierline.bid.engine", "fastest")) {
      writeAndRead(cluster);
      DataNode node = cluster.getDataNodes().get(0);
      assertThat(get(node, "/bid/status").getResponseCode()).isEqualTo(404);
      GenericTestUtils.waitFor(() -> metric("TierlineBidAgent", "InvalidKeys") == 3, 20, 60_000);
      assertThat(scheduler()).isEqualTo("[bfq] none");
    }
  }
}
