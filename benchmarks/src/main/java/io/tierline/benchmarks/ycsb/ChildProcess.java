/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Runs settings in a Java process of its own: a fresh heap, the same for all engines, and a count
 * of written bytes that is this run's alone. What it logs goes beside our own log.
 */
final class ChildProcess {
  /** For the region server, its block cache (two fifths of it) and its clients together. */
  private static final String HEAP = "-Xmx3g";

  private static final String LOG_PROPERTY = "tierline.log";

  private ChildProcess() {}

  /**
   * Runs it and waits.
   *
   * @param directory empty; takes its data and its files
   * @param shown is told the step and the fraction of it that is done
   * @throws YcsbException when it fails; its reason is in the message
   */
  static List<RunResult> run(Settings settings, Path directory, BiConsumer<String, Double> shown)
      throws IOException, InterruptedException {
    ObjectMapper json = new ObjectMapper();
    Path given = directory.resolve("settings.json");
    Path left = directory.resolve("results.json");
    json.writeValue(given.toFile(), settings);
    String log = System.getProperty(LOG_PROPERTY, directory.resolve("ycsb.log").toString());
    String ownLog = log.replaceFirst("(\\.log)?$", "-" + settings.engine().key() + ".log");
    Process process = start(ownLog, given, left);
    try {
      String reason = follow(process, shown);
      if (process.waitFor() != 0) {
        throw new YcsbException(
            String.format(
                "%s failed on %s: %s; details in %s",
                settings.engine().key(), settings.loadKey(), reason, ownLog));
      }
    } finally {
      process.destroyForcibly();
    }
    return json.readValue(left.toFile(), new TypeReference<List<Map<String, Object>>>() {}).stream()
        .map(RunResult::of)
        .toList();
  }

  private static Process start(String log, Path given, Path left) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                // HBase looks for the fast way to read direct memory.
                "--add-opens",
                "java.base/java.nio=ALL-UNNAMED",
                "-Djava.net.preferIPv4Stack=true",
                "-Dlog4j.configuration=tierline-log4j.properties",
                "-D" + LOG_PROPERTY + "=" + log,
                "-cp",
                System.getProperty("java.class.path")));
    command.addAll(List.of(EngineRun.class.getName(), given.toString(), left.toString()));
    Files.createDirectories(Path.of(log).toAbsolutePath().getParent());
    return new ProcessBuilder(command).redirectError(new File(log + ".out")).start();
  }

  /** Reads what it says until it ends; returns why it failed. */
  private static String follow(Process process, BiConsumer<String, Double> shown)
      throws IOException {
    String reason = "it ended without a word";
    try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        if (line.startsWith(Steps.FAILED)) {
          reason = line.substring(Steps.FAILED.length());
        } else {
          int space = line.indexOf(' ');
          shown.accept(line.substring(space + 1), Double.valueOf(line.substring(0, space)));
        }
      }
    }
    return reason;
  }
}
