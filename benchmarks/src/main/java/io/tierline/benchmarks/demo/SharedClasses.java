/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Archives of the classes that containers load (class data sharing of Java). Containers of a short
 * job spend most of their time on loading and checking the same classes, which a job of real size
 * does not notice. One job records what its application master, its map and its reducer load; all
 * containers after it map that into memory.
 *
 * <p>A container that cannot use its archive loads its classes as ever. Java archives classes of
 * jars only, so there are no archives where the class path has a directory on it, nor where a path
 * has characters that a shell does not take as they are.
 */
final class SharedClasses implements AutoCloseable {
  /** The options of each kind of container's Java, by the name of the kind's archive. */
  private static final Map<String, String> OPTIONS =
      Map.of(
          "master", MRJobConfig.MR_AM_COMMAND_OPTS,
          "map", MRJobConfig.MAP_JAVA_OPTS,
          "reduce", MRJobConfig.REDUCE_JAVA_OPTS);

  /**
   * Hadoop splits options at blanks, and a shell reads them: a path with others has no archives.
   */
  private static final Pattern PLAIN = Pattern.compile("[\\w./:+@,=-]*");

  private final String classPath;
  private final Path directory;
  private boolean recorded;

  /** Archives in a temporary directory, for containers with the classes of this process. */
  SharedClasses() throws IOException {
    this(System.getProperty("java.class.path"));
  }

  SharedClasses(String classPath) throws IOException {
    this.classPath = classPath;
    directory = Files.createTempDirectory("tierline-classes-");
  }

  /** Whether a job was to leave its archives. */
  boolean isRecorded() {
    return recorded;
  }

  /** Has a job with one map and one reducer leave its archives at its end. */
  void record(Configuration job) {
    recorded = true;
    if (isArchivable()) {
      OPTIONS.forEach((name, key) -> add(job, key, "-XX:ArchiveClassesAtExit=" + archive(name)));
    }
  }

  private boolean isArchivable() {
    return PLAIN.matcher(classPath + directory).matches()
        && Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(classPath)
            .allMatch(entry -> Files.isRegularFile(Path.of(entry)));
  }

  /** Has containers use the archives that were left. */
  void use(Configuration job) {
    OPTIONS.forEach(
        (name, key) -> {
          if (Files.exists(archive(name))) {
            add(job, key, "-XX:SharedArchiveFile=" + archive(name));
          }
        });
  }

  /** An archive is good for the class path that it was made with, so both are given it. */
  private void add(Configuration job, String key, String option) {
    job.set(key, String.join(" ", job.get(key, ""), option, "-cp", classPath).trim());
  }

  private Path archive(String name) {
    return directory.resolve(name + ".jsa");
  }

  /** Deletes the archives; whoever has mapped one keeps it. */
  @Override
  public void close() throws IOException {
    FileUtils.deleteDirectory(directory.toFile());
  }
}
