/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

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
import java.util.stream.Collectors;

/** Runs a {@link ContenderRun} in a Java process of its own. */
final class ChildProcess {
  private static final List<String> HEAP = List.of("-Xms2g", "-Xmx2g");
  private static final String LOG_PROPERTY = "tierline.log";

  private ChildProcess() {}

  /**
   * Runs it and waits.
   *
   * @param directory empty; takes its data and its files
   * @throws IOException when it fails; its reason is in the message
   */
  static List<Map<String, Object>> run(Settings settings, Path directory)
      throws IOException, InterruptedException {
    ObjectMapper json = new ObjectMapper();
    Path given = directory.resolve("settings.json");
    Path left = directory.resolve("results.json");
    json.writeValue(given.toFile(), settings);
    String log = System.getProperty(LOG_PROPERTY, directory.resolve("nn-bench.log").toString());
    String ownLog = log.replaceFirst("(\\.log)?$", "-" + settings.contender().key() + ".log");
    Process process = start(ownLog, given, left);
    try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
      String reason = said.lines().collect(Collectors.joining("; "));
      if (process.waitFor() != 0) {
        throw new IOException(
            "%s failed at %s: %s; details in %s"
                .formatted(
                    settings.contender().key(),
                    settings.measure().key(),
                    reason.isEmpty() ? "it ended without a word" : reason,
                    ownLog));
      }
    } finally {
      process.destroyForcibly();
    }
    return json.readValue(left.toFile(), new TypeReference<List<Map<String, Object>>>() {});
  }

  private static Process start(String log, Path given, Path left) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(HEAP);
    command.addAll(
        List.of(
            "-Djava.net.preferIPv4Stack=true",
            "-Dlog4j.configuration=tierline-log4j.properties",
            "-D" + LOG_PROPERTY + "=" + log,
            "-cp",
            System.getProperty("java.class.path"),
            ContenderRun.class.getName(),
            given.toString(),
            left.toString()));
    Files.createDirectories(Path.of(log).toAbsolutePath().getParent());
    return new ProcessBuilder(command).redirectError(new File(log + ".out")).start();
  }
}
