/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.logged;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.cli.CommandException;
import io.tierline.cli.report.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What jobs of the demo took in runs of it: figures of {@code demo --json}. */
public final class DemoLog {
  private static final String DEVICES = "emulated: hdd-16t and ssd-nvme at 0.125 of their speed";

  /** Bytes of replicas for each of the small tier, in logs that do not tell it. */
  private static final double EARLIER_RATIO = 3.75;

  private static final double MOST_RATIO = 64;
  private static final long MOST_BYTES = 16L << 20;
  private static final long MOST_ROWS = 1_000_000_000;
  private static final long MOST_BLOCKS = 10_000_000;
  private static final double MOST_SECONDS = 1e6;
  private static final long SMALLEST_BLOCK = 1L << 20;
  private static final long LARGEST_BLOCK = 1L << 30;

  private final Map<Scene, Long> rows = new LinkedHashMap<>();
  private final Map<Key, List<Double>> seconds = new LinkedHashMap<>();
  private final Map<Key, List<Double>> waits = new LinkedHashMap<>();
  private final Map<Key, List<Double>> fast = new LinkedHashMap<>();
  private int cores;
  private double ratio;

  /** What runs beside the chain. */
  enum Scene {
    ALONE,
    BESIDE
  }

  /** A job of a contender, by the names that the demo has for them. */
  record Key(Scene scene, String contender, String job) {}

  private DemoLog() {}

  /**
   * Reads figures of one or more runs.
   *
   * @throws CommandException where one of them is no such file, or of other rows than the first
   */
  public static DemoLog read(List<Path> files) throws IOException {
    DemoLog log = new DemoLog();
    for (Path file : files) {
      if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
        throw new CommandException(file + " is no file of figures: give what demo --json wrote");
      }
      try {
        log.add(Files.readAllBytes(file));
      } catch (IllegalArgumentException e) {
        throw new CommandException(file + ": " + e.getMessage(), e);
      }
    }
    if (!log.hasChain(Scene.ALONE, "stock")) {
      throw new CommandException(
          "the logs have no chain of stock HDFS with nothing beside it, which the simulator is"
              + " fitted to: run demo as it is, or with --contenders stock and --scenes alone");
    }
    return log;
  }

  /** What those figures alone say. */
  static DemoLog parsed(byte[] json) {
    DemoLog log = new DemoLog();
    log.add(json);
    return log;
  }

  /**
   * Takes in figures.
   *
   * @throws IllegalArgumentException which says what is wrong with them
   */
  private void add(byte[] json) {
    JsonNode root;
    try {
      root = new ObjectMapper().readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("no JSON", e);
    }
    if (!root.path("command").asText().equals("demo") || !root.path("results").isArray()) {
      throw new IllegalArgumentException("no figures of the demo");
    }
    JsonNode parameters = root.path("parameters");
    if (!parameters.path("devices").asText().equals(DEVICES)) {
      throw new IllegalArgumentException("the devices are to be " + DEVICES);
    }
    int given = (int) whole(root.path("machine").path("cores"), "cores", 1, 1000);
    long alone = whole(parameters.path("rows"), "rows", 1, MOST_ROWS);
    long beside = whole(parameters.path("rows_beside"), "rows_beside", 1, MOST_ROWS);
    whole(parameters.path("block_bytes"), "block_bytes", SMALLEST_BLOCK, LARGEST_BLOCK);
    JsonNode told = parameters.path("ratio_beside");
    double tier = told.isMissingNode() ? EARLIER_RATIO : told.asDouble();
    if (!(tier >= 1 && tier <= MOST_RATIO)) {
      throw new IllegalArgumentException("ratio_beside is no number from 1 to 64");
    }
    if (cores == 0) {
      cores = given;
      ratio = tier;
      rows.put(Scene.ALONE, alone);
      rows.put(Scene.BESIDE, beside);
    } else if (cores != given
        || ratio != tier
        || rows(Scene.ALONE) != alone
        || rows(Scene.BESIDE) != beside) {
      throw new IllegalArgumentException("other rows, ratio or cores than in the file before");
    }
    root.path("results").forEach(this::addResult);
  }

  private void addResult(JsonNode result) {
    String name = result.path("scene").asText();
    if (!name.equals("alone") && !name.equals("beside")) {
      return;
    }
    Scene scene = name.equals("alone") ? Scene.ALONE : Scene.BESIDE;
    String contender = result.path("contender").asText();
    if (result.has("blocks")) {
      double blocks = whole(result.path("blocks"), "blocks", 1, MOST_BLOCKS);
      double onSsd = whole(result.path("replicas_ssd"), "replicas_ssd", 0, MOST_BLOCKS);
      Key key = new Key(scene, contender, result.path("name").asText());
      fast.computeIfAbsent(key, each -> new ArrayList<>()).add(onSsd / blocks);
    } else if (result.has("job")) {
      Key key = new Key(scene, contender, result.path("job").asText());
      double took = seconds(result.path("seconds"), "seconds");
      double waited =
          seconds(result.path("seconds_waiting_for_devices"), "seconds_waiting_for_devices");
      seconds.computeIfAbsent(key, each -> new ArrayList<>()).add(took);
      waits.computeIfAbsent(key, each -> new ArrayList<>()).add(waited);
    }
  }

  private static long whole(JsonNode node, String name, long least, long most) {
    boolean isWhole = node.isIntegralNumber() && node.canConvertToLong();
    if (!isWhole || node.longValue() < least || node.longValue() > most) {
      throw new IllegalArgumentException(name + " is no number from " + least + " to " + most);
    }
    return node.longValue();
  }

  private static double seconds(JsonNode node, String name) {
    double value = node.isNumber() ? node.doubleValue() : Double.NaN;
    if (!(value >= 0 && value <= MOST_SECONDS)) {
      throw new IllegalArgumentException(name + " of a job is no time");
    }
    return value;
  }

  int cores() {
    return cores;
  }

  /** Beside other jobs, bytes of all replicas for each byte of the fast tier. */
  double ratio() {
    return ratio;
  }

  long rows(Scene scene) {
    return rows.get(scene);
  }

  /** Whether all jobs of a contender are there. */
  boolean hasChain(Scene scene, String contender) {
    return DemoChain.JOBS.stream()
        .noneMatch(job -> seconds(new Key(scene, contender, job)).isEmpty());
  }

  /** Of each run; none where it has not run. */
  List<Double> seconds(Key key) {
    return seconds.getOrDefault(key, List.of());
  }

  /** Mean number of replicas on SSD that a contender gave a block, by the job that wrote it. */
  Map<String, Double> fastReplicas(Scene scene, String contender) {
    Map<String, Double> means = new LinkedHashMap<>();
    fast.forEach(
        (key, all) -> {
          if (key.scene() == scene && key.contender().equals(contender)) {
            double mean = all.stream().mapToDouble(Double::doubleValue).average().orElse(0);
            means.put("tera" + key.job(), mean);
          }
        });
    return means;
  }

  /** Median of what a job waited for devices. */
  double waited(Key key) {
    return Spread.of(waits.get(key)).median();
  }
}
