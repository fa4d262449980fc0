/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.local;

import io.tierline.benchmarks.local.ClusterRecord.DaemonRecord;
import io.tierline.cli.CommandException;
import io.tierline.ldm.gateway.config.GatewayKeys;
import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.ldm.settings.ServiceKeys;
import io.tierline.testing.daemons.DaemonCluster;
import io.tierline.testing.daemons.Host;
import io.tierline.testing.daemons.ResolvedJars;
import io.tierline.testing.daemons.SmallYarnFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Writes the site files of a new cluster, each daemon its own, as an operator would. */
final class SiteFiles {
  private static final String CLIENT = "client";
  private static final String OOZIE = Role.OOZIE.name(1);
  private static final String GATEWAY = Role.GATEWAY.name(1);
  private static final String HBASE = "hbase-site.xml";
  private static final String SERVICE = "tierline";
  private static final String LOCALHOST = "localhost:";
  private static final int JOURNAL_NODES = 3;
  private static final int REPLICAS = 3;

  private static final String ZOO_CFG =
      """
      tickTime=2000
      admin.enableServer=false
      clientPort=%d
      clientPortAddress=localhost
      dataDir=%s
      """;

  /** Who serves others than those who look at its page. */
  private static final Set<Role> TWO_SERVERS =
      Set.of(Role.NAMENODE, Role.DATANODE, Role.NODEMANAGER, Role.JOURNALNODE);

  private static final List<String> RESOURCE_MANAGER_SERVERS =
      List.of(
          "webapp.address",
          "address",
          "scheduler.address",
          "resource-tracker.address",
          "admin.address");

  private final ClusterFolder folder;
  private final boolean stock;
  private final boolean oozie;
  private final int nameNodes;
  private final int dataNodes;
  private final Ports ports;
  private final List<DaemonRecord> daemons = new ArrayList<>();
  private final Map<String, Integer> rpc = new LinkedHashMap<>();
  private final Map<String, String> resourceManager = new LinkedHashMap<>();
  private int zooKeeper;

  /** Those of a cluster that is not there yet. */
  SiteFiles(
      ClusterFolder folder, boolean stock, boolean ha, boolean oozie, int dataNodes, Ports ports) {
    this.folder = folder;
    this.stock = stock;
    this.oozie = oozie;
    this.nameNodes = ha ? 2 : 1;
    this.dataNodes = dataNodes;
    this.ports = ports;
  }

  /** Writes all; what they describe. */
  ClusterRecord write() throws IOException {
    choosePorts();
    for (DaemonRecord daemon : daemons) {
      writeOf(daemon);
    }
    Host client = host(CLIENT);
    writeHBase(client);
    if (hasGateway()) {
      client.set(Host.HDFS, GatewayKeys.HTTP_ADDRESS.key(), LOCALHOST + port(GATEWAY));
    }
    ourJars(client, "share/hadoop/hdfs/lib", "ldm-namenode", "ldm-gateway");
    return new ClusterRecord(stock, isHa(), List.copyOf(daemons));
  }

  private boolean hasGateway() {
    return oozie && !stock;
  }

  private boolean isHa() {
    return nameNodes > 1;
  }

  /** In a fixed order, so that the pages come first and keep their addresses. */
  private void choosePorts() throws CommandException {
    Map<Role, Integer> counts = new LinkedHashMap<>();
    counts.put(Role.NAMENODE, nameNodes);
    counts.put(Role.DATANODE, dataNodes);
    counts.put(Role.RESOURCEMANAGER, 1);
    counts.put(Role.NODEMANAGER, 1);
    counts.put(Role.HMASTER, 1);
    counts.put(Role.REGIONSERVER, 1);
    counts.put(Role.ZOOKEEPER, 1);
    counts.put(Role.JOURNALNODE, isHa() ? JOURNAL_NODES : 0);
    counts.put(Role.ZKFC, isHa() ? nameNodes : 0);
    counts.put(Role.OOZIE, oozie ? 1 : 0);
    counts.put(Role.GATEWAY, hasGateway() ? 1 : 0);
    List<DaemonRecord> chosen = new ArrayList<>();
    for (Map.Entry<Role, Integer> role : counts.entrySet()) {
      for (int number = 1; number <= role.getValue(); number++) {
        chosen.add(daemon(role.getKey(), number));
      }
    }
    for (DaemonRecord daemon : chosen) {
      if (TWO_SERVERS.contains(Role.of(daemon.name()))) {
        rpc.put(daemon.name(), ports.next());
      }
    }
    for (String server : RESOURCE_MANAGER_SERVERS.subList(1, RESOURCE_MANAGER_SERVERS.size())) {
      resourceManager.put(server, LOCALHOST + ports.next());
    }
    chosen.sort(Comparator.comparing(daemon -> Role.of(daemon.name())));
    daemons.addAll(chosen);
  }

