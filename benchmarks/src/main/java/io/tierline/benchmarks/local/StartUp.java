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
import io.tierline.cli.Progress;
import io.tierline.testing.daemons.Daemon;
import io.tierline.testing.daemons.DaemonCluster;
import io.tierline.testing.daemons.Host;
import io.tierline.testing.daemons.OozieJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Starts the daemons of a cluster in stages, and waits for each until it serves. */
final class StartUp {
  private static final int POLL_MILLIS = 200;
  private static final int PATIENCE_SECONDS = 240;
  private static final Path NOTHING = Path.of("/dev/null");
  private static final Pattern COMPLAINT =
      Pattern.compile("(?m)^(?:\\S+ \\S+ (?:ERROR|FATAL) |Exception in thread )(.*)$");

  private final ClusterFolder folder;
  private final ClusterRecord record;
  private final Progress progress;
  private final Map<String, Process> started = new LinkedHashMap<>();
  private int done;

  /** A start of all of them, none of which runs. */
  StartUp(ClusterFolder folder, ClusterRecord record, Progress progress) {
    this.folder = folder;
    this.record = record;
    this.progress = progress;
  }

  /**
   * Starts all.
   *
   * @param isNew whether the file system is to be made first
   */
  void run(boolean isNew) throws Exception {
    Files.createDirectories(folder.resolve("logs"));
    Clients clients = new Clients(folder, record);
    launch(0);
    for (DaemonRecord each : record.stage(0)) {
      await(each.name(), () -> Clients.listens(each.port()));
    }
    if (isNew) {
      makeNameNodes();
    }
    launch(1);
    await("the NameNode and its DataNodes", clients::canWrite);
    if (isNew) {
      clients.makeDirectories();
      if (record.hasOozie()) {
        clients.shareLibrary();
      }
    }
    launch(2);
    launch(3);
    await("YARN", clients::canRunJobs);
    await("HBase", clients::canServeTables);
    if (record.hasOozie()) {
      await("Oozie", clients::canRunWorkflows);
    }
  }

  /** The second one copies what the first one, which must run, has. */
  private void makeNameNodes() throws Exception {
    String main = Role.NAMENODE.main();
    runToEnd("namenode1", main, "-format", "-force");
    if (!record.ha()) {
      return;
    }
    runToEnd("zkfc1", Role.ZKFC.main(), "-formatZK", "-force");
    DaemonRecord first = record.daemon("namenode1");
    launch(first);
    await(first.name(), () -> Clients.listens(first.port()));
    await("namenode2", () -> program("namenode2", main, "-bootstrapStandby", "-force") == 0);
  }

  private void launch(int stage) throws IOException {
    for (DaemonRecord daemon : record.stage(stage)) {
      if (!started.containsKey(daemon.name())) {
        launch(daemon);
      }
    }
  }

  /** In a session of its own: it lives on when the terminal is closed. */
  private void launch(DaemonRecord daemon) throws IOException {
    String name = daemon.name();
    Role role = Role.of(name);
    Host host = host(name).begunWith("setsid").jvm(folder.processes().options(name));
    if (role == Role.OOZIE) {
      host.onlyOn(OozieJars.classPath());
    }
    Process process =
        Daemon.builder(host, role.user(), role.main(), daemon.arguments().toArray(String[]::new))
            .redirectErrorStream(true)
            .redirectInput(NOTHING.toFile())
            .redirectOutput(folder.log(name).toFile())
            .start();
    started.put(name, process);
  }

  private Host host(String name) throws IOException {
    return new Host(name, folder.resolve(name));
  }

  private void runToEnd(String host, String main, String... arguments) throws Exception {
    progress.phase(host + " " + String.join(" ", arguments), this::fraction);
    if (program(host, main, arguments) != 0) {
      throw failed(host);
    }
  }

  private int program(String host, String main, String... arguments)
      throws IOException, InterruptedException {
    Process process =
        Daemon.builder(host(host), DaemonCluster.SUPERUSER, main, arguments)
            .redirectErrorStream(true)
            .redirectInput(NOTHING.toFile())
            .redirectOutput(folder.log(host).toFile())
            .start();
    try {
      return process.waitFor();
    } finally {
      process.destroyForcibly();
    }
  }

  /** What a daemon is asked again and again. */
  private interface Condition {
    boolean holds() throws Exception;
  }

  private void await(String what, Condition condition) throws Exception {
    progress.phase("waiting for " + what, this::fraction);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.holds()) {
      for (Map.Entry<String, Process> each : started.entrySet()) {
        if (!each.getValue().isAlive()) {
          throw failed(each.getKey());
        }
      }
      if (System.nanoTime() > end) {
        throw new CommandException(
            "%s did not serve within %d seconds; logs in %s"
                .formatted(what, PATIENCE_SECONDS, folder.resolve("logs")));
      }
      Thread.sleep(POLL_MILLIS);
    }
    done++;
  }

  /** Stages, directories, YARN, HBase and Oozie: each wait is one step. */
  private double fraction() {
    int steps = record.stage(0).size() + (record.ha() ? 2 : 0) + 3 + record.count(Role.OOZIE);
    return (double) done / steps;
  }

  private CommandException failed(String daemon) throws IOException {
    Path log = folder.log(daemon);
    Matcher complaint = COMPLAINT.matcher(Files.readString(log));
    String why = complaint.find() ? ": " + complaint.group(1) : "";
    return new CommandException(
        "%s ended%s; its log is %s, and nothing runs".formatted(daemon, why, log));
  }
}
