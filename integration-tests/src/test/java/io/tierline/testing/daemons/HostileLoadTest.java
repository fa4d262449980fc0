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
import io.tierline.ldm.limits.Limit;
import io.tierline.ldm.settings.LimitKeys;
import io.tierline.ldm.settings.LineageKeys;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A NameNode of 500 MB, in a process of its own, outlives what three users do to it. Extended,
 * 100,000 requests; else as many as half a minute takes. What was answered is left in {@code
 * target/hostile-load.txt}.
 */
@Tag("integration")
class HostileLoadTest {
  private static final int EXTENDED = 100_000;
  private static final int IN_THE_SUITE = 200;
  private static final long HEAP = 500L << 20;
  private static final double MOST_OF_HEAP = 0.7;

  private DaemonCluster cluster;
  private LdmOnDaemons users;

  @BeforeEach
  void start() throws Exception {
    java.nio.file.Path root = Files.createDirectories(java.nio.file.Path.of("target/daemons"));
    cluster = new DaemonCluster(Files.createTempDirectory(root.toAbsolutePath(), "hostile-"), 1, 1);
    users = new LdmOnDaemons(cluster);
    cluster
        .nameNodeHost(1)
        .copyJar("ldm-namenode", "share/hadoop/hdfs/lib")
        .add(Host.HDFS, "hdfs-site-ldm.xml")
        .set(Host.HDFS, LineageKeys.FILE_SYSTEM_OTHERS.key(), "*")
        .set(Host.HDFS, LimitKeys.MEMORY.key(), "16m")
        .set(Host.HDFS, LimitKeys.LIVE_MEMORY.key(), "8m")
        .jvm("-Xmx" + HEAP, "-XX:+ExitOnOutOfMemoryError");
    cluster.formatAndStartNameNodes();
    cluster.startDataNode("datanode1");
    users.awaitReady(1);
    for (String user : allUsers()) {
      for (String path : List.of("/user/" + user, "/user/" + user + "/x", "/shared/" + user)) {
        users.files().mkdirs(new Path(path));
        users.files().setOwner(new Path(path), user, "staff");
      }
    }
    users.files().setPermission(new Path("/user/ann"), new FsPermission((short) 0700));
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private static List<String> allUsers() {
    List<String> users = new ArrayList<>(HostileLoad.HOSTILE);
    users.add(HostileLoad.VICTIM);
    return users;
  }

  /** Those of the hostile users that have more than they may. */
  private static List<String> overLimits(JsonNode usage) {
    List<String> over = new ArrayList<>();
    for (JsonNode user : usage) {
      for (Limit limit : Limit.values()) {
        JsonNode view = user.path("limits").path(limit.key());
        if (HostileLoad.HOSTILE.contains(user.path("user").asText())
            && view.path("used").asLong() > view.path("most").asLong()) {
          over.add(user.path("user").asText() + " has " + view + " of " + limit.key());
        }
      }
    }
    return over;
  }

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void aNameNodeOfHalfAGigabyteOutlivesThreeHostileUsers() throws Exception {
    int requests = Boolean.getBoolean("tierline.extended") ? EXTENDED : IN_THE_SUITE;
    HostileLoad load = new HostileLoad(cluster.http(1));
    load.prepare();
    JsonNode before = load.victims();
    long started = System.nanoTime();
    load.attack(requests);
    double seconds = (System.nanoTime() - started) / (double) TimeUnit.SECONDS.toNanos(1);
    Daemon nameNode = cluster.daemon("namenode1");
    assertThat(nameNode.isAlive()).isTrue();
    long used = nameNode.liveHeap();
    Files.writeString(
        java.nio.file.Path.of("target/hostile-load.txt"),
        "%d requests in %.0f s; %s; %d of %d MiB of heap live at the end%n"
            .formatted(requests, seconds, load.summary(), used >> 20, HEAP >> 20));
    assertThat(load.faults()).isEmpty();
    assertThat(load.victims()).isEqualTo(before);
    JsonNode usage = load.usage(DaemonCluster.SUPERUSER);
    assertThat(usage).hasSizeGreaterThan(HostileLoad.HOSTILE.size());
    assertThat(overLimits(usage)).isEmpty();
    assertThat(used).isLessThan((long) (MOST_OF_HEAP * HEAP));
    assertThat(nameNode.log()).doesNotContain("OutOfMemoryError");
    users.assertReplicas(users.write("/user/ann/x/1/file"), 1);
  }
}
