/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.executor.EventHandler;
import org.apache.hadoop.hbase.executor.EventType;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.TierlineStoreAccess;

/**
 * Has what a compaction has replaced archived when the compaction is done. HBase's own chore looks
 * every two minutes, in which a store that is overwritten gives up more bytes than it has.
 *
 * <p>The archiving is HBase's, in the threads that it has for that: files that somebody still reads
 * stay, and are the chore's. As HBase itself does it for its master's own region. So is what a
 * small store has replaced: it takes little space, and asking would be a call to the NameNode and
 * more for each of many small files.
 *
 * <p>When a store has replaced its files HBase asks the old ones how long they were, for a region's
 * quota, and then the new ones, for its log. It fails if they are closed, as they are where the
 * next compaction has given them up meanwhile, in another thread. So the old ones are held until
 * HBase has counted them, and the new ones until it has told of them.
 */
final class PromptArchiving {

  private final HStore store;
  private final long leastBytes;

  /** Bytes of what was replaced since it was last worth while to ask. */
  private final AtomicLong owedBytes = new AtomicLong();

  /** Whether it has been asked for and has not begun: then it will find what is replaced now. */
  private final AtomicBoolean asked = new AtomicBoolean();

  /** What the compaction of a thread holds. */
  private final Map<Thread, Held> held = new ConcurrentHashMap<>();

  /**
   * Archives what a store's compactions replace.
   *
   * @param leastBytes what is left to HBase's chore until it is so many
   */
  PromptArchiving(HStore store, long leastBytes) {
    this.store = store;
    this.leastBytes = leastBytes;
  }

  /**
   * What a compaction holds.
   *
   * @param replaced what it has given up; nothing once HBase has counted that
   * @param written what it has written
   * @param isDone whether nothing is left for HBase to do but to tell of it
   */
  private record Held(List<HStoreFile> replaced, List<HStoreFile> written, boolean isDone) {}

  /**
   * Keeps files from being closed until this thread releases them. To be called before another
   * thread can learn that they are replaced.
   *
   * @param replaced until {@link #releaseReplaced}
   * @param written until {@link #releaseWritten}
   */
  void hold(Collection<HStoreFile> replaced, Collection<HStoreFile> written) {
    if (replaced.isEmpty()) {
      return;
    }
    Held now = new Held(List.copyOf(replaced), List.copyOf(written), false);
    TierlineStoreAccess.hold(now.replaced());
    TierlineStoreAccess.hold(now.written());
    release(held.put(Thread.currentThread(), now));
    owedBytes.addAndGet(bytes(replaced));
  }

  private static long bytes(Collection<HStoreFile> open) {
    return open.stream().mapToLong(file -> file.getReader().length()).sum();
  }

  /** Whether so much was replaced since this last said so that it is worth while to ask. */
  boolean isDue() {
    return owedBytes.getAndUpdate(bytes -> bytes < leastBytes ? bytes : 0) >= leastBytes;
  }

  private static void release(Held last) {
    if (last != null) {
      TierlineStoreAccess.release(last.replaced());
      TierlineStoreAccess.release(last.written());
    }
  }

  /** Gives up what this thread has replaced; returns whether there was anything. */
  boolean releaseReplaced() {
    Held now = held.get(Thread.currentThread());
    if (now == null || now.replaced().isEmpty()) {
      return false;
    }
    if (now.written().isEmpty()) {
      releaseAllOfThread();
    } else {
      held.put(Thread.currentThread(), new Held(List.of(), now.written(), false));
      TierlineStoreAccess.release(now.replaced());
    }
    return true;
  }

  /** The next that this thread asks of the store, HBase asks when it has told of the compaction. */
  void isDone() {
    held.computeIfPresent(
        Thread.currentThread(), (thread, now) -> new Held(now.replaced(), now.written(), true));
  }

  /**
   * Gives up what this thread has written, if {@link #isDone} was called.
   *
   * @return whether some of it is replaced already, and was not archived while it was held
   */
  boolean releaseWritten() {
    Held now = held.get(Thread.currentThread());
    if (now == null || !now.isDone()) {
      return false;
    }
    releaseAllOfThread();
    return now.written().stream().anyMatch(HStoreFile::isCompactedAway);
  }

  /** Gives up what this thread holds: its compaction has failed. */
  void releaseAllOfThread() {
    release(held.remove(Thread.currentThread()));
  }

  /** Gives up what any thread holds: the store is being closed, and no compaction runs. */
  void releaseAll() {
    for (Thread thread : List.copyOf(held.keySet())) {
      release(held.remove(thread));
    }
  }

  /**
   * Asks for it; does not wait for it.
   *
   * @param server of the store; null where there is none, as in a tool: nothing is done then
   */
  void ask(RegionServerServices server) {
    if (server == null
        || server.getExecutorService() == null
        || !store.isPrimaryReplicaStore()
        || !asked.compareAndSet(false, true)) {
      return;
    }
    try {
      server.getExecutorService().submit(new Archive(server));
    } catch (RejectedExecutionException e) {
      // The region server stops; whoever opens the store clears away what was replaced.
      asked.set(false);
    } catch (RuntimeException | Error e) {
      asked.set(false);
      throw e;
    }
  }

  private final class Archive extends EventHandler {
    private Archive(RegionServerServices server) {
      super(server, EventType.RS_COMPACTED_FILES_DISCHARGER);
    }

    @Override
    public void process() throws IOException {
      asked.set(false);
      store.closeAndArchiveCompactedFiles();
    }
  }
}
