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
import io.tierline.cli.Console;
import io.tierline.cli.report.TextTable;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./tierline cluster status}. */
@Command(
    name = "status",
    description = {
      "What runs, and where its pages are.",
      "Exits 0 if all daemons run, 1 if one of them does not."
    })
final class Status implements Callable<Integer> {
  @Mixin private final ClusterFolder folder = new ClusterFolder();

  private final Console console;

  /** The command; where it prints. */
  Status(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Map<String, ProcessHandle> running = folder.processes().daemons();
    if (folder.record().isEmpty() && !running.isEmpty()) {
      throw new CommandException(
          "the start of the cluster in %s was cut short, and %d daemons run: stop them with"
                  .formatted(folder.path(), running.size())
              + " ./tierline cluster stop");
    }
    ClusterRecord record = folder.requireRecord();
    TextTable table = new TextTable("daemon", "pid", "page");
    for (DaemonRecord daemon : record.daemons()) {
      ProcessHandle process = running.get(daemon.name());
      table.row(
          daemon.name(),
          process == null ? "is gone" : String.valueOf(process.pid()),
          daemon.page().isEmpty() ? "port " + daemon.port() : daemon.page());
    }
    table.print(console.out());
    int gone = record.daemons().size() - running.size();
    console.out().println("logs: " + folder.resolve("logs"));
    if (gone == record.daemons().size()) {
      throw new CommandException("none runs: start them with ./tierline cluster start");
    }
    if (gone > 0) {
      throw new CommandException(
          "%d of %d are gone: look into their logs, then ./tierline cluster stop and start"
              .formatted(gone, record.daemons().size()));
    }
    return 0;
  }
}
