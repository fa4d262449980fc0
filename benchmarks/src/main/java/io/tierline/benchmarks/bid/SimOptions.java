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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UnmatchedArgsBinding;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;

/**
 * Mixed into a command: whatever it does not know itself is for {@code bid-sim}, the program in C.
 * That declares its options, refuses what is wrong and has the help, which stands below the
 * command's own.
 */
@Command
final class SimOptions {
  /** What {@link SimSettings} holds by itself. */
  static final Set<String> NAMED =
      Set.of(
          "--trace",
          "--workload",
          "--policy",
          "--disk",
          "--ssd",
          "--seed",
          "--open-loop",
          "--closed-loop");

  private final List<String> words = new ArrayList<>();

  /** The program's help is asked for only when the command's is shown. */
  @Spec(Spec.Target.MIXEE)
  void mixedInto(CommandSpec command) {
    command.addUnmatchedArgsBinding(UnmatchedArgsBinding.forStringArrayConsumer(this::take));
    command
        .usageMessage()
        .sectionMap()
        .put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> Simulator.help());
  }

  /** Null before the next command line is read. */
  private <T> T take(T unmatched) {
    if (unmatched == null) {
      words.clear();
    } else {
      words.addAll(List.of((String[]) unmatched));
    }
    return null;
  }

  ProgramArguments given() {
    return new ProgramArguments(words);
  }

  /** In a closed loop unless the user wants an open one: that is what users see. */
  SimSettings settings(Arguments arguments) {
    ProgramArguments given = given();
    if (given.has("--open-loop") && given.has("--closed-loop")) {
      throw arguments.mistake("--open-loop and --closed-loop exclude each other");
    }
    return new SimSettings(
        given.values("--trace"),
        given.list("--workload"),
        given.list("--policy"),
        given.value("--disk", null),
        given.value("--ssd", null),
        given.has("--open-loop"),
        given.without(NAMED));
  }
}
