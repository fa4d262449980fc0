/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta;

import io.tierline.bid.volume.MissingLibraryException;
import io.tierline.bid.volume.NativeLibrary;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A delta log in a file, with its threads. From any thread. */
public final class DeltaLog implements Closeable {
  /** Where an identifier's two halves are in what recovery has found. */
  private static final int FIRST_HALF = 3;

  private final long handle;
  private final DeltaRecovery recovery;
  private long[] last;

  private DeltaLog(long handle, DeltaRecovery recovery) {
    this.handle = handle;
    this.recovery = recovery;
  }

  /** As the other one, when nobody else waits for it. */
  public static DeltaLog open(DeltaLogOptions options) throws IOException {
    return open(options, DeltaOpening.unwatched());
  }

  /**
   * Brings home what the log has and begins it anew; makes one if there is none.
   *
   * @param opening for who waits
   * @throws MissingLibraryException when the library cannot be loaded
   * @throws IOException when the log cannot be used: it stays as it is, but for blocks that were
   *     brought home
   */
  public static DeltaLog open(DeltaLogOptions options, DeltaOpening opening) throws IOException {
    long[] found = new long[DeltaNative.FOUND];
    long handle = open(options, false, found, opening);
    return new DeltaLog(handle, recovery(found));
  }

  /** As the other one, when nobody else waits for it. */
  public static DeltaRecovery drain(DeltaLogOptions options) throws IOException {
    return drain(options, DeltaOpening.unwatched());
  }

  /**
   * Brings home what the log has and empties it.
   *
   * @param opening for who waits
   * @throws IOException as {@link #open}; there is none
   */
  public static DeltaRecovery drain(DeltaLogOptions options, DeltaOpening opening)
      throws IOException {
    long[] found = new long[DeltaNative.FOUND];
    open(options, true, found, opening);
    return recovery(found);
  }

  private static DeltaRecovery recovery(long[] found) {
    int at = FIRST_HALF;
    return new DeltaRecovery(
        found[0], found[1], String.format("%016x%016x", found[at++], found[at]));
  }

  private static long open(
      DeltaLogOptions options, boolean onlyDrain, long[] found, DeltaOpening opening)
      throws IOException {
    Optional<String> missing = NativeLibrary.missing(Optional.empty());
    if (missing.isPresent()) {
      throw new MissingLibraryException("the library in C is not used: " + missing.get());
    }
    String[] reason = new String[1];
    List<String> volumes = options.volumes().stream().map(Object::toString).toList();
    long handle =
        DeltaNative.open(
            bytes(options.path().toString()),
            options.numbers(onlyDrain),
            volumes.stream().map(DeltaLog::bytes).toArray(byte[][]::new),
            found,
            reason,
            opening.memory());
    if (handle < 0) {
      String why = reason[0] == null ? NativeLibrary.errorText((int) -handle) : reason[0];
      throw new IOException(options.path() + ": " + why);
    }
    return handle;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What recovery has found when it was opened. */
  public DeltaRecovery recovery() {
    return recovery;
  }

  /**
   * Begins to know a block.
   *
   * @param data its file's descriptor, and
   * @param sums the checksum file's: both can be read, and where they stand is how long they are
   * @throws IOException when it is closed, or has no memory
   */
  public DeltaStream stream(DeltaBlock block, FileDescriptor data, FileDescriptor sums)
      throws IOException {
    long[] numbers = {block.id(), block.stamp(), block.chunk()};
    byte[][] names = {
      bytes(block.pool()),
      bytes(block.storage()),
      bytes(block.root()),
      bytes(block.data()),
      bytes(block.checksum()),
    };
    long stream = DeltaNative.openStream(handle, numbers, names, data, sums);
    if (stream < 0) {
      throw new IOException("the delta log: " + NativeLibrary.errorText((int) -stream));
    }
    return new NativeStream(stream);
  }

  /** Its figures; when it is closed, the last ones. */
  public DeltaStatistics statistics() {
    long[] now = new long[DeltaNative.STATISTICS];
    if (DeltaNative.statistics(handle, now) < 0) {
      now = whenItWasClosed();
    }
    int at = 0;
    return new DeltaStatistics(
        now[at++], now[at++], now[at++], now[at++], now[at++], now[at++], now[at++], now[at++],
        now[at++], now[at++], now[at++], now[at++], now[at++], now[at]);
  }

  private synchronized long[] whenItWasClosed() {
    return last;
  }

  /** The reason of a log that has failed; empty while it works. */
  public Optional<String> failure() {
    long failed = statistics().failed();
    if (failed == 0) {
      return Optional.empty();
    }
    return Optional.of(
        failed == DeltaNative.EBADMSG
            ? "something else was written in its place"
            : NativeLibrary.errorText((int) failed));
  }

  /** Closes its streams, and ends. */
  @Override
  public synchronized void close() {
    if (last == null) {
      long[] figures = new long[DeltaNative.STATISTICS];
      DeltaNative.statistics(handle, figures);
      last = figures;
      DeltaNative.close(handle);
    }
  }

  private record NativeStream(long handle) implements DeltaStream {
    @Override
    public long put() throws IOException {
      long commit = DeltaNative.put(handle);
      check(Math.min(commit, 0));
      return Math.max(commit, 0);
    }

    @Override
    public boolean await(long commit) throws IOException {
      int result = DeltaNative.await(handle, commit);
      check(result);
      if (result < 0) {
        throw new IOException("the delta log: " + NativeLibrary.errorText(-result));
      }
      return result == 0;
    }

    @Override
    public void synced() throws IOException {
      check(DeltaNative.synced(handle));
    }

    @Override
    public void close() throws IOException {
      check(DeltaNative.closeStream(handle));
    }

    private static void check(long result) throws IOException {
      if (result == -DeltaNative.ENOTRECOVERABLE) {
        throw new IOException("the block's files could not be synced");
      }
    }
  }
}
