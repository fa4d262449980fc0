/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.local;

import io.tierline.cli.Console;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./tierline cluster stop}. */
@Command(
    name = "stop",
    sortOptions = false,
    description =
        "Ends all daemons of the cluster and what jobs still run, also after a start that was cut"
            + " short. Data stays for the next start.")
final class Stop implements Callable<Integer> {
  @Mixin private final ClusterFolder folder = new ClusterFolder();

  @Option(names = "--delete", description = "Also deletes the cluster's files.")
  private boolean delete;

  private final Console console;

  /** The command; where it prints. */
  Stop(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (!Files.exists(folder.path())) {
      console.out().println("no cluster is in " + folder.path());
      return 0;
    }
    folder.requireOurs();
    folder.alone(
        () -> {
          console.out().println(folder.processes().stop() + " daemons stopped");
          if (delete) {
            folder.clear();
            console.out().println(folder.path() + " is empty");
          }
        });
    return 0;
  }
}
