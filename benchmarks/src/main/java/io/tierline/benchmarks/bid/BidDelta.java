/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.bid.delta.command.DeltaAction;
import io.tierline.bid.delta.command.DeltaFindings;
import io.tierline.bid.delta.command.DeltaHelp;
import io.tierline.cli.CommandException;
import io.tierline.cli.Console;
import io.tierline.cli.measure.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code ./tierline bid-delta}: looks at a delta log that no process has open, and empties it, as
 * {@code hdfs biddelta} does where the tarball was unpacked.
 */
@Command(
    name = "bid-delta",
    sortOptions = false,
    description = {DeltaHelp.PURPOSE, DeltaHelp.ACTIONS, DeltaHelp.FORGET})
public final class BidDelta implements Callable<Integer> {
  private static final String NAME = "bid-delta";

  @Parameters(index = "0", paramLabel = "ACTION", description = "${COMPLETION-CANDIDATES}.")
  private DeltaAction action;

  @Parameters(index = "1", paramLabel = "FILE", description = DeltaHelp.FILE)
  private Path file;

  @Option(names = "--volume", paramLabel = "DIR", description = DeltaHelp.VOLUME)
  private List<Path> volumes = List.of();

  @Mixin private final JsonFile json = new JsonFile();

  private final Console console;

  /** The command; where it prints. */
  public BidDelta(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    try (DeltaFindings found = found()) {
      found.print(console.out());
      json.write(
          () ->
              Printout.json(
                  NAME,
                  Map.of("action", action.toString(), "file", file.toString()),
                  found.rows()));
      Optional<String> complaint = found.complaint("./tierline " + NAME);
      if (complaint.isPresent()) {
        throw new CommandException(complaint.get());
      }
      return 0;
    }
  }

  /** What cannot be done is a line of its own, of which no log tells more. */
  private DeltaFindings found() throws CommandException {
    try {
      return DeltaFindings.of(action, file, volumes);
    } catch (IOException e) {
      throw new CommandException(e.getMessage(), 1);
    }
  }
}
