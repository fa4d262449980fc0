/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.local;

import io.tierline.cli.Arguments;
import io.tierline.cli.CommandException;
import io.tierline.cli.Console;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ./tierline cluster shell}. */
@Command(
    name = "shell",
    sortOptions = false,
    customSynopsis = "./tierline cluster shell [--dir=DIR] [-- COMMAND...]",
    description = {
      "A shell in which hdfs, yarn, mapred, hadoop and hbase speak to the cluster, or one command.",
      "They are small scripts in DIR/bin, since Hadoop's and HBase's own are not in their jars;"
          + " each prints the commands that it knows, and takes any other main class by its whole"
          + " name. hbase has no shell here: that needs JRuby. An installed HBase has one, with"
          + " hbase --config DIR/client/conf shell. Users are believed: HADOOP_USER_NAME, or hdfs."
          + " $HADOOP_EXAMPLES is the jar of MapReduce's examples. oozie is Oozie's own command"
          + " line, where the cluster has an Oozie server."
    })
final class Shell implements Callable<Integer> {
  @Mixin private final Arguments given = new Arguments();
  @Mixin private final ClusterFolder folder = new ClusterFolder();

  @Parameters(paramLabel = "COMMAND", description = "A command to run instead of a shell.")
  private List<String> parameters = new ArrayList<>();

  private final Console console;

  /** The command; where it prints. */
  Shell(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<String> command = given.onlyBehindDashes(parameters);
    folder.requireRecord();
    if (folder.processes().daemons().isEmpty()) {
      throw new CommandException("the cluster does not run: ./tierline cluster start");
    }
    if (command.isEmpty()) {
      console.err().println("hdfs, yarn, mapred, hadoop and hbase speak to the cluster; exit ends");
    }
    ProcessBuilder builder =
        new ProcessBuilder(command.isEmpty() ? List.of("bash") : inPath(command)).inheritIO();
    builder.environment().putAll(new Wrappers(folder).environment(builder.environment()));
    return builder.start().waitFor();
  }

  /** Looked for in the path that the command gets, not in ours. */
  private static List<String> inPath(List<String> command) {
    List<String> all = new ArrayList<>(List.of("env"));
    all.addAll(command);
    return all;
  }
}
