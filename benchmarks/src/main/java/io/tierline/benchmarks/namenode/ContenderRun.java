/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process of one contender in one repeat; leaves its figures in a file. */
public final class ContenderRun {
  /** A collector and a heap that do not change their minds while something is measured. */
  static final List<String> HEAP =
      List.of(
          "-Xms4g",
          "-Xmx4g",
          "-Xmn2g",
          "-XX:+UseParallelGC",
          "-XX:-UseAdaptiveSizePolicy",
          // Else whoever is the first to touch a page pays for it.
          "-XX:+AlwaysPreTouch");

  private static final Logger LOG = LoggerFactory.getLogger(ContenderRun.class);

  private ContenderRun() {}

  /**
   * Called by the parent.
   *
   * @param args the file with the settings, and the file that is to take the figures
   */
  @SuppressWarnings("checkstyle:RegexpSinglelineJava")
  public static void main(String[] args) {
    PrintStream out = System.out;
    System.setOut(System.err);
    int status = 0;
    try {
      ObjectMapper json = new ObjectMapper();
      Settings settings = json.readValue(Path.of(args[0]).toFile(), Settings.class);
      json.writeValue(Path.of(args[1]).toFile(), run(settings));
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      // An error that nobody catches would end this thread only: see below.
      LOG.error("the run failed", e);
      out.println(e);
      status = 1;
    }
    // The NameNode's threads would keep the process alive.
    out.flush();
    System.exit(status);
  }

  private static List<Map<String, Object>> run(Settings settings)
      throws IOException, InterruptedException {
    return switch (settings.measure()) {
      case PAIRS -> Pairs.measure(settings);
      case THROUGHPUT -> Throughput.measure(settings);
      case CHOOSE_TARGET -> ChooseTarget.measure(settings);
      case HEAP -> Heap.measure(settings);
    };
  }

  /** A result that has no figures yet. */
  static Map<String, Object> result(Settings settings, String workload) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("contender", settings.contender().key());
    result.put("workload", workload);
    result.put("repeat", settings.repeat());
    return result;
  }
}
