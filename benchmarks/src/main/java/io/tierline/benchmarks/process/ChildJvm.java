/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.process;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A JVM with this one's class path. Its main class is given two files: its settings in JSON, and
 * the one that takes its figures, a list of objects in JSON. What it prints is for its parent; the
 * rest goes to a log beside the parent's.
 *
 * @param main is started
 * @param options of the JVM
 * @param name in its log's file name and in messages, e.g. the contender's
 * @param task in messages: what it is to do
 */
public record ChildJvm(Class<?> main, List<String> options, String name, String task) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LOG_PROPERTY = "tierline.log";

  /** Keeps the options as they are now. */
  public ChildJvm {
    options = List.copyOf(options);
  }

  /**
   * Runs it and waits.
   *
   * @param settings an object that JSON can hold
   * @param directory empty; takes its files
   * @param listener reads what it prints until it ends; returns why it failed, or nothing
   * @throws ChildException when it fails
   * @throws IOException when its files cannot be written or read
   */
  public List<Map<String, Object>> run(
      Object settings, Path directory, Function<Stream<String>, String> listener)
      throws IOException, InterruptedException {
    Path given = directory.resolve("settings.json");
    Path left = directory.resolve("results.json");
    JSON.writeValue(given.toFile(), settings);
    String parents = System.getProperty(LOG_PROPERTY, directory.resolve("child.log").toString());
    String log = parents.replaceFirst("(\\.log)?$", "-" + name + ".log");
    Process process = start(log, given, left);
    // It must not outlive us when we are interrupted, and what it has said is still read then.
    Thread killer = new Thread(process.toHandle()::destroyForcibly, "stop-" + name);
    Runtime.getRuntime().addShutdownHook(killer);
    try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
      String reason = listener.apply(said.lines());
      if (process.waitFor() != 0) {
        throw new ChildException(
            "%s failed at %s: %s; details in %s"
                .formatted(name, task, reason.isEmpty() ? "it ended without a word" : reason, log),
            Files.exists(left) ? results(left) : List.of());
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      process.destroyForcibly();
      Unfinished.forget(killer);
    }
    return results(left);
  }

  private static List<Map<String, Object>> results(Path left) throws IOException {
    return JSON.readValue(left.toFile(), new TypeReference<List<Map<String, Object>>>() {});
  }

  /**
   * Leaves figures for the parent, in place of those that were left before. A child that leaves
   * what it has after each step has not worked for nothing when it fails.
   *
   * @param left the file that its main class was given
   */
  public static void leave(Path left, List<Map<String, Object>> results) throws IOException {
    Path whole = left.resolveSibling(left.getFileName() + ".new");
    JSON.writeValue(whole.toFile(), results);
    Files.move(whole, left, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private Process start(String log, Path given, Path left) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        List.of(
            "-Djava.net.preferIPv4Stack=true",
            "-Dlog4j.configuration=tierline-log4j.properties",
            "-D" + LOG_PROPERTY + "=" + log,
            "-cp",
            System.getProperty("java.class.path"),
            main.getName(),
            given.toString(),
            left.toString()));
    Files.createDirectories(Path.of(log).toAbsolutePath().getParent());
    return new ProcessBuilder(command).redirectError(new File(log + ".out")).start();
  }
}
