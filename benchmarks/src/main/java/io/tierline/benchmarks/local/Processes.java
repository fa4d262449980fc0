/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cluster's processes, known by their command lines. So they are found however the command that
 * started them ended, and no file can name a process that is another one by now.
 */
final class Processes {
  private static final Path PROC = Path.of("/proc");
  private static final String NAME = "-Dtierline.daemon=";
  private static final Pattern NAMED = Pattern.compile("\0" + NAME + "([a-z0-9]+)\0");
  private static final int STOP_SECONDS = 30;
  private static final int POLL_MILLIS = 50;

  private final Path folder;

  /** Those of the cluster in a folder. */
  Processes(Path folder) {
    this.folder = folder;
  }

  /** The options by which a daemon is known. */
  String[] options(String name) {
    return new String[] {"-Dtierline.cluster=" + folder, NAME + name};
  }

  /** The daemons that run, by their names. */
  Map<String, ProcessHandle> daemons() throws IOException {
    Map<String, ProcessHandle> found = new TreeMap<>();
    commandLines("\0" + options("")[0] + "\0")
        .forEach(
            (process, line) -> {
              Matcher named = NAMED.matcher(line);
              if (named.find()) {
                found.put(named.group(1), process);
              }
            });
    return found;
  }

  /** What YARN has started for jobs, whose logs are in the folder of a NodeManager. */
  private List<ProcessHandle> containers() throws IOException {
    String logs = "-Dyarn.app.container.log.dir=" + folder + "/";
    return List.copyOf(commandLines(logs).keySet());
  }

  private static Map<ProcessHandle, String> commandLines(String part) throws IOException {
    Map<ProcessHandle, String> found = new LinkedHashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path each : all) {
        String line = commandLine(each);
        if (line.contains(part)) {
          long pid = Long.parseLong(each.getFileName().toString());
          ProcessHandle.of(pid).ifPresent(process -> found.put(process, line));
        }
      }
    }
    return found;
  }

  /** Arguments with a zero byte behind each; empty of a process that has ended. */
  private static String commandLine(Path process) {
    try {
      return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException ended) {
      return "";
    }
  }

  /**
   * Ends all of them, those that need others first; what does not end by itself is killed.
   *
   * @return how many daemons there were
   */
  int stop() throws IOException, InterruptedException {
    Map<String, ProcessHandle> daemons = daemons();
    for (int stage = Role.STAGES - 1; stage >= 0; stage--) {
      List<ProcessHandle> ended = new ArrayList<>();
      for (Map.Entry<String, ProcessHandle> daemon : daemons.entrySet()) {
        if (Role.of(daemon.getKey()).stage() == stage) {
          daemon.getValue().destroy();
          ended.add(daemon.getValue());
        }
      }
      awaitEnd(ended);
    }
    List<ProcessHandle> left = containers();
    left.forEach(ProcessHandle::destroyForcibly);
    awaitEnd(left);
    return daemons.size();
  }

  private static void awaitEnd(List<ProcessHandle> processes)
      throws IOException, InterruptedException {
    for (ProcessHandle process : left(processes)) {
      process.destroyForcibly();
    }
    for (ProcessHandle process : left(processes)) {
      throw new IOException("process " + process.pid() + " does not end even when it is killed");
    }
  }

  /** Those that are still there after a while. */
  private static List<ProcessHandle> left(List<ProcessHandle> processes)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
    List<ProcessHandle> left = processes;
    while (!left.isEmpty() && System.nanoTime() < end) {
      left = left.stream().filter(Processes::isThere).toList();
      Thread.sleep(POLL_MILLIS);
    }
    return left;
  }

  /** One that has ended and that nobody has asked for its status has no command line. */
  private static boolean isThere(ProcessHandle process) {
    return !commandLine(PROC.resolve(String.valueOf(process.pid()))).isEmpty();
  }
}
