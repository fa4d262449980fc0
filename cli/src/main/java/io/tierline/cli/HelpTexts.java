/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;

/** The help of all commands on the class path, as docs/commands has it. */
public final class HelpTexts {
  private HelpTexts() {}

  /** The text of each command by its name, and of all of them as {@code tierline}. */
  public static Map<String, String> all() {
    CommandLine line = Tierline.ofAll(System.out, System.err).commandLine();
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("tierline", line.getUsageMessage(Ansi.OFF));
    line.getSubcommands().forEach((name, command) -> texts.put(name, text(command)));
    return texts;
  }

  /** A command's usage, and that of each command below it. */
  private static String text(CommandLine command) {
    StringBuilder text = new StringBuilder(command.getUsageMessage(Ansi.OFF));
    command.getSubcommands().values().forEach(below -> text.append('\n').append(text(below)));
    return text.toString();
  }

  /** The options and parameters that say nothing of themselves. */
  public static List<String> undescribed() {
    List<String> all = new ArrayList<>();
    collect(Tierline.ofAll(System.out, System.err).commandLine(), all);
    return all;
  }

  private static void collect(CommandLine command, List<String> all) {
    for (ArgSpec argument : command.getCommandSpec().args()) {
      if (argument.description().length == 0) {
        all.add(command.getCommandSpec().qualifiedName() + ": " + argument);
      }
    }
    command.getSubcommands().values().forEach(below -> collect(below, all));
  }
}
