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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The jobs that the source runs beside its chain. Each is four streams of HDFS's client, one after
 * the other file: what such a job asks of DataNodes, without the containers, of which those of five
 * jobs at a time would make two cores what is measured. A job that is done begins anew, so that the
 * same work is asked for as long as the chain's job lasts.
 */
public final class OtherJobs implements AutoCloseable {
  /** Tasks of a job that run at a time. A usual DataNode has four cores for each disk. */
  public static final int STREAMS = 4;

  private static final Path TEXT = new Path("/data/other/words");
  private static final Path WRITTEN = new Path("/data/other/written");

  /** By phase: jobs that read the text, and jobs that write half as much as it has. */
  private static final List<List<String>> READERS =
      List.of(
          List.of("WordStdDev1", "WordMedian", "WordMean"),
          List.of("WordStdDev1", "WordStdDev2", "WordMean", "WordStdDev3"),
          List.of("WordStdDev2"));

  private static final List<List<String>> WRITERS =
      List.of(List.of(), List.of(), List.of("RandomTextWriter", "RandomWriter"));

  private static final int BUFFER = 1 << 17;

  /**
   * How long a task computes for a buffer. A core makes some 32 MB of words, or of their
   * statistics, in a second; here two cores are for 16 tasks.
   */
  private static final long COMPUTE_NANOS = (long) (BUFFER / 4e6 * 1e9);

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
      writing.start(
          jobs,
          "text",
          (stream, done) ->
              jobs.write(part(TEXT, stream), textBytes / STREAMS, false, writing, done));
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
      int first = running.done.size();
      running.repeat(
          this,
          name,
          (stream, done) -> read(part(TEXT, (first + stream) % STREAMS), running, done));
    }
    for (String name : WRITERS.get(phase)) {
      Path to = new Path(WRITTEN, name);
      running.repeat(
          this,
          name,
          (stream, done) -> write(part(to, stream), textBytes / 2 / STREAMS, true, running, done));
    }
    return running;
  }

  private static Path part(Path directory, int stream) {
    return new Path(directory, "part-" + stream);
  }

  private void read(Path file, Running running, LongAdder done) throws IOException {
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = files.open(file)) {
      int count = in.readNBytes(buffer, 0, BUFFER);
      while (count > 0 && !running.ended) {
        // What a job makes of the words is not what disks are asked for.
        done.add(count);
        compute();
        count = in.readNBytes(buffer, 0, BUFFER);
      }
    }
  }

  /** It takes the time of that and no processor: what it makes of the data is not looked at. */
  private static void compute() throws IOException {
    try {
      TimeUnit.NANOSECONDS.sleep(COMPUTE_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the demo is being ended");
    }
  }

  private void write(Path file, long bytes, boolean computes, Running running, LongAdder done)
      throws IOException {
    byte[] buffer = new byte[BUFFER];
    new Random(file.hashCode()).nextBytes(buffer);
    try (OutputStream out = files.create(file)) {
      for (long left = bytes; left > 0 && !running.ended; left -= BUFFER) {
        int count = (int) Math.min(left, BUFFER);
        if (computes) {
          compute();
        }
        out.write(buffer, 0, count);
        done.add(count);
      }
    }
  }

  @Override
  public void close() {
    streams.shutdownNow();
  }

  private interface Task {
    /** Counts the bytes that it has read or written. */
    void run(int stream, LongAdder done) throws IOException;
  }

  /** The jobs of one phase, under way. */
  public static final class Running {
    private final int phase;
    private final Map<String, LongAdder> done = new LinkedHashMap<>();
    private final List<Future<?>> streams = new ArrayList<>();
    private volatile boolean ended;

    private Running(int phase) {
      this.phase = phase;
    }

    private void repeat(OtherJobs jobs, String name, Task task) {
      start(
          jobs,
          name,
          (stream, bytes) -> {
            do {
              task.run(stream, bytes);
            } while (!ended);
          });
    }

    private void start(OtherJobs jobs, String name, Task task) {
      LongAdder bytes = new LongAdder();
      done.put(name, bytes);
      for (int i = 0; i < STREAMS; i++) {
        int stream = i;
        streams.add(
            jobs.streams.submit(
                () -> {
                  task.run(stream, bytes);
                  return null;
                }));
      }
    }

    /** What each has done by now. */
    public List<OtherRun> runs() {
      List<OtherRun> runs = new ArrayList<>();
      done.forEach((name, bytes) -> runs.add(new OtherRun(name, phase, bytes.sum())));
      return runs;
    }

    /** Ends them where they are, and waits for it. Returns what each has done by now. */
    public List<OtherRun> end() throws IOException {
      List<OtherRun> runs = runs();
      ended = true;
      await();
      return runs;
    }

    private void await() throws IOException {
      try {
        for (Future<?> stream : streams) {
          stream.get();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("the demo is being ended");
      } catch (ExecutionException e) {
        throw new IOException("a job beside the chain failed", e.getCause());
      }
    }
  }
}
