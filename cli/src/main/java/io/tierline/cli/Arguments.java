/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli;

import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Mixed into a command: what it was given, and how it refuses what makes no sense. */
@Command
public final class Arguments {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Refuses the command line, with a line that says why. */
  public ParameterException mistake(String message) {
    return new ParameterException(command.commandLine(), message);
  }

  /** Refuses a word that the command does not take, and names the nearest that it does. */
  public ParameterException unknown(String word) {
    return new UnmatchedArgumentException(command.commandLine(), List.of(word));
  }

  /** Refuses a value that is below or above what an option takes, or no number. */
  public void within(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw mistake(
          String.format(
              "%s is %s: give a number from %s to %s",
              option, plain(value), plain(least), plain(most)));
    }
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }

  /** What the names stand for, each once; refuses a name that stands for nothing. */
  public <T> List<T> chosen(List<String> names, Function<String, T> of) {
    try {
      return names.stream().map(of).distinct().toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  /**
   * Those of the parameters that stand before {@code --}; picocli no longer says where it was.
   *
   * @param parameters all that were matched
   */
  public List<String> beforeDashes(List<String> parameters) {
    return parameters.subList(0, dashes(parameters));
  }

  /** Those of the parameters that stand behind {@code --}, which are another program's. */
  public List<String> behindDashes(List<String> parameters) {
    return parameters.subList(dashes(parameters), parameters.size());
  }

  /** What stands behind {@code --}, of a command that refuses parameters of its own. */
  public List<String> onlyBehindDashes(List<String> parameters) {
    List<String> own = beforeDashes(parameters);
    if (!own.isEmpty()) {
      throw unknown(own.get(0));
    }
    return behindDashes(parameters);
  }

  private int dashes(List<String> parameters) {
    CommandLine line = command.commandLine();
    List<String> given = line.getParseResult().originalArgs();
    int at = given.indexOf("--");
    return parameters.size() - (at < 0 ? 0 : given.size() - at - 1);
  }
}
