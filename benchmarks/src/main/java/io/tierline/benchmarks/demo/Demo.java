/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.benchmarks.report.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code ./tierline demo}: runs TeraGen, TeraSort and TeraValidate on an embedded two-tier cluster,
 * once per contender, and reports which tier each job read from and where each block lies.
 */
@Command(
    name = "./tierline demo",
    mixinStandardHelpOptions = false,
    sortOptions = false,
    description = {
      "Runs TeraGen, TeraSort and TeraValidate on an embedded Hadoop cluster (4 DataNodes with SSD"
          + " and DISK volumes, 2 racks, YARN), once under stock HDFS and once under LDM, and shows"
          + " which tier each job read from.",
      "Exits 1 when a check fails."
    })
public final class Demo implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(Demo.class);

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Rows of 100 bytes, 1 to 1,000,000,000 (default: ${DEFAULT-VALUE}).")
  private long rows;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      defaultValue = "report",
      description = "Where index.html goes (default: ${DEFAULT-VALUE}).")
  private Path report;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the figures as JSON.")
  private Path json;

  @Option(
      names = "--contenders",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "stock,one_ssd,ldm",
      description = "Of stock, one_ssd, ldm (default: ${DEFAULT-VALUE}).")
  private List<String> contenders;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Prints this.")
  private boolean help;

  private final PrintStream out;

  Demo(PrintStream out) {
    this.out = out;
  }

  /** Runs the demo; the exit code is 0 only when every check passed. */
  @SuppressWarnings("checkstyle:RegexpSinglelineJava")
  public static void main(String[] args) throws IOException {
    PrintStream out = System.out;
    PrintStream err = System.err;
    Quiet.redirect(System.getProperty("tierline.log"));
    System.exit(run(out, err, args));
  }

  static int run(PrintStream out, PrintStream err, String... args) {
    CommandLine command = new CommandLine(new Demo(out));
    command.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    command.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    command.setParameterExceptionHandler(
        (e, given) -> {
          err.println("tierline demo: " + e.getMessage() + "; see ./tierline demo --help");
          return 2;
        });
    command.setExecutionExceptionHandler(
        (e, line, result) -> {
          LOG.error("demo failed", e);
          err.println("tierline demo: " + oneLine(e));
          return 1;
        });
    return command.execute(args);
  }

  private static String oneLine(Exception e) {
    String message = e instanceof DemoException ? e.getMessage() : e.toString();
    String log = System.getProperty("tierline.log");
    return message.lines().findFirst().orElse("") + (log == null ? "" : "; details in " + log);
  }

  @Override
  public Integer call() throws IOException {
    DemoSettings settings = settings();
    settings.refuseTooLittleSpace();
    Files.createDirectories(report);
    List<RunResult> runs = new ArrayList<>();
    try (Progress progress = new Progress(out, System.console() != null)) {
      for (Contender contender : settings.contenders()) {
        runs.add(ChainRun.run(contender, settings, progress));
      }
    }
    List<Check> checks = Checks.of(runs);
    DemoReport result = new DemoReport(settings, runs, checks);
    result.print(out);
    Path page = result.writePage(report);
    if (json != null) {
      result.figures().write(json);
    }
    out.println();
    out.println("report: " + page.toAbsolutePath().normalize());
    return checks.stream().allMatch(Check::passed) ? 0 : 1;
  }

  private DemoSettings settings() throws IOException {
    if (rows < 1 || rows > DemoSettings.MOST_ROWS) {
      throw new DemoException(
          "--rows is "
              + rows
              + ": give a number from 1 to "
              + String.format("%,d", DemoSettings.MOST_ROWS));
    }
    refuseNamelessMachine();
    List<Contender> chosen = new ArrayList<>();
    for (String name : contenders) {
      chosen.add(Contender.of(name));
    }
    return new DemoSettings(Home.find(), rows, chosen.stream().distinct().toList());
  }

  /** YARN's daemons look up the machine's own name, and say nothing useful when that fails. */
  private static void refuseNamelessMachine() throws DemoException {
    try {
      InetAddress.getLocalHost();
    } catch (UnknownHostException e) {
      throw new DemoException(
          "this machine's own name cannot be resolved ("
              + e.getMessage()
              + "): add it to /etc/hosts",
          e);
    }
  }
}
