/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.command;

import io.tierline.rlsm.hbase.RlsmInspect;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.util.ToolRunner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./tierline rlsm}: what looks at tables of HBase. */
@Command(
    name = "rlsm",
    synopsisSubcommandLabel = "COMMAND",
    description = "rlsm inspect TABLE: an HBase table's partitions and slices, from its files.",
    subcommands = Rlsm.Inspect.class)
final class Rlsm {

  /** The engine's own tool, which {@code hbase} runs where HBase is installed. */
  @Command(
      name = "inspect",
      sortOptions = false,
      description =
          "Prints the partitions and slices of each store of a table as its files tell them,"
              + " without"
              + " asking a region server. Reads only.")
  static final class Inspect implements Callable<Integer> {
    @Option(
        names = "-D",
        paramLabel = "KEY=VALUE",
        description =
            "A value of HBase's configuration; hbase.rootdir says where HBase keeps"
                + " its tables, such as hdfs://namenode:8020/hbase.")
    private Map<String, String> given = new LinkedHashMap<>();

    @Parameters(paramLabel = "TABLE", description = "The table's name.")
    private String table;

    @Override
    public Integer call() throws Exception {
      Configuration configuration = HBaseConfiguration.create();
      given.forEach(configuration::set);
      return ToolRunner.run(configuration, new RlsmInspect(), new String[] {table});
    }
  }
}
