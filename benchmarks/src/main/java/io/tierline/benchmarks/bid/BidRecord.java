/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.Arguments;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./tierline bid-record}: the requests of a disk of this machine as a trace. */
@Command(
    name = "bid-record",
    sortOptions = false,
    customSynopsis = {
      "./tierline bid-record --device NAME --out FILE.csv --seconds N",
      "       ./tierline bid-record --device NAME --out FILE.csv [--seconds N] -- COMMAND..."
    },
    description = {
      "Record the block requests of this machine (needs root).",
      "The requests to a disk, as its block layer sees them, as a trace that bid-sim reads. Stops"
          + " after N seconds, when the command has ended, or when it is interrupted. Needs root"
          + " and"
          + " tracefs."
    })
public final class BidRecord implements Callable<Integer> {
  @Mixin private final Arguments given = new Arguments();

  @Option(
      names = "--device",
      required = true,
      paramLabel = "NAME",
      description = "The disk, as lsblk names it (no partition).")
  private String device;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "File for the trace; - is standard output.")
  private String out;

  @Option(names = "--seconds", paramLabel = "N", description = "Seconds to record.")
  private String seconds = "";

  @Parameters(
      paramLabel = "-- COMMAND",
      description = "Command to run while requests are recorded.")
  private List<String> command = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<String> others = given.onlyBehindDashes(command);
    List<String> arguments = new ArrayList<>(List.of(device, out, seconds));
    arguments.addAll(others);
    return new NativeProgram("bid-record").runInPlace(arguments);
  }
}
