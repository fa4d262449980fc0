/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import io.tierline.ldm.settings.PlacementKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils;

/**
 * A small cluster of separate processes on this machine: one NameNode or two, DataNodes with an SSD
 * and a DISK volume each, and a ResourceManager and a NodeManager where they are started. Every
 * daemon is a host with site files of its own.
 */
public final class DaemonCluster implements AutoCloseable {
  /** Who runs the NameNode and the DataNodes. */
  public static final String SUPERUSER = "hdfs";

  /** Who runs the ResourceManager and the NodeManager. */
  public static final String YARN_USER = "yarn";

  private static final int POLL_MILLIS = 100;
  private static final int PORTS_TRIED = 1_000;
  private static final int FIRST_PORT = 12_000;
  private static final int LAST_PORT = 32_000;
  private static final int PATIENCE_MILLIS = 120_000;
  private static final List<String> RESOURCE_MANAGER_SERVERS =
      List.of(
          "address",
          "scheduler.address",
          "resource-tracker.address",
          "admin.address",
          "webapp.address");
  private static final String HDFS_PACKAGE = "org.apache.hadoop.hdfs.server.";
  private static final String HDFS_TOOLS = "org.apache.hadoop.hdfs.tools.";
  private static final String NAME_NODE = HDFS_PACKAGE + "namenode.NameNode";
  private static final String YARN_PACKAGE = "org.apache.hadoop.yarn.server.";

  private final Path root;
  private final int replication;
  private final NameNodes nameNodes;
  private final HttpClient web = HttpClient.newHttpClient();
  private final Map<String, String> resourceManager = new LinkedHashMap<>();
  private final Map<String, Host> hosts = new LinkedHashMap<>();
  private final Map<String, Daemon> daemons = new LinkedHashMap<>();

  /** What a client's process left. */
  public record Result(int exit, String output) {}

  /**
   * A cluster whose files are all below a directory; nothing is started yet.
   *
   * @param nameNodes 1, or 2 that share their edits and are made active by hand
   */
  public DaemonCluster(Path root, int replication, int nameNodes) throws IOException {
    this.root = root;
    this.replication = replication;
    this.nameNodes = new NameNodes(nameNodes, root.resolve("edits"));
    Files.createDirectories(root.resolve("logs"));
    for (String server : RESOURCE_MANAGER_SERVERS) {
      resourceManager.put(server, "localhost:" + freePort());
    }
  }

  /** A host with the site files that every host of the cluster has. */
  public Host host(String name) {
    return hosts.computeIfAbsent(name, this::install);
  }

  private Host install(String name) {
    Host host;
    try {
      host = new Host(name, root.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    nameNodes.write(host);
    host.set(Host.CORE, "hadoop.tmp.dir", root.resolve(name).resolve("tmp").toString());
    host.set(Host.HDFS, "dfs.replication", String.valueOf(replication));
    host.set(Host.HDFS, "dfs.blocksize", "1m");
    SmallYarnFiles.write(host, resourceManager);
    return host;
  }

  /** A NameNode's host; the first one's number is 1. */
  public Host nameNodeHost(int number) {
    Host host = host("namenode" + number);
    host.set(Host.HDFS, "dfs.namenode.name.dir", host.home().resolve("name").toUri().toString());
    nameNodes.own(host, number);
    // How busy the machine is must not decide where a block lies.
    host.set(Host.HDFS, PlacementKeys.BUDGET.key(), "10s");
    // A NameNode that was killed would wait for half a minute.
    return host.set(Host.HDFS, "dfs.namenode.safemode.extension", "0");
  }

  /** Formats the namespace and starts the NameNodes for the first time; the first one is active. */
  public void formatAndStartNameNodes() throws Exception {
    succeed(1, NAME_NODE, "-format", "-force");
    startNameNode(1);
    if (nameNodes.count() > 1) {
      untilItSucceeds(2, NAME_NODE, "-bootstrapStandby", "-force");
      startNameNode(2);
      haAdmin(1, "-transitionToActive", "nn1");
    }
  }

  /** Starts a NameNode. */
  public Daemon startNameNode(int number) throws IOException {
    return start("namenode" + number, SUPERUSER, NAME_NODE);
  }

  /** Makes a NameNode the active one instead of another, which may be gone, once it can be. */
  public void failOver(int from, int to) throws Exception {
    haAdmin(to, "-failover", "nn" + from, "nn" + to);
  }

  /**
   * {@code hdfs haadmin}, again until it succeeds: a NameNode answers some time after its start.
   */
  public void haAdmin(int nameNode, String... arguments) throws Exception {
    untilItSucceeds(nameNode, HDFS_TOOLS + "DFSHAAdmin", arguments);
  }

  private void untilItSucceeds(int nameNode, String main, String... arguments) throws Exception {
    Host host = nameNodeHost(nameNode);
    await(
        main + " " + String.join(" ", arguments),
        () -> run(host, SUPERUSER, main, arguments).exit() == 0);
  }

  private void succeed(int nameNode, String main, String... arguments)
      throws IOException, InterruptedException {
    Result result = run(nameNodeHost(nameNode), SUPERUSER, main, arguments);
    if (result.exit() != 0) {
      throw new IOException(main + " " + String.join(" ", arguments) + ": " + result.output());
    }
  }

  /** Starts a DataNode with an SSD and a disk. */
  public Daemon startDataNode(String name) throws IOException {
    return startDataNode(name, List.of("[SSD]ssd", "[DISK]disk"));
  }

  /** What a DataNode is told of volumes, which are given by type and name. */
  public String dataFolders(String name, List<String> volumes) {
    String data = host(name).home().resolve("data").toUri().toString();
    String below = data.endsWith("/") ? data : data + "/";
    return volumes.stream()
        .map(volume -> volume.replace("]", "]" + below))
        .collect(Collectors.joining(","));
  }

  /** Starts a DataNode with these volumes, each {@code [TYPE]NAME}. */
  public Daemon startDataNode(String name, List<String> volumes) throws IOException {
    Host host = host(name);
    host.set(Host.HDFS, "dfs.datanode.data.dir", dataFolders(name, volumes));
    for (String server : List.of("address", "http.address", "ipc.address")) {
      host.set(Host.HDFS, "dfs.datanode." + server, "127.0.0.1:0");
    }
    return start(name, SUPERUSER, HDFS_PACKAGE + "datanode.DataNode");
  }

  /** Starts the ResourceManager. */
  public Daemon startResourceManager() throws IOException {
    return start("resourcemanager", YARN_USER, YARN_PACKAGE + "resourcemanager.ResourceManager");
  }

  /** Starts the NodeManager, which finds the ResourceManager by its files. */
  public Daemon startNodeManager() throws IOException {
    return start("nodemanager", YARN_USER, YARN_PACKAGE + "nodemanager.NodeManager");
  }

  /** Starts any daemon on the host of that name. */
  public Daemon start(String name, String user, String main, String... arguments)
      throws IOException {
    Daemon daemon = Daemon.start(host(name), log(name), user, main, arguments);
    daemons.put(name, daemon);
    return daemon;
  }

  private Path log(String host) {
    return root.resolve("logs").resolve(host + ".log");
  }

  /** Forgets what the daemons on a host have logged; none may run there. */
  public void clearLog(String host) throws IOException {
    Files.delete(log(host));
  }

  /** The daemon that was last started on that host. */
  public Daemon daemon(String host) {
    return daemons.get(host);
  }

  /** Runs a program on a host until it ends. */
  public Result run(Host host, String user, String main, String... arguments)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(root.resolve("logs"), "client-", ".log");
    Process process =
        Daemon.builder(host, user, main, arguments)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      throw new IOException(main + " did not end: " + Files.readString(output));
    }
    return new Result(process.exitValue(), Files.readString(output));
  }

