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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where the NameNodes are, as the site files of every host say it. */
final class NameNodes {
  private static final String SERVICE = "tierline";

  private final Path edits;
  private final List<Integer> rpc = new ArrayList<>();
  private final List<Integer> http = new ArrayList<>();

  NameNodes(int count, Path edits) throws IOException {
    this.edits = edits;
    for (int i = 0; i < count; i++) {
      rpc.add(DaemonCluster.freePort());
      http.add(DaemonCluster.freePort());
    }
  }

  int count() {
    return rpc.size();
  }

  URI http(int number) {
    return URI.create("http://localhost:" + http.get(number - 1));
  }

  void write(Host host) {
    if (count() == 1) {
      host.set(Host.CORE, "fs.defaultFS", "hdfs://localhost:" + rpc.get(0));
      host.set(Host.HDFS, "dfs.namenode.http-address", "localhost:" + http.get(0));
      return;
    }
    host.set(Host.CORE, "fs.defaultFS", "hdfs://" + SERVICE);
    host.set(Host.HDFS, "dfs.nameservices", SERVICE);
    host.set(Host.HDFS, "dfs.ha.namenodes." + SERVICE, "nn1,nn2");
    for (int number = 1; number <= count(); number++) {
      String suffix = "." + SERVICE + ".nn" + number;
      host.set(Host.HDFS, "dfs.namenode.rpc-address" + suffix, "localhost:" + rpc.get(number - 1));
      host.set(
          Host.HDFS, "dfs.namenode.http-address" + suffix, "localhost:" + http.get(number - 1));
    }
    host.set(Host.HDFS, "dfs.namenode.shared.edits.dir", edits.toUri().toString());
    host.set(Host.HDFS, "dfs.ha.fencing.methods", "shell(/bin/true)");
    // A standby reads only what the active has ended: not after two minutes, as by default.
    host.set(Host.HDFS, "dfs.ha.log-roll.period", "1s");
    host.set(Host.HDFS, "dfs.ha.tail-edits.period", "1s");
    host.set(
        Host.HDFS,
        "dfs.client.failover.proxy.provider." + SERVICE,
        "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
  }

  /** What tells a NameNode which of them it is: here all have the same addresses. */
  void own(Host host, int number) {
    if (count() > 1) {
      host.set(Host.HDFS, "dfs.ha.namenode.id", "nn" + number);
    }
  }
}
