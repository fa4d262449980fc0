/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.cli.Arguments;
import io.tierline.cli.Console;
import io.tierline.cli.Progress;
import io.tierline.cli.Tierline;
import io.tierline.cli.measure.Amount;
import io.tierline.cli.measure.Choice;
import io.tierline.cli.measure.JsonFile;
import io.tierline.cli.measure.Repeats;
import io.tierline.cli.measure.ReportDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * {@code ./tierline demo}: runs TeraGen, TeraSort and TeraValidate on an embedded two-tier cluster,
 * once per contender, and reports which tier each job read from and where each block lies.
 */
@Command(
    name = "demo",
    sortOptions = false,
    description = {
      "TeraGen, TeraSort, TeraValidate on an embedded two-tier cluster: stock HDFS, ONE_SSD, LDM.",
      "Starts 4 DataNodes on 2 racks, each with an SSD and a DISK volume, and YARN,"
          + " with the same rows for each contender. Volumes take the time of emulated devices,"
          + " at an eighth of their speed: 2 cores then have a usual DataNode's disk bandwidth"
          + " per core. Prints tables and checks, and writes a page that needs no network."
          + " Exits 1 if a check fails."
    })
public final class Demo implements Callable<Integer> {
  private static final int QUICK = 2;

  @Mixin private final Arguments given = new Arguments();

  private final Amount rows =
      Amount.whole(
          "--rows N",
          1_500_000,
          1,
          DemoSettings.MOST_ROWS,
          "Rows of 100 bytes, a third as many beside other jobs, 1 to 1,000,000,000");

  private final Amount ratio =
      Amount.number(
          "--ratio N",
          DemoSettings.RATIO,
          1,
          DemoSettings.MOST_RATIO,
          "Beside other jobs, bytes of all replicas for each byte of the fast tier, 1 to 64");

  @Mixin private final CommandSpec ofRows = Amount.mixin(rows, ratio);

  @Option(
      names = "--quick",
      description = "Half of the rows, stock and LDM alone: start-up is most of the time then.")
  private boolean quick;

  @Option(
      names = "--full",
      description =
          "All contenders in each scene: stock HDFS beside other jobs, and BID with nothing beside,"
              + " are left out otherwise unless --contenders names who runs.")
  private boolean full;

  @Option(
      names = "--real-disk",
      description =
          "No emulated devices: volumes share the machine's disk, and times say nothing of tiers.")
  private boolean realDisk;

  @Mixin private final Repeats repeats = new Repeats(1);

  @Option(
      names = "--report",
      paramLabel = "DIR",
      defaultValue = "report",
      description = "Where index.html goes (default: ${DEFAULT-VALUE}).")
  private Path report;

  @Mixin private final JsonFile json = new JsonFile();

  private final Choice<Contender> contenders =
      Choice.of(
          "--contenders",
          "stock,one_ssd,read_cache,ldm,ldm_bid",
          Contender::of,
          "Any of stock, one_ssd, read_cache, ldm, ldm_bid (default: ${DEFAULT-VALUE}); one_ssd is"
              + " stock HDFS with the storage policy ONE_SSD set by hand, read_cache has its SSDs"
              + " as read caches of the DataNodes and runs beside other jobs only, ldm_bid has"
              + " BID's scheduler below the emulated disks. These two need emulated devices.");

  private final Choice<Scene> scenes =
      Choice.of(
          "--scenes",
          "alone,beside",
          Scene::of,
          "Any of alone, beside (default: ${DEFAULT-VALUE}): the chain with a roomy fast tier, and"
              + " beside other jobs with a small one, which needs emulated devices.");

  @Mixin private final CommandSpec ofChoices = Choice.mixin(contenders, scenes);

  private final Console console;

  /** The command; where it prints. */
  public Demo(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    String log = System.getProperty("tierline.log");
    if (log != null) {
      Quiet.redirect(log);
    }
    DemoSettings settings = settings();
    settings.refuseTooLittleSpace();
    Files.createDirectories(report);
    List<RunResult> runs = new ArrayList<>();
    try (SharedClasses classes = new SharedClasses();
        Progress progress = Progress.ofWhole(console.out(), Tierline.onTerminal())) {
      for (int repeat = 1; repeat <= settings.repeats(); repeat++) {
        for (DemoSettings.Turn turn : settings.turns()) {
          int before = runs.size();
          int all = settings.repeats() * settings.turns().size();
          runs.add(
              ChainRun.run(turn, settings, classes, progress, share -> (before + share) / all));
        }
      }
    }
    List<Check> checks = Checks.of(runs);
    DemoReport result = new DemoReport(settings, runs, checks);
    result.print(console.out(), Tierline.onTerminal());
    json.write(result::figures);
    ReportDirectory.write(result.page(), report, console.out());
    return checks.stream().allMatch(Check::passed) ? 0 : 1;
  }

  private DemoSettings settings() throws IOException {
    Amount.check(given, rows, ratio);
    refuseNamelessMachine();
    List<Contender> chosen = new ArrayList<>(contenders.chosen(given));
    if (quick) {
      chosen.retainAll(List.of(Contender.STOCK, Contender.LDM));
    }
    DemoSettings settings =
        new DemoSettings(
            Home.find(),
            quick ? Math.max(1, rows.whole() / QUICK) : rows.whole(),
            quick ? List.of(Scene.ALONE) : scenes.chosen(given),
            chosen,
            repeats.count(given),
            !realDisk,
            full || chosen.size() < Contender.values().length,
            ratio.number());
    if (settings.turns().isEmpty()) {
      throw new DemoException(
          "nobody is left of --contenders and --scenes: see ./tierline demo --help");
    }
    return settings;
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
