/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.command;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Arguments that are no options: those of the command, and those after {@code --}, which are for
 * what it starts.
 */
public record OwnArguments(List<String> own, List<String> others) {

  /** Splits what picocli has matched, which no longer says where the {@code --} was. */
  public static OwnArguments of(CommandSpec spec, List<String> matched) {
    List<String> given = spec.commandLine().getParseResult().originalArgs();
    int dashes = given.indexOf("--");
    int others = dashes < 0 ? 0 : given.size() - dashes - 1;
    int own = matched.size() - others;
    return new OwnArguments(matched.subList(0, own), matched.subList(own, matched.size()));
  }
}