  private DaemonRecord daemon(Role role, int number) throws CommandException {
    String name = role.name(number);
    int port = ports.next();
    String page = "http://" + LOCALHOST + port;
    List<String> arguments = List.of();
    switch (role) {
      case ZOOKEEPER -> {
        zooKeeper = port;
        page = "";
        arguments = List.of(folder.resolve(name).resolve("conf/zoo.cfg").toString());
      }
      case ZKFC -> page = "";
      case HMASTER, REGIONSERVER -> {
        page = "";
        arguments = List.of("start");
      }
      case RESOURCEMANAGER -> resourceManager.put("webapp.address", LOCALHOST + port);
      case OOZIE -> arguments = List.of(folder.resolve(name).toString(), String.valueOf(port));
      default -> {
        // Its page is where its HTTP server is.
      }
    }
    return new DaemonRecord(name, arguments, port, page);
  }

  private Host host(String name) throws IOException {
    Host host = new Host(name, folder.resolve(name));
    writeHdfs(host);
    SmallYarnFiles.write(host, resourceManager);
    host.set(Host.YARN, "yarn.nodemanager.resource.memory-mb", "3072");
    host.set(Host.MAPREDUCE, "mapreduce.map.memory.mb", "512");
    host.set(Host.MAPREDUCE, "mapreduce.reduce.memory.mb", "512");
    return host;
  }

