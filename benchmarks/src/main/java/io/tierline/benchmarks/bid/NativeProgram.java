/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleConsumer;

/**
 * A program of bid-agent. It is taken from the directory that the system property {@code
 * tierline.native} names ({@code ./tierline} sets it), else from bid-agent's jar.
 */
final class NativeProgram {
  private static final String DIRECTORY_PROPERTY = "tierline.native";
  private static final String PROGRESS = "progress\t";
  private static final Map<String, Path> UNPACKED = new ConcurrentHashMap<>();

  private final String name;

  NativeProgram(String name) {
    this.name = name;
  }

  /**
   * Runs it in the user's directory and returns what it printed.
   *
   * @param progress told the fraction done, 0 to 1, whenever the program says so
   * @throws NativeException when it exits with anything but 0
   */
  List<String> run(List<String> arguments, DoubleConsumer progress) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(path().toString());
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).start();
    // It must not outlive us when we are interrupted.
    Thread killer = new Thread(process::destroy, "stop-" + name);
    Runtime.getRuntime().addShutdownHook(killer);
    try {
      process.getOutputStream().close();
      Errors errors = new Errors(process, progress);
      errors.start();
      List<String> lines = lines(process.getInputStream());
      int status = process.waitFor();
      errors.join();
      if (status != 0) {
        throw new NativeException(errors.message(status), status);
      }
      return lines;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(name + " was interrupted", e);
    } finally {
      process.destroy();
      Runtime.getRuntime().removeShutdownHook(killer);
    }
  }

  /**
   * Runs it on the terminal, as if it had been started instead of us. When we are stopped, it is
   * given the time to finish what it writes, and what it exits with is what we exit with.
   *
   * @return what it exits with
   */
  int runInPlace(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(path().toString()));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).inheritIO().start();
    Thread last = new Thread(() -> endAs(process), "end-as-" + name);
    Runtime.getRuntime().addShutdownHook(last);
    int status = process.waitFor();
    try {
      Runtime.getRuntime().removeShutdownHook(last);
    } catch (IllegalStateException stopping) {
      // The hook ends this process.
      last.join();
    }
    return status;
  }

  @SuppressWarnings("checkstyle:RegexpSinglelineJava") // Instead of 128 and the signal's number.
  private static void endAs(Process process) {
    process.destroy();
    try {
      Runtime.getRuntime().halt(process.waitFor());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> lines(InputStream in) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }

  /** Where the program is. */
  Path path() throws IOException {
    String directory = System.getProperty(DIRECTORY_PROPERTY, "");
    if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, name))) {
      return Path.of(directory, name).toAbsolutePath();
    }
    Path unpacked = UNPACKED.get(name);
    if (unpacked == null) {
      unpacked = unpack();
      UNPACKED.put(name, unpacked);
    }
    return unpacked;
  }

  private Path unpack() throws IOException {
    String resource =
        String.format(
            "/META-INF/native/%s-%s/%s",
            System.getProperty("os.name"), System.getProperty("os.arch"), name);
    try (InputStream in = NativeProgram.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException(
            name
                + " is not in bid-agent's jar for this system ("
                + resource
                + "): build bid-agent");
      }
      Path directory = Files.createTempDirectory("tierline-native");
      Path program = directory.resolve(name);
      directory.toFile().deleteOnExit();
      program.toFile().deleteOnExit();
      Files.copy(in, program);
      if (!program.toFile().setExecutable(true)) {
        throw new IOException(program + " cannot be made executable");
      }
      return program;
    }
  }

  /** Reads standard error: progress is passed on, of the rest the last line is kept. */
  private final class Errors extends Thread {
    private final Process process;
    private final DoubleConsumer progress;
    private String last = "";

    Errors(Process process, DoubleConsumer progress) {
      super("errors-of-" + name);
      setDaemon(true);
      this.process = process;
      this.progress = progress;
    }

    @Override
    public void run() {
      try (BufferedReader reader = process.errorReader(StandardCharsets.UTF_8)) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          if (line.startsWith(PROGRESS)) {
            progress.accept(percent(line) / 100);
          } else if (!line.isBlank()) {
            last = line.strip();
          }
        }
      } catch (IOException ended) {
        last = last.isEmpty() ? ended.getMessage() : last;
      }
    }

    private double percent(String line) {
      try {
        return Double.parseDouble(line.split("\t")[1]);
      } catch (NumberFormatException notOne) {
        return 0;
      }
    }

    /** The program's own line without its name, which the command's replaces. */
    String message(int status) {
      if (last.isEmpty()) {
        // A shell's convention: 128 and the signal's number.
        return name + (status > 128 ? " was ended by signal " + (status - 128) : " failed");
      }
      return last.startsWith(name + ": ") ? last.substring(name.length() + 2) : last;
    }
  }
}
