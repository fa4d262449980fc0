/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.local;

import io.tierline.benchmarks.local.ClusterRecord.DaemonRecord;
import io.tierline.cli.CommandException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Mixed into a command: {@code --dir}, the folder that all files of a cluster are in. */
public final class ClusterFolder {
  private static final int MIB_SHIFT = 20;

  /** What a new cluster and its logs take, and what a small job may add. */
  private static final long NEEDED = 1L << 30;

  /** By this file a folder is known to be a cluster's, even if its start was cut short. */
  static final String LOCK = "tierline-cluster.lock";

  private static final Path USUAL =
      Path.of(System.getProperty("tierline.home", ".")).resolve("target/cluster");

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "The folder of the cluster (default: target/cluster of the source tree).")
  private Path given = USUAL;

  Path path() {
    return given.toAbsolutePath().normalize();
  }

  Path resolve(String file) {
    return path().resolve(file);
  }

  Path log(String daemon) {
    return resolve("logs").resolve(daemon + ".log");
  }

  Path recordFile() {
    return resolve("cluster.json");
  }

  /** What was started once as a whole. */
  Optional<ClusterRecord> record() throws IOException {
    return Files.exists(recordFile())
        ? Optional.of(ClusterRecord.read(recordFile()))
        : Optional.empty();
  }

  /** What was started once, or a line that says what to do. */
  ClusterRecord requireRecord() throws IOException {
    return record()
        .orElseThrow(
            () ->
                new CommandException(
                    "no cluster is in " + path() + ": make one with ./tierline cluster start"));
  }

  Processes processes() {
    return new Processes(path());
  }

  /** Refuses a folder in which other files are, or on a disk that is nearly full. */
  void requireUsable() throws IOException {
    if (Files.exists(path()) && !Files.exists(resolve(LOCK)) && !isEmpty()) {
      throw new CommandException(
          path() + " has files that are no cluster's: give another folder with --dir");
    }
    long free = Files.getFileStore(Files.createDirectories(path())).getUsableSpace();
    if (free < NEEDED) {
      throw new CommandException(
          "a cluster needs %,d MiB below %s, which has %,d: free some, or give another --dir"
              .formatted(NEEDED >> MIB_SHIFT, path(), free >> MIB_SHIFT));
    }
  }

  /** Refuses a folder in which no cluster was ever started. */
  void requireOurs() throws CommandException {
    if (!Files.exists(resolve(LOCK))) {
      throw new CommandException(
          "no cluster is in " + path() + ": give its folder with --dir, as at its start");
    }
  }

  /** How other commands are told of this folder; empty for the one that they take anyway. */
  String option() {
    return given.equals(USUAL) ? "" : " --dir " + path();
  }

  private boolean isEmpty() throws IOException {
    try (Stream<Path> files = Files.list(path())) {
      return files.findAny().isEmpty();
    }
  }

  /** What has the folder for itself. */
  interface Work {
    void run() throws Exception;
  }

  /** Does something while no other command is at work in the folder; refused where one is. */
  void alone(Work work) throws Exception {
    try (FileChannel channel =
        FileChannel.open(resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      if (!isLocked(channel)) {
        throw new CommandException(
            "another ./tierline cluster is at work in " + path() + ": wait until it has ended");
      }
      work.run();
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException byThisProcess) {
      return false;
    }
  }

  /** Removes what a start left that never came to its end; logs are overwritten, not removed. */
  void clear() throws IOException {
    Set<Path> kept = Set.of(path(), resolve(LOCK));
    try (Stream<Path> files = Files.walk(path())) {
      List<Path> old = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : old) {
        if (!kept.contains(file)) {
          Files.delete(file);
        }
      }
    }
  }

  /** Refuses a start where the ports of the cluster are taken by now. */
  static void requireFreePorts(ClusterRecord record) throws CommandException {
    for (DaemonRecord daemon : record.daemons()) {
      Ports.requireFree(daemon.port());
    }
  }
}
