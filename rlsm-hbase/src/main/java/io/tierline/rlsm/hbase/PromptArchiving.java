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
 * stay, and are the chore's. As HBase itself does it for its master's own region.
 *
 * <p>When a store has replaced its files HBase asks the old ones how long they were, for a region's
 * quota, and fails if another thread has closed them: they are held until then.
 */
final class PromptArchiving {

  private final HStore store;

  /** Whether it has been asked for and has not begun: then it will find what is replaced now. */
  private final AtomicBoolean asked = new AtomicBoolean();

  /** What the compaction of a thread holds. */
  private final Map<Thread, List<HStoreFile>> held = new ConcurrentHashMap<>();

  PromptArchiving(HStore store) {
    this.store = store;
  }

  /**
   * Keeps files from being closed until this thread {@link #release releases} them. To be called
   * before another thread can learn that they are replaced.
   */
  void hold(Collection<HStoreFile> files) {
    List<HStoreFile> now = List.copyOf(files);
    TierlineStoreAccess.hold(now);
    List<HStoreFile> last = held.put(Thread.currentThread(), now);
    if (last != null) {
      TierlineStoreAccess.release(last);
    }
  }

  /** Gives up what this thread holds; returns whether there was anything. */
  boolean release() {
    List<HStoreFile> last = held.remove(Thread.currentThread());
    if (last == null) {
      return false;
    }
    TierlineStoreAccess.release(last);
    return true;
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
