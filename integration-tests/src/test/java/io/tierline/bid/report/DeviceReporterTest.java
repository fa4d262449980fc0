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
import io.tierline.bid.device.DiskCounters;
import io.tierline.ldm.client.LdmClient;
import io.tierline.testing.cluster.EmbeddedCluster;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A DataNode that reports its devices to a NameNode with LDM. */
@Tag("integration")
class DeviceReporterTest {
  private static final AtomicLong LOOKS = new AtomicLong();

  /** Every look finds 100 MiB more, which took a second: the disks here are who knows what. */
  public static final class Steady extends DeviceReporter {
    /** Created by HDFS through reflection. */
    public Steady() {}

    @Override
    Map<String, DiskCounters> counters() {
      long looks = LOOKS.incrementAndGet();
      if (looks <= 2) {
        throw new OutOfMemoryError("injected");
      }
      return Map.of("8:1", new DiskCounters(0, looks * (100L << 20), looks * 1_000, 0, 0, 0, 0, 0));
    }

    @Override
    String device(Path directory) throws IOException {
      assertThat(super.device(directory)).matches("[0-9]+:[0-9]+");
      return "8:1";
    }
  }

  /** One in a Hadoop that it was not built for. */
  private static final class Misfit extends DeviceReporter {
    private final AtomicLong looks = new AtomicLong();

    @Override
    Map<String, DiskCounters> counters() {
      looks.incrementAndGet();
      throw new NoSuchMethodError("injected");
    }
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("tierline-bid-device-report"))
        .count();
  }

  private static Path conf() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(here.resolve("conf"))) {
      here = here.getParent();
    }
    return here.resolve("conf/hdfs-site-ldm.xml");
  }

  @Test
  void ratingsOfItsVolumesChangeFromTypicalToMeasured() throws Exception {
    try (EmbeddedCluster cluster =
        EmbeddedCluster.builder()
            .racks("/r")
            .configure(conf -> conf.addResource(new org.apache.hadoop.fs.Path(conf().toUri())))
            .start()) {
      URI nameNode = cluster.nameNodeHttp();
      LdmClient client = new LdmClient(nameNode, cluster.configuration());
      DeviceReporter unasked = new DeviceReporter();
      unasked.start(cluster.hdfs().getDataNodes().get(0));
      assertThat(threads()).isZero();
      unasked.stop();
      Configuration conf = cluster.configuration();
      conf.set("dfs.datanode.plugins", Steady.class.getName());
      // The first is none: a standby that is gone.
      conf.set(ReportKeys.NAMENODES.key(), "http://127.0.0.1:1," + nameNode);
      conf.set(ReportKeys.INTERVAL.key(), "200ms");
      cluster.hdfs().startDataNodes(conf, 1, true, null, new String[] {"/r"});
      cluster.hdfs().waitActive();
      DataNode reporting = cluster.hdfs().getDataNodes().get(1);
      GenericTestUtils.waitFor(
          () -> measured(client, reporting.getDatanodeUuid()) == 2, 100, 180_000);
      String other = cluster.hdfs().getDataNodes().get(0).getDatanodeUuid();
      assertThat(measured(client, other)).isZero();
      Misfit misfit = new Misfit();
      misfit.start(reporting);
      GenericTestUtils.waitFor(() -> misfit.looks.get() > 0 && threads() == 1, 100, 180_000);
      assertThat(misfit.looks).hasValue(1);
    }
  }

  /** Volumes of that DataNode that are rated by what was measured. */
  private static int measured(LdmClient client, String dataNode) {
    try {
      int measured = 0;
      for (JsonNode device : client.devices().path("devices")) {
        boolean isReported =
            device.path("dataNode").asText().equals(dataNode)
                && device.path("source").asText().equals("measured")
                && Math.abs(device.path("ratingNodeMibPerSecond").asDouble() - 100) < 0.1;
        measured += isReported ? 1 : 0;
      }
      return measured;
    } catch (IOException loading) {
      return -1;
    }
  }
}
