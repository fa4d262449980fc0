/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import java.util.Map;

/** Site files of a YARN that is small, and quick with short jobs. */
public final class SmallYarnFiles {
  private static final String SCHEDULER = "capacity-scheduler.xml";
  private static final String TASK_JVM =
      "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.net.preferIPv4Stack=true";

  private static final Map<String, String> YARN =
      Map.of(
          "yarn.resourcemanager.nodemanagers.heartbeat-interval-ms",
          "200",
          "yarn.scheduler.minimum-allocation-mb",
          "256",
          "yarn.nodemanager.address",
          "localhost:0",
          "yarn.nodemanager.localizer.address",
          "localhost:0",
          "yarn.nodemanager.webapp.address",
          "localhost:0",
          "yarn.nodemanager.resource.memory-mb",
          "1024",
          "yarn.nodemanager.vmem-check-enabled",
          "false",
          // A NodeManager would refuse to work on a developer's nearly full disk.
          "yarn.nodemanager.disk-health-checker.enable",
          "false",
          "yarn.resourcemanager.connect.retry-interval.ms",
          "1000",
          "yarn.nodemanager.aux-services",
          "mapreduce_shuffle");

  private static final Map<String, String> MAPREDUCE =
      Map.of(
          "mapreduce.framework.name", "yarn",
          "mapreduce.shuffle.port", "0",
          "yarn.app.mapreduce.am.staging-dir", "/staging",
          "yarn.app.mapreduce.am.resource.mb", "512",
          "yarn.app.mapreduce.am.command-opts", TASK_JVM,
          // Tasks run inside the application master: the same job, in a third of the time.
          "mapreduce.job.ubertask.enable", "true",
          "mapreduce.task.io.sort.mb", "16",
          "mapreduce.client.completion.pollinterval", "200",
          "mapreduce.client.progressmonitor.pollinterval", "200");

  private SmallYarnFiles() {}

  /**
   * Writes them for a host.
   *
   * @param servers where the ResourceManager's servers are, by the names in their keys
   */
  public static void write(Host host, Map<String, String> servers) {
    YARN.forEach((key, value) -> host.set(Host.YARN, key, value));
    servers.forEach(
        (server, address) -> host.set(Host.YARN, "yarn.resourcemanager." + server, address));
    host.set(Host.YARN, "yarn.nodemanager.local-dirs", host.home().resolve("local").toString());
    host.set(Host.YARN, "yarn.nodemanager.log-dirs", host.home().resolve("userlogs").toString());
    MAPREDUCE.forEach((key, value) -> host.set(Host.MAPREDUCE, key, value));
    host.set(
        Host.MAPREDUCE,
        "mapreduce.application.classpath",
        ResolvedJars.ofOthers().replace(':', ','));
    host.set(SCHEDULER, "yarn.scheduler.capacity.root.queues", "default");
    host.set(SCHEDULER, "yarn.scheduler.capacity.root.default.capacity", "100");
    host.set(SCHEDULER, "yarn.scheduler.capacity.maximum-am-resource-percent", "1");
  }
}
