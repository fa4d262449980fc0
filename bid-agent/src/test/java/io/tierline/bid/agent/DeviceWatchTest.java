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
import io.tierline.bid.dataset.VolumeReport;
import io.tierline.bid.device.Sysfs;
import io.tierline.bid.device.SysfsTree;
import io.tierline.bid.volume.Volume;
import io.tierline.bid.volume.VolumeOptions;
import io.tierline.bid.volume.VolumeOptions.Engine;
import io.tierline.bid.volume.VolumeStatistics;
import io.tierline.bid.volume.Volumes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two volumes on partitions of one disk, one on another, one on nothing. */
class DeviceWatchTest {
  private static final List<Place> PLACES =
      List.of(
          new Place("DS-1", "/d1", "DISK", "8:1"),
          new Place("DS-2", "/d2", "DISK", "8:2"),
          new Place("DS-3", "/d3", "SSD", "8:16"),
          new Place("DS-4", "/d4", "DISK", ""));

  @TempDir Path root;
  private final List<String> refused = new ArrayList<>();
  private long now;
  private Path sda;
  private Path sdb;

  @BeforeEach
  void start() throws IOException {
    SysfsTree tree = new SysfsTree(root);
    sda = tree.disk("8:0", "sda", true);
    tree.partition("8:1", sda, "sda1");
    tree.partition("8:2", sda, "sda2");
    sdb = tree.disk("8:16", "sdb", false);
  }

  private DeviceWatch watch(Map<String, String> wishes) {
    return new DeviceWatch(new Sysfs(root, file -> ""), wishes, () -> now, refused::add);
  }

  private static String scheduler(Path disk) throws IOException {
    return Files.readString(disk.resolve("queue/scheduler")).strip();
  }

  @Test
  void ratesAreOfTheTimeBetweenTwoLooks() throws IOException {
    DeviceWatch watch = watch(Map.of());
    watch.look(PLACES, Set.of());
    assertThat(watch.last().disks()).containsOnlyKeys("8:0", "8:16");
    assertThat(watch.last().disks().get("8:0").rates()).isEmpty();
    SysfsTree.put(sda, "stat", "110 0 4048 1070 20 0 4096 90 2 1100 160");
    now += 2_000_000_000L;
    watch.look(PLACES, Set.of());
    var rates = watch.last().disks().get("8:0").rates().orElseThrow();
    assertThat(rates.readBytesPerSecond()).isEqualTo(512_000);
    assertThat(rates.readMillis()).isEqualTo(10);
    assertThat(rates.utilisation()).isEqualTo(0.5);
    assertThat(watch.last().disks().get("8:16").rates().orElseThrow().utilisation()).isZero();
    Files.delete(sdb.resolve("stat"));
    watch.look(PLACES, Set.of());
    assertThat(watch.last().disks().get("8:16").rates()).isEmpty();
  }

  @Test
  void queuesBelowScheduledVolumesAreSetAndPutBack() throws IOException {
    DeviceWatch watch = watch(Map.of("scheduler", "none"));
    watch.look(PLACES, Set.of());
    assertThat(scheduler(sda)).contains("[mq-deadline]");
    watch.look(PLACES, Set.of("DS-1", "DS-2", "DS-4"));
    assertThat(scheduler(sda)).isEqualTo("none");
    assertThat(scheduler(sdb)).contains("[mq-deadline]");
    assertThat(watch.last().settings()).hasSize(1);
    assertThat(watch.end()).isEmpty();
    assertThat(scheduler(sda)).isEqualTo("mq-deadline");
    watch.look(PLACES, Set.of("DS-1"));
    assertThat(scheduler(sda)).as("after its end").isEqualTo("mq-deadline");
    assertThat(watch.last().settings()).isEmpty();
  }

  @Test
  void whatIsRefusedIsToldOnce() {
    DeviceWatch watch = watch(Map.of("scheduler", "elevator"));
    watch.look(PLACES, Set.of("DS-1", "DS-2"));
    watch.look(PLACES, Set.of("DS-1", "DS-2"));
    assertThat(refused).hasSize(1);
    assertThat(refused.get(0)).contains("scheduler of sda").contains("elevator");
    assertThat(watch.end()).isEmpty();
  }

  @Test
  void statusShowsVolumesDisksAndSettings() throws IOException {
    DeviceWatch watch = watch(Map.of("nr_requests", "8"));
    watch.look(PLACES, Set.of("DS-1"));
    VolumeStatistics figures;
    try (Volume volume = Volumes.open(VolumeOptions.of("test").engine(Engine.JAVA))) {
      figures = volume.statistics();
    }
    VolumeReport report = new VolumeReport("DS-1", "io_uring", false, 3, 20, 30, 40, 1, figures);
    JsonNode status =
        new ObjectMapper()
            .readTree(StatusDocument.of("dn:1", watch.last(), List.of(report), Optional.empty()));
    assertThat(status.path("dataNode").asText()).isEqualTo("dn:1");
    assertThat(status.path("volumes")).hasSize(4);
    JsonNode first = status.path("volumes").get(0);
    assertThat(first.path("device").asText()).isEqualTo("sda1");
    assertThat(first.path("disks").get(0).asText()).isEqualTo("sda");
    assertThat(first.path("streams").asInt()).isEqualTo(3);
    assertThat(first.path("bytesRead").path("balancer").asInt()).isEqualTo(30);
    assertThat(first.path("scheduler").path("transfers").asInt(-1)).isZero();
    assertThat(status.path("volumes").get(2).path("scheduled").asBoolean()).isFalse();
    assertThat(status.path("volumes").get(3).path("device").asText()).isEmpty();
    assertThat(status.path("disks")).hasSize(2);
    assertThat(status.path("disks").get(0).path("rotational").asBoolean()).isTrue();
    assertThat(status.path("settings").get(0).path("before").asText()).isEqualTo("64");
  }
}
