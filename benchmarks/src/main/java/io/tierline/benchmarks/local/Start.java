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
import java.io.IOException;
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
          + " edit) and its ports; --stock, --ha, --datanodes and --first-port are for a new one."
          + " A start that fails stops what it has started."
    })
final class Start implements Callable<Integer> {
  private static final int MOST_DATA_NODES = 16;

  /** More than the largest cluster takes. */
  private static final int PORTS = 100;

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
      new Wrappers(folder).write();
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
    if (stock && !record.stock() || ha && !record.ha()) {
      throw new CommandException(
          "the cluster in %s was made without %s: give another --dir, or ./tierline cluster stop"
                  .formatted(folder.path(), stock && !record.stock() ? "--stock" : "--ha")
              + " --delete");
    }
    ClusterFolder.requireFreePorts(record);
    return record;
  }

  private ClusterRecord made() throws IOException {
    folder.clear();
    return new SiteFiles(folder, stock, ha, dataNodes, new Ports(firstPort)).write();
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