  private void writeHdfs(Host host) {
    host.set(Host.CORE, "hadoop.tmp.dir", host.home().resolve("tmp").toString());
    host.set(Host.HDFS, "dfs.replication", String.valueOf(Math.min(REPLICAS, dataNodes)));
    host.set(Host.HDFS, "dfs.blocksize", "16m");
    if (!isHa()) {
      host.set(Host.CORE, "fs.defaultFS", "hdfs://" + LOCALHOST + rpc.get("namenode1"));
      host.set(Host.HDFS, "dfs.namenode.http-address", LOCALHOST + port("namenode1"));
      return;
    }
    host.set(Host.CORE, "fs.defaultFS", "hdfs://" + SERVICE);
    host.set(Host.CORE, "ha.zookeeper.quorum", LOCALHOST + zooKeeper);
    host.set(Host.HDFS, "dfs.nameservices", SERVICE);
    host.set(Host.HDFS, "dfs.ha.namenodes." + SERVICE, "nn1,nn2");
    for (int number = 1; number <= nameNodes; number++) {
      String suffix = "." + SERVICE + ".nn" + number;
      String name = Role.NAMENODE.name(number);
      host.set(Host.HDFS, "dfs.namenode.rpc-address" + suffix, LOCALHOST + rpc.get(name));
      host.set(Host.HDFS, "dfs.namenode.http-address" + suffix, LOCALHOST + port(name));
      // haadmin asks the failover controllers, so clients have to know them too.
      int controller = port(Role.ZKFC.name(number));
      host.set(Host.HDFS, "dfs.ha.zkfc.port" + suffix, String.valueOf(controller));
    }
    host.set(Host.HDFS, "dfs.namenode.shared.edits.dir", journal());
    host.set(Host.HDFS, "dfs.ha.automatic-failover.enabled", "true");
    // On one machine a killed NameNode is gone; there is no other that could still write.
    host.set(Host.HDFS, "dfs.ha.fencing.methods", "shell(/bin/true)");
    host.set(
        Host.HDFS,
        "dfs.client.failover.proxy.provider." + SERVICE,
        "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
  }

  private String journal() {
    List<String> nodes =
        IntStream.rangeClosed(1, JOURNAL_NODES)
            .mapToObj(number -> LOCALHOST + rpc.get(Role.JOURNALNODE.name(number)))
            .toList();
    return "qjournal://" + String.join(";", nodes) + "/" + SERVICE;
  }

  private int port(String name) {
    return daemons.stream()
        .filter(daemon -> daemon.name().equals(name))
        .mapToInt(DaemonRecord::port)
        .findFirst()
        .orElseThrow();
  }

  private void writeOf(DaemonRecord daemon) throws IOException {
    String name = daemon.name();
    Host host = host(name);
    String http = LOCALHOST + daemon.port();
    String other = LOCALHOST + rpc.get(name);
    switch (Role.of(name)) {
      case ZOOKEEPER ->
          host.write("zoo.cfg", ZOO_CFG.formatted(daemon.port(), host.home().resolve("data")));
      case JOURNALNODE -> {
        host.set(Host.HDFS, "dfs.journalnode.http-address", http);
        host.set(Host.HDFS, "dfs.journalnode.rpc-address", other);
        host.set(Host.HDFS, "dfs.journalnode.edits.dir", host.home().resolve("edits").toString());
      }
      case NAMENODE -> writeNameNode(host, name);
      case ZKFC -> host.set(Host.HDFS, "dfs.ha.namenode.id", nameNodeId(name));
      case DATANODE -> writeDataNode(host, http, other);
      case NODEMANAGER -> {
        host.set(Host.YARN, "yarn.nodemanager.webapp.address", http);
        host.set(Host.YARN, "yarn.nodemanager.address", other);
      }
      case RESOURCEMANAGER -> writeResourceManager(host);
      case HMASTER, REGIONSERVER -> writeHBase(host, name, daemon.port());
      case OOZIE -> writeOozie(host);
      case GATEWAY -> writeGateway(host, http);
    }
  }

  /** What it launches starts with these jars, and makes jobs of this cluster's YARN. */
  private void writeOozie(Host host) {
    host.set(
        Host.YARN,
        "yarn.application.classpath",
        folder.resolve(CLIENT).resolve("conf") + ":" + ResolvedJars.ofOthers());
  }

  private void writeGateway(Host host, String http) throws IOException {
    ourJars(host, "share/hadoop/hdfs/lib", "ldm-namenode", "ldm-gateway");
    String site = GatewayKeys.SITE_RESOURCE;
    host.add(site, site);
    host.set(site, GatewayKeys.HTTP_ADDRESS.key(), http);
    host.set(site, GatewayKeys.DIRECTORY.key(), host.home().resolve("kept").toString());
    host.set(site, GatewayKeys.OOZIE_URL.key(), "http://" + LOCALHOST + port(OOZIE) + "/oozie");
    // Actions of a small cluster begin within seconds of their workflow.
    host.set(site, GatewayKeys.OOZIE_INTERVAL.key(), "1s");
    host.set(site, GatewayKeys.OOZIE_COORDINATOR_INTERVAL.key(), "10s");
  }

  private static void believe(Host host, Role speaker) {
    for (String kind : List.of("hosts", "groups", "users")) {
      host.set(Host.CORE, "hadoop.proxyuser." + speaker.user() + "." + kind, "*");
    }
  }

  private static String nameNodeId(String name) {
    return "nn" + name.replaceAll("\\D", "");
  }

  private void writeNameNode(Host host, String name) throws IOException {
    host.set(Host.HDFS, "dfs.namenode.name.dir", host.home().resolve("name").toUri().toString());
    host.set(Host.HDFS, "dfs.namenode.safemode.extension", "0");
    if (isHa()) {
      host.set(Host.HDFS, "dfs.ha.namenode.id", nameNodeId(name));
    }
    if (oozie) {
      believe(host, Role.OOZIE);
    }
    if (hasGateway()) {
      believe(host, Role.GATEWAY);
    }
    if (!stock) {
      ourJars(host, "share/hadoop/hdfs/lib", "ldm-namenode");
      host.add(Host.HDFS, "hdfs-site-ldm.xml");
      host.set(Host.HDFS, ServiceKeys.ADMINS.key(), DaemonCluster.YARN_USER);
      // All daemons share this machine: how busy it is must not decide where a block lies.
      host.set(Host.HDFS, PlacementKeys.BUDGET.key(), "10s");
      believe(host, Role.RESOURCEMANAGER);
    }
  }

  private static void writeDataNode(Host host, String http, String data) {
    String volumes = host.home().resolve("data").toUri().toString();
    host.set(
        Host.HDFS, "dfs.datanode.data.dir", "[SSD]%1$s/ssd,[DISK]%1$s/disk".formatted(volumes));
    host.set(Host.HDFS, "dfs.datanode.http.address", http);
    host.set(Host.HDFS, "dfs.datanode.address", data);
    host.set(Host.HDFS, "dfs.datanode.ipc.address", LOCALHOST + "0");
  }

  private void writeResourceManager(Host host) throws IOException {
    if (oozie) {
      believe(host, Role.OOZIE);
    }
    if (!stock) {
      ourJars(host, "share/hadoop/hdfs/lib", "ldm-namenode");
      host.add(Host.YARN, "yarn-site-ldm.xml");
    }
  }

  private void writeHBase(Host host) {
    String root = isHa() ? "hdfs://" + SERVICE : "hdfs://" + LOCALHOST + rpc.get("namenode1");
    host.set(HBASE, "hbase.cluster.distributed", "true");
    host.set(HBASE, "hbase.rootdir", root + "/hbase");
    host.set(HBASE, "hbase.zookeeper.quorum", "localhost");
    host.set(HBASE, "hbase.zookeeper.property.clientPort", String.valueOf(zooKeeper));
  }

  private void writeHBase(Host host, String name, int port) throws IOException {
    writeHBase(host);
    host.set(HBASE, "hbase.master.hostname", "localhost");
    // There is one region server, which need not be waited for as on a large cluster.
    host.set(HBASE, "hbase.master.wait.on.regionservers.interval", "200");
    host.set(HBASE, "hbase.regionserver.msginterval", "500");
    host.set(HBASE, "hbase.unsafe.regionserver.hostname", "localhost");
    String daemon = Role.of(name) == Role.HMASTER ? "hbase.master" : "hbase.regionserver";
    host.set(HBASE, daemon + ".port", String.valueOf(port));
    // Its pages are JSP, for which it needs jars that hide those of Hadoop.
    host.set(HBASE, daemon + ".info.port", "-1");
    if (!stock) {
      ourJars(host, "lib", "rlsm-hbase");
      host.add(HBASE, "hbase-site-rlsm.xml");
    }
  }

  private void ourJars(Host host, String to, String... modules) throws IOException {
    for (String module : modules) {
      if (!stock) {
        host.copyJar(module, to);
      }
    }
  }
}