  /** The HTTP server of a NameNode. */
  public URI http(int number) {
    return nameNodes.http(number);
  }

  /** What clients in this process are configured with: the files of a host. */
  public Configuration clientConfiguration() {
    Configuration conf = new Configuration();
    for (String file : List.of(Host.CORE, Host.HDFS)) {
      conf.addResource(new org.apache.hadoop.fs.Path(host("client").conf().resolve(file).toUri()));
    }
    return conf;
  }

  /** HDFS as the superuser sees it; the caller's to close. */
  public DistributedFileSystem superuser() throws IOException, InterruptedException {
    return UserGroupInformation.createRemoteUser(SUPERUSER)
        .doAs(
            (PrivilegedExceptionAction<DistributedFileSystem>)
                () -> (DistributedFileSystem) FileSystem.newInstance(clientConfiguration()));
  }

  /** Waits until so many DataNodes serve: safe mode has ended, and a byte can be made durable. */
  public void awaitDataNodes(int count, DistributedFileSystem files) throws Exception {
    await(
        count + " DataNodes, and the end of safe mode",
        () ->
            !files.setSafeMode(SafeModeAction.GET)
                && files.getDataNodeStats().length == count
                && writesDurably(files));
  }

  private static boolean writesDurably(DistributedFileSystem files) throws IOException {
    org.apache.hadoop.fs.Path probe = new org.apache.hadoop.fs.Path("/probe");
    try (FSDataOutputStream out = files.create(probe)) {
      out.write(1);
      out.hsync();
    }
    return files.delete(probe, false);
  }

  /** What an HTTP server answers; empty while it answers nothing or an error. */
  public String get(URI server, String pathAndQuery) {
    try {
      var answer =
          web.send(
              HttpRequest.newBuilder(server.resolve(pathAndQuery)).build(),
              BodyHandlers.ofString());
      return answer.statusCode() == 200 ? answer.body() : "";
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /** Waits for something that a daemon brings about, with the daemons' logs when it never comes. */
  public void await(String what, Callable<Boolean> condition) throws Exception {
    try {
      GenericTestUtils.waitFor(() -> holds(condition), POLL_MILLIS, PATIENCE_MILLIS);
    } catch (TimeoutException e) {
      List<String> states = new ArrayList<>();
      daemons.values().forEach(d -> states.add(d + (d.isAlive() ? " is there" : " is gone")));
      throw new AssertionError(
          "never came: " + what + "; " + states + "; logs in " + root.resolve("logs"), e);
    }
  }

  private static boolean holds(Callable<Boolean> condition) {
    try {
      return condition.call();
    } catch (IOException | RuntimeException e) {
      // A daemon that is not there yet answers nothing.
      return false;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A port of this machine that nobody listens at, below those that the system gives to whoever
   * connects: one of these would take the port of a daemon that is down, and who tries often enough
   * to connect to it meets himself.
   */
  public static int freePort() throws IOException {
    return ThreadLocalRandom.current()
        .ints(PORTS_TRIED, FIRST_PORT, LAST_PORT)
        .filter(DaemonCluster::isFree)
        .findFirst()
        .orElseThrow(() -> new IOException("no free port was found"));
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** Kills what still runs. */
  @Override
  public void close() {
    for (Daemon daemon : daemons.values()) {
      daemon.kill();
    }
  }
}
