/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import io.tierline.ldm.lineage.Printable;
import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue's file, from its opening to its end or to the first failure. Who calls sees to it that
 * one thread at a time does, but for {@link #force}.
 *
 * <p>Many that wait for the medium share one write: who comes while one is under way waits for the
 * next, which holds what all of them have added.
 */
final class QueueFile {
  private static final Logger LOG = LoggerFactory.getLogger(QueueFile.class);

  /** In the place of a key: everything. */
  static final long ALL = -1;

  /** Written and freed at once, so that little of it is worth keeping in memory. */
  private static final int CACHE_MEGABYTES = 4;

  /** A file of this size is small enough, whatever little it holds. */
  private static final long SMALL_FILE = 16 << 20;

  /** How often a file may be as large as what it holds. */
  private static final int TIMES_TOO_LARGE = 4;

  /** Of what stands in the file's pieces, in percent: those that hold less are written anew. */
  private static final int MOSTLY_FORGOTTEN = 80;

  /** Bytes that are written anew at a time. */
  private static final int ANEW = 4 << 20;

  private static final String ENTRIES = "entries";

  /** What is kept beside them. */
  private static final String KEPT = "kept";

  /** Those of one user: how many events each has, by key. */
  private static final class Line {
    private final TreeMap<Long, Integer> events = new TreeMap<>();
    private long bytes;
    private int sum;
  }

  private final MVStore store;
  private final long patienceMillis;
  private final MVMap<Long, byte[]> entries;
  private final MVMap<String, String> kept;
  private final Map<String, Line> lines = new HashMap<>();
  private long bytes;
  private int events;
  private volatile long last;
  private volatile Exception failure;

  private final Object turn = new Object();
  private boolean isForcing;
  private long forcingSince;
  private long forced;

  private QueueFile(MVStore store, long patienceMillis) {
    this.store = store;
    this.patienceMillis = patienceMillis;
    this.entries =
        store.openMap(
            ENTRIES,
            new MVMap.Builder<Long, byte[]>()
                .keyType(LongDataType.INSTANCE)
                .valueType(ByteArrayDataType.INSTANCE));
    this.kept =
        store.openMap(
            KEPT,
            new MVMap.Builder<String, String>()
                .keyType(StringDataType.INSTANCE)
                .valueType(StringDataType.INSTANCE));
    Cursor<Long, byte[]> all = entries.cursor(null);
    while (all.hasNext()) {
      long key = all.next();
      countIfReadable(key, all.getValue());
      last = key;
    }
    forced = last;
  }

  /**
   * Opens it.
   *
   * @param file its name, as H2 has names of files
   * @param patienceMillis how long the medium is waited for
   * @param keptMillis for how long what was forgotten is not overwritten
   * @throws IOException when it cannot be read, or another process has it open
   */
  static QueueFile open(String file, long patienceMillis, int keptMillis) throws IOException {
    MVStore store = null;
    try {
      store =
          new MVStore.Builder()
              .fileName(file)
              .autoCommitDisabled()
              // Else what is added is written at once from a megabyte on, and everybody waits.
              .autoCommitBufferSize(0)
              .cacheSize(CACHE_MEGABYTES)
              .open();
      store.setVersionsToKeep(0);
      store.setRetentionTime(keptMillis);
      return new QueueFile(store, patienceMillis);
    } catch (RuntimeException e) {
      if (store != null) {
        store.closeImmediately();
      }
      boolean isInUse =
          e instanceof MVStoreException failure
              && failure.getErrorCode() == DataUtils.ERROR_FILE_LOCKED;
      throw new IOException(
          isInUse
              ? "the queue " + file + " is locked: each gateway needs a directory of its own"
              : "the queue " + file + " cannot be opened: " + e.getMessage(),
          e);
    }
  }

  /** One that makes no sense must not keep all others from being told. */
  private void countIfReadable(long key, byte[] value) {
    try {
      count(key, QueueEntry.read(value));
    } catch (RuntimeException e) {
      LOG.warn("entry {} of the queue is passed over: it cannot be read", key, e);
    }
  }

  private void count(long key, QueueEntry entry) {
    Line line = lines.computeIfAbsent(entry.user(), user -> new Line());
    line.events.put(key, entry.events());
    line.sum += entry.events();
    line.bytes += entry.size();
    events += entry.events();
    bytes += entry.size();
  }

  /** Adds an entry; it is safe once it was forced. */
  long append(QueueEntry entry) throws IOException {
    long key = last + 1;
    try {
      entries.put(key, entry.bytes());
    } catch (MVStoreException e) {
      throw failed(e);
    }
    count(key, entry);
    last = key;
    return key;
  }

  QueueEntry read(long key) throws IOException {
    try {
      return QueueEntry.read(entries.get(key));
    } catch (MVStoreException e) {
      throw failed(e);
    }
  }

  void remove(String user, long key) throws IOException {
    Line line = lines.get(user);
    Integer had = line == null ? null : line.events.remove(key);
    if (had == null) {
      return;
    }
    long size;
    try {
      size = QueueEntry.read(entries.remove(key)).size();
    } catch (MVStoreException e) {
      throw failed(e);
    }
    line.sum -= had;
    line.bytes -= size;
    events -= had;
    bytes -= size;
    if (line.events.isEmpty()) {
      lines.remove(user);
    }
  }

  /** What is kept beside the entries. */
  Map<String, String> kept() throws IOException {
    try {
      return new TreeMap<>(kept);
    } catch (MVStoreException e) {
      throw failed(e);
    }
  }

  /** Keeps something; empty to forget it. */
  void keep(String name, Optional<String> text) throws IOException {
    try {
      if (text.isPresent()) {
        kept.put(name, text.get());
      } else {
        kept.remove(name);
      }
    } catch (MVStoreException e) {
      throw failed(e);
    }
  }

  /**
   * Returns when that entry is on the medium.
   *
   * @param key of the entry, or {@link #ALL} for all that was done so far
   */
  void force(long key) throws IOException {
    synchronized (turn) {
      try {
        while (isForcing && failure == null) {
          requirePrompt();
          turn.wait(Math.max(1, patienceMillis - forcingMillis()));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while events were written", e);
      }
      if (failure != null) {
        throw new IOException("the queue could not be written: " + problem(), failure);
      }
      if (key != ALL && forced >= key) {
        return;
      }
      isForcing = true;
      forcingSince = System.nanoTime();
    }
    long upTo = last;
    try {
      store.commit();
      store.sync();
      synchronized (turn) {
        forced = Math.max(forced, upTo);
      }
    } catch (MVStoreException e) {
      throw failed(e);
    } finally {
      synchronized (turn) {
        isForcing = false;
        turn.notifyAll();
      }
    }
  }

  private long forcingMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - forcingSince);
  }

  /**
   * One thread waits for a medium for as long as that takes. Others must not: the web server has
   * only so many.
   */
  void requirePrompt() throws IOException {
    String slow = slowness();
    if (!slow.isEmpty()) {
      throw new IOException(slow);
    }
  }

  private String slowness() {
    synchronized (turn) {
      return isForcing && forcingMillis() >= patienceMillis
          ? "the disk has been writing for "
              + TimeUnit.MILLISECONDS.toSeconds(forcingMillis())
              + " s"
          : "";
    }
  }

  /**
   * Has room used again that is held by little: a piece of the file stays whole while one entry in
   * it waits. What is left in such pieces is written anew, and the pieces are free after a while.
   *
   * @param held what the entries take
   */
  void tidy(long held) throws IOException {
    try {
      if (store.getFileStore().size() > SMALL_FILE + TIMES_TOO_LARGE * held
          && store.compact(MOSTLY_FORGOTTEN, ANEW)) {
        force(ALL);
      }
    } catch (MVStoreException e) {
      throw failed(e);
    }
  }

  private IOException failed(MVStoreException e) {
    failure = e;
    return new IOException("the queue has failed: " + problem(), e);
  }

  boolean hasFailed() {
    return failure != null || store.isClosed();
  }

  String problem() {
    return failure == null ? slowness() : Printable.of(String.valueOf(failure.getMessage()));
  }

  /** Who has something here, whose first came first before others. */
  List<String> users() {
    return lines.entrySet().stream()
        .sorted(Comparator.comparing(line -> line.getValue().events.firstKey()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** How many events a user's entries have, by key. */
  SortedMap<Long, Integer> of(String user) {
    Line line = lines.get(user);
    return line == null ? new TreeMap<>() : Collections.unmodifiableSortedMap(line.events);
  }

  long bytes() {
    return bytes;
  }

  long bytes(String user) {
    Line line = lines.get(user);
    return line == null ? 0 : line.bytes;
  }

  int events() {
    return events;
  }

  int events(String user) {
    Line line = lines.get(user);
    return line == null ? 0 : line.sum;
  }

  /** What is not forced yet is lost, as it was promised to nobody. */
  void close() {
    if (failure == null) {
      try {
        store.close();
        return;
      } catch (MVStoreException e) {
        failure = e;
      }
    }
    store.closeImmediately();
  }
}
