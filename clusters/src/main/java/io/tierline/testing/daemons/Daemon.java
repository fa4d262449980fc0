/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A daemon's process; it ends with this one at the latest. Its log stays. */
public final class Daemon {
  private static final int STOP_SECONDS = 30;

  /** Daemons of a test live for a minute: an optimising compiler would not earn what it costs. */
  private static final List<String> JVM =
      List.of(
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Djava.net.preferIPv4Stack=true",
          // YARN's web applications, on Java 17.
          "--add-opens=java.base/java.lang=ALL-UNNAMED");

  /** Of each generation of the serial collector. */
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

  private static final Pattern HEAP_USED = Pattern.compile("generation +total \\d+K, used (\\d+)K");

  private final String name;
  private final Path log;
  private final Process process;

  private Daemon(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
  }

  /**
   * Starts a main class on a host; the user is who it takes itself for on a simple-auth cluster.
   */
  static Daemon start(Host host, Path log, String user, String main, String... arguments)
      throws IOException {
    Process process =
        builder(host, user, main, arguments)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()))
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new Daemon(host.name() + " " + main.replaceFirst(".*\\.", ""), log, process);
  }

  /**
   * A main class on a host, to be started; the user is who it takes itself for on a simple-auth
   * cluster.
   */
  public static ProcessBuilder builder(Host host, String user, String main, String... arguments) {
    List<String> command = new ArrayList<>(host.before());
    command.add(Path.of(host.javaHome(), "bin", "java").toString());
    command.addAll(JVM);
    command.addAll(host.jvmOptions());
    command.add("-cp");
    command.add(host.classPath());
    command.add(main);
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(new File(host.home().toString()));
    builder.environment().put("JAVA_HOME", host.javaHome());
    builder.environment().put("HADOOP_USER_NAME", user);
    builder.environment().put("HADOOP_CONF_DIR", host.conf().toString());
    return builder;
  }

  /** Whether the process is there. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** The process's number. */
  public long pid() {
    return process.pid();
  }

  /** What it has logged so far, in this life and those before. */
  public String log() throws IOException {
    return Files.readString(log);
  }

  /** Bytes of its heap that are in use after a full collection. */
  public long liveHeap() throws IOException, InterruptedException {
    jcmd("GC.run");
    Matcher used = HEAP_USED.matcher(jcmd("GC.heap_info"));
    long kilobytes = 0;
    while (used.find()) {
      kilobytes += Long.parseLong(used.group(1));
    }
    return kilobytes << 10;
  }

  /** Files, sockets and pipes that it has open. */
  public int descriptors() throws IOException {
    try (Stream<Path> open = Files.list(proc("fd"))) {
      return (int) open.count();
    }
  }

  /** Bytes of memory that it has, its heap and what is outside. */
  public long residentBytes() throws IOException {
    Matcher resident = RESIDENT.matcher(Files.readString(proc("status")));
    if (!resident.find()) {
      throw new IOException(name + " has no memory");
    }
    return Long.parseLong(resident.group(1)) << 10;
  }

  /** Time of processors that it has taken, in ns, as exact as the kernel's ticks. */
  public long processorNanos() {
    return process.toHandle().info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }

  private Path proc(String file) {
    return Path.of("/proc", String.valueOf(process.pid()), file);
  }

  private String jcmd(String command) throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                String.valueOf(process.pid()),
                command)
            .redirectErrorStream(true)
            .start();
    String output = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (jcmd.waitFor() != 0) {
      throw new IOException(output);
    }
    return output;
  }

  /** kill -9. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** As an operator stops it; killed when it does not end. */
  public void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      kill();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
