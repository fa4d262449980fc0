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
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;
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

  private static final String ENTRIES = "entries";

  /** Those of one user: how many events each has, by key. */
  private static final class Line {
    private final TreeMap<Long, Integer> events = new TreeMap<>();
    private long bytes;
    private int sum;
  }

  private final MVStore store;
  private final MVMap<Long, byte[]> entries;
  private final Map<String, Line> lines = new HashMap<>();
  private long bytes;
  private int events;
  private volatile long last;
  private volatile Exception failure;

  private final Object turn = new Object();
  private boolean isForcing;
  private long forced;

  private QueueFile(MVStore store) {
    this.store = store;
    this.entries =
        store.openMap(
            ENTRIES,
            new MVMap.Builder<Long, byte[]>()
                .keyType(LongDataType.INSTANCE)
                .valueType(ByteArrayDataType.INSTANCE));
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
   * @throws IOException when it cannot be read, or another process has it open
   */
  static QueueFile open(Path file) throws IOException {
    MVStore store = null;
    try {
      store =
          new MVStore.Builder()
              .fileName(file.toString())
              .autoCommitDisabled()
              .cacheSize(CACHE_MEGABYTES)
              .open();
      store.setVersionsToKeep(0);
      return new QueueFile(store);
    } catch (RuntimeException e) {
      if (store != null) {
        store.closeImmediately();
      }
      throw new IOException("the queue " + file + " cannot be opened: " + e.getMessage(), e);
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

  /**
   * Returns when that entry is on the medium.
   *
   * @param key of the entry, or {@link #ALL} for all that was done so far
   */
  void force(long key) throws IOException {
    synchronized (turn) {
      try {
        while (isForcing && failure == null) {
          turn.wait();
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

  private IOException failed(MVStoreException e) {
    failure = e;
    return new IOException("the queue has failed: " + problem(), e);
  }

  boolean hasFailed() {
    return failure != null || store.isClosed();
  }

  String problem() {
    return failure == null ? "" : Printable.of(String.valueOf(failure.getMessage()));
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
