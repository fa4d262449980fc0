/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo.beside;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The jobs that the source runs beside its chain. Each is four streams of HDFS's client, one after
 * the other file: what such a job asks of DataNodes, without the containers, of which those of five
 * jobs at a time would make two cores what is measured.
 */
public final class OtherJobs implements AutoCloseable {
  /** Tasks of a job that run at a time. A usual DataNode has four cores for each disk. */
  public static final int STREAMS = 4;

  private static final Path TEXT = new Path("/data/other/words");
  private static final Path WRITTEN = new Path("/data/other/written");

  /** By phase: jobs that read the text once, and jobs that write half as much as it has. */
  private static final List<List<String>> READERS =
      List.of(
          List.of("WordStdDev1", "WordMedian", "WordMean"),
          List.of("WordStdDev1", "WordStdDev2", "WordMean", "WordStdDev3"),
          List.of("WordStdDev2"));

  private static final List<List<String>> WRITERS =
      List.of(List.of(), List.of(), List.of("RandomTextWriter", "RandomWriter"));

  private static final int BUFFER = 1 << 17;

  private final FileSystem files;
  private final long textBytes;
  private final ExecutorService streams =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "other-job");
            thread.setDaemon(true);
            return thread;
          });

  private OtherJobs(FileSystem files, long textBytes) {
    this.files = files;
    this.textBytes = textBytes;
  }

  /** Writes the text, as many bytes, and is ready for the phases. */
  public static OtherJobs prepare(FileSystem files, long textBytes) throws IOException {
    OtherJobs jobs = new OtherJobs(files, textBytes);
    try {
      Running writing = new Running(0);
      writing.start(jobs, "text", stream -> jobs.write(part(TEXT, stream), textBytes / STREAMS));
      writing.await();
    } catch (IOException e) {
      jobs.close();
      throw e;
    }
    return jobs;
  }

  /** Starts the jobs of a phase, from 0; there are none in phases that the source does not have. */
  public Running start(int phase) {
    Running running = new Running(phase);
    if (phase >= READERS.size()) {
      return running;
    }
    for (String name : READERS.get(phase)) {
      // Each begins with another part: two jobs are rarely at the same place.
      int first = running.names.size();
      running.start(this, name, stream -> read(part(TEXT, (first + stream) % STREAMS)));
    }
    for (String name : WRITERS.get(phase)) {
      Path to = new Path(WRITTEN, name);
      running.start(this, name, stream -> write(part(to, stream), textBytes / 2 / STREAMS));
    }
    return running;
  }

  private static Path part(Path directory, int stream) {
    return new Path(directory, "part-" + stream);
  }

  private void read(Path file) throws IOException {
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = files.open(file)) {
      while (in.read(buffer) >= 0) {
        // What a job makes of the words is not what disks are asked for.
      }
    }
  }

  private void write(Path file, long bytes) throws IOException {
    byte[] buffer = new byte[BUFFER];
    new Random(file.hashCode()).nextBytes(buffer);
    try (OutputStream out = files.create(file)) {
      for (long left = bytes; left > 0; left -= BUFFER) {
        out.write(buffer, 0, (int) Math.min(left, BUFFER));
      }
    }
  }

  @Override
  public void close() {
    streams.shutdownNow();
  }

  private interface Task {
    void run(int stream) throws IOException;
  }

  /** The jobs of one phase, under way. */
  public static final class Running {
    private final int phase;
    private final long begun = System.nanoTime();
    private final List<String> names = new ArrayList<>();
    private final List<List<Future<Double>>> tasks = new ArrayList<>();

    private Running(int phase) {
      this.phase = phase;
    }

    private void start(OtherJobs jobs, String name, Task task) {
      names.add(name);
      List<Callable<Double>> all = new ArrayList<>();
      for (int i = 0; i < STREAMS; i++) {
        int stream = i;
        all.add(
            () -> {
              task.run(stream);
              return (System.nanoTime() - begun) / 1e9;
            });
      }
      tasks.add(all.stream().map(jobs.streams::submit).toList());
    }

    /** Waits until all of them are done. */
    public List<OtherRun> await() throws IOException {
      List<OtherRun> runs = new ArrayList<>();
      try {
        for (int job = 0; job < names.size(); job++) {
          double seconds = 0;
          for (Future<Double> stream : tasks.get(job)) {
            seconds = Math.max(seconds, stream.get());
          }
          runs.add(new OtherRun(names.get(job), phase, seconds));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("the demo is being ended");
      } catch (ExecutionException e) {
        throw new IOException("a job beside the chain failed", e.getCause());
      }
      return runs;
    }
  }
}
