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
import io.tierline.cli.Arguments;
import io.tierline.cli.CommandException;
import io.tierline.cli.Console;
import io.tierline.cli.Progress;
import io.tierline.cli.maven.Maven;
import io.tierline.testing.daemons.OozieJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./tierline cluster start}. */
@Command(
    name = "start",
    sortOptions = false,
    description = {
      "Starts the cluster in the folder. If there is none, makes one first.",
      "A cluster that was stopped keeps its data, its site files (DIR/DAEMON/conf, which you may"
          + " edit) and its ports; --stock, --ha, --oozie, --datanodes and --first-port are for a"
          + " new one. A start that fails stops what it has started."
    })
final class Start implements Callable<Integer> {
  private static final int MOST_DATA_NODES = 16;

  /** More than the largest cluster takes. */
  private static final int PORTS = 100;

  private static final List<String> OOZIE_JARS =
      List.of(
          "process-classes",
          "--projects=clusters",
          "--also-make",
          "--activate-profiles=oozie-server",
          "-Dmaven.test.skip=true",
          "-Dspotless.check.skip=true",
          "-Dcheckstyle.skip=true",
          "-Djacoco.skip=true",
          "-Dexec.skip=true");

  @Mixin private final Arguments arguments = new Arguments();
  @Mixin private final ClusterFolder folder = new ClusterFolder();

  @Option(
      names = "--stock",
      description = "Without Tierline: Hadoop and HBase alone, to compare with.")
  private boolean stock;

  @Option(
      names = "--ha",
      description =
          "Two NameNodes that share their edits through three JournalNodes, and fail over by"
              + " themselves (ZKFC).")
  private boolean ha;

  @Option(
      names = "--oozie",
      description =
          "An Oozie server, and without --stock the lineage gateway that follows it. The first time"
              + " Maven resolves its jars.")
  private boolean oozie;

  @Option(
      names = "--datanodes",
      paramLabel = "N",
      description = "DataNodes, each with an SSD and a DISK volume (default: ${DEFAULT-VALUE}).")
  private int dataNodes = 3;

  @Option(
      names = "--first-port",
      paramLabel = "PORT",
      description =
          "The daemons listen at this port of the loopback address and at those that follow"
              + " (default: ${DEFAULT-VALUE}).")
  private int firstPort = 21_000;

  private final Console console;

  /** The command; where it prints. */
  Start(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    arguments.within("--datanodes", dataNodes, 1, MOST_DATA_NODES);
    arguments.within("--first-port", firstPort, 1_024, Ports.MOST - PORTS);
    folder.requireUsable();
    folder.alone(
        () -> {
          requireNoneRuns();
          start();
        });
    return 0;
  }

  private void requireNoneRuns() throws IOException {
    Set<String> running = folder.processes().daemons().keySet();
    if (running.isEmpty()) {
      return;
    }
    Optional<ClusterRecord> record = folder.record();
    if (record.isPresent() && running.size() == record.get().daemons().size()) {
      throw new CommandException(
          "the cluster in %s runs already: see ./tierline cluster status, or give another --dir"
              .formatted(folder.path()));
    }
    throw new CommandException(
        "part of the cluster in %s runs (%s): stop it first with ./tierline cluster stop"
            .formatted(folder.path(), String.join(", ", running)));
  }

  private void start() throws Exception {
    Optional<ClusterRecord> before = folder.record();
    // Also when the user ends it, or the machine does.
    Thread undo = new Thread(this::stopAll, "stop-cluster");
    Runtime.getRuntime().addShutdownHook(undo);
    boolean isUp = false;
    try (Progress progress = console.progress()) {
      ClusterRecord record = before.isPresent() ? kept(before.get()) : made();
      if (record.hasOozie()) {
        requireOozie(progress);
      }
      new Wrappers(folder).write(record);
      new StartUp(folder, record, progress).run(before.isEmpty());
      record.write(folder.recordFile());
      isUp = true;
    } finally {
      Runtime.getRuntime().removeShutdownHook(undo);
      if (!isUp) {
        stopAll();
      }
    }
    print(folder.requireRecord());
  }

  private ClusterRecord kept(ClusterRecord record) throws CommandException {
    requireSame("--stock", stock, record.stock());
    requireSame("--ha", ha, record.ha());
    requireSame("--oozie", oozie, record.hasOozie());
    ClusterFolder.requireFreePorts(record);
    return record;
  }

  private void requireSame(String option, boolean wanted, boolean made) throws CommandException {
    if (wanted && !made) {
      throw new CommandException(
          "the cluster in %s was made without %s: give another --dir, or ./tierline cluster stop"
                  .formatted(folder.path(), option)
              + " --delete");
    }
  }

  private ClusterRecord made() throws IOException {
    folder.clear();
    return new SiteFiles(folder, stock, ha, oozie, dataNodes, new Ports(firstPort)).write();
  }

  /** Its jars are on no other class path, so the build of this command leaves them out. */
  private void requireOozie(Progress progress) throws IOException, InterruptedException {
    if (OozieJars.areThere()) {
      return;
    }
    progress.phase("resolving Oozie", () -> 0);
    Path log = Files.createDirectories(folder.resolve("logs")).resolve("oozie-jars.log");
    if (Maven.run(Path.of(System.getProperty("tierline.home", ".")), log, OOZIE_JARS) != 0) {
      throw new CommandException("Oozie's jars were not resolved; the whole output is in " + log);
    }
  }

  private void stopAll() {
    try {
      folder.processes().stop();
    } catch (IOException e) {
      console.err().println("tierline cluster: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void print(ClusterRecord record) {
    console.out().println(record.daemons().size() + " daemons run; pages:");
    for (DaemonRecord daemon : record.daemons()) {
      if (!daemon.page().isEmpty()) {
        console.out().printf("  %-18s %s%n", daemon.name(), daemon.page());
      }
    }
    if (!record.stock()) {
      String nameNode = record.daemon(Role.NAMENODE.name(1)).page();
      console.out().printf("  %-18s %s/ldm?user.name=hdfs%n", "LDM", nameNode);
    }
    console.out().println("next: ./tierline cluster shell" + folder.option());
  }
}
