/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.ServiceLoader.Provider;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The one command. Whatever goes wrong is one line (what, why, what to do); the exit code is 0, 1
 * for a failure, 2 for a wrong command line, or what a command says of itself.
 */
@Command(
    name = "./tierline",
    synopsisSubcommandLabel = "COMMAND",
    description = "Host-managed storage for Hadoop.",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "./tierline help COMMAND and ./tierline COMMAND --help tell more of one command, ./tierline"
          + " version which version this is.",
      "What a command needs (JDK 17, Maven; for BID gcc and CMake; for tests clang, "
          + "cmocka, chromium and shellcheck) is checked for, and installed with apt where that"
          + " is allowed. What is out of date is built. The exit code is 0 only on success, 1 "
          + "for a failure, 2 for a wrong command line."
    })
public final class Tierline {
  private static final String HELP = "--help";
  private static final int WIDTH = 110;

  private final List<Object> commands;
  private final List<CommandSource> sources;
  private final PrintStream out;
  private final PrintStream err;

  private Tierline(
      List<Object> commands, List<CommandSource> sources, PrintStream out, PrintStream err) {
    this.commands = commands;
    this.sources = sources;
    this.out = out;
    this.err = err;
  }

  /** Runs a command and ends the process. */
  @SuppressWarnings("checkstyle:RegexpSinglelineJava")
  public static void main(String[] arguments) {
    System.exit(ofAll(System.out, System.err).run(arguments));
  }

  /** With all commands on the class path; where its errors go, and what the tests say. */
  public static Tierline ofAll(PrintStream out, PrintStream err) {
    List<CommandSource> sources =
        ServiceLoader.load(CommandSource.class).stream().map(Provider::get).toList();
    List<Object> commands = new ArrayList<>();
    sources.forEach(source -> commands.addAll(source.commands(new Console(out, err))));
    return new Tierline(commands, sources, out, err);
  }

  /**
   * Runs a single command, as a user does who types its name before the arguments.
   *
   * @return the exit code
   */
  public static int run(Object command, PrintStream out, PrintStream err, String... arguments) {
    Tierline tierline = new Tierline(List.of(command), List.of(), out, err);
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add(0, new CommandLine(command).getCommandName());
    return tierline.run(all.toArray(String[]::new));
  }

  /** Runs a single command that is made with what it prints to; returns the exit code. */
  public static int run(
      Function<Console, Object> command, PrintStream out, PrintStream err, String... arguments) {
    return run(command.apply(new Console(out, err)), out, err, arguments);
  }

  /** Whether progress may overwrite its line: the script looked at standard error. */
  public static boolean onTerminal() {
    return Boolean.getBoolean("tierline.terminal");
  }

  /** Runs what the arguments say and returns the exit code. */
  public int run(String... arguments) {
    CommandLine line = commandLine();
    return line.execute(rewritten(line, arguments));
  }

  /** "help COMMAND" is "COMMAND --help", where there is such a command. */
  private static String[] rewritten(CommandLine line, String... arguments) {
    if (arguments.length == 0 || !"help".equals(arguments[0])) {
      return arguments;
    }
    if (arguments.length == 1) {
      return new String[] {HELP};
    }
    String asked = arguments[1];
    return line.getSubcommands().containsKey(asked)
        ? new String[] {asked, HELP}
        : new String[] {asked};
  }

  CommandLine commandLine() {
    CommandLine line = new CommandLine(this);
    commands.forEach(line::addSubcommand);
    withHelp(line);
    return line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(WIDTH)
        .setUsageHelpLongOptionsMaxWidth(WIDTH / 3)
        .setParameterExceptionHandler(
            (wrong, given) -> {
              err.println(mistake(wrong));
              return wrong.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
            })
        .setExecutionExceptionHandler(
            (failure, command, result) -> {
              sources.forEach(source -> source.log(command.getCommandName(), failure));
              err.println(nameOf(command) + ": " + firstLine(why(failure)));
              return failure instanceof CommandException known ? known.exitCode() : 1;
            });
  }

  private static void withHelp(CommandLine line) {
    if (line.getCommandSpec().findOption(HELP) == null) {
      line.getCommandSpec()
          .addOption(
              OptionSpec.builder("-h", HELP).usageHelp(true).description("Print this.").build());
    }
    line.getSubcommands().values().forEach(Tierline::withHelp);
  }

  /** As errors name a command: as it is typed, but for the directory. */
  private static String nameOf(CommandLine command) {
    return command.getCommandSpec().qualifiedName().replaceFirst("^\\./", "");
  }

  private static String mistake(ParameterException wrong) {
    CommandLine command = wrong.getCommandLine();
    String message = firstLine(wrong.getMessage()).replaceFirst("^Error: ", "");
    List<String> meant = List.of();
    if (wrong instanceof UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().get(0);
      boolean isOption = word.startsWith("-");
      boolean isCommand = !isOption && !command.getSubcommands().isEmpty();
      message =
          isOption
              ? "unknown option " + word
              : isCommand ? "unknown command " + word : "unknown argument '" + word + "'";
      meant = unmatched.getSuggestions();
    }
    String nearest = meant.isEmpty() ? "; " : "; did you mean " + meant.get(0) + "? ";
    String help = "see " + command.getCommandSpec().qualifiedName() + " " + HELP;
    return nameOf(command) + ": " + message + nearest + help;
  }

  private static String why(Exception failure) {
    String log = System.getProperty("tierline.log");
    String details = log == null ? "" : "; details in " + log;
    if (failure instanceof CommandException known) {
      return firstLine(known.getMessage()) + (known.isInLog() ? details : "");
    }
    if (failure instanceof FileSystemException file) {
      String reason = file.getReason();
      return file.getFile()
          + " cannot be used: "
          + (reason == null ? file.getClass().getSimpleName() : reason);
    }
    if (failure instanceof UncheckedIOException wrapper) {
      return wrapper.getCause().getMessage() + details;
    }
    return (failure instanceof IOException ? failure.getMessage() : failure.toString()) + details;
  }

  private static String firstLine(String text) {
    return String.valueOf(text).lines().findFirst().orElse("");
  }
}
