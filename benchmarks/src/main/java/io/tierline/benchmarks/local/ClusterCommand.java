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
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./tierline cluster}: real daemons on this machine. */
@Command(
    name = "cluster",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Real daemons of Hadoop, HBase and ZooKeeper on this machine: start, stop, status, shell.",
      "Each is a JVM of its own with site files of its own, at the loopback address, from the jars"
          + " that Maven has resolved, with Tierline put in as docs/install.md says: LDM in the"
          + " NameNode and its listener in the ResourceManager, RLSM for all tables of HBase."
          + " BID's dataset is off, as by default. It needs about 3 GB of memory, and 1 GB of"
          + " disk."
    })
public final class ClusterCommand {
  private ClusterCommand() {}

  /** The command with those below it. */
  public static CommandLine of(Console console) {
    return new CommandLine(new ClusterCommand())
        .addSubcommand(new Start(console))
        .addSubcommand(new Stop(console))
        .addSubcommand(new Status(console))
        .addSubcommand(new Shell(console));
  }
}
