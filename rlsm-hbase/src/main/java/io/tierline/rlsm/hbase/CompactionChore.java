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
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.ScheduledChore;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.TierlineStoreAccess;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for the compactions that neither a flush nor the end of another asks for, as of idle stores.
 * One a region server; the chore itself compacts nothing.
 */
final class CompactionChore extends ScheduledChore {

  private static final Logger LOG = LoggerFactory.getLogger(CompactionChore.class);

  private static final Map<RegionServerServices, CompactionChore> CHORES = new HashMap<>();

  private final RegionServerServices server;
  private final EngineGuard guard;
  private final Set<RlsmStoreEngine> engines = ConcurrentHashMap.newKeySet();

  private CompactionChore(RegionServerServices server, int periodMillis) {
    super("RlsmCompactionChore", server, periodMillis);
    this.server = server;
    this.guard = EngineGuard.of(server);
  }

  /**
   * Has a store looked after until its region is closed. A store without a region server, as in a
   * tool or a test, is not.
   *
   * @param periodMillis how often to look, if this is the first store of its region server;
   *     milliseconds
   */
  static void register(RlsmStoreEngine engine, HStore store, int periodMillis) {
    RegionServerServices server = TierlineStoreAccess.regionServer(store.getHRegion());
    if (server == null || server.getChoreService() == null || !store.isPrimaryReplicaStore()) {
      return;
    }
    CompactionChore chore;
    synchronized (CHORES) {
      chore = CHORES.get(server);
      if (chore == null) {
        chore = new CompactionChore(server, periodMillis);
        if (!server.getChoreService().scheduleChore(chore)) {
          LOG.warn("{} could not be scheduled: idle stores are not folded", chore.getName());
          return;
        }
        CHORES.put(server, chore);
      }
    }
    chore.engines.add(engine);
    RlsmMetrics.add(engine.stats());
  }

  @Override
  protected void chore() {
    for (RlsmStoreEngine engine : engines) {
      try {
        look(engine);
      } catch (IOException | RuntimeException | Error e) {
        // The next round tries again, and the other stores have theirs; a store is never worse off
        // than before.
        guard.failed("asking for a compaction", e);
      }
    }
  }

  private void look(RlsmStoreEngine engine) throws IOException {
    HRegion region = engine.region();
    if (region.isClosed() || region.isClosing()) {
      forget(engine);
    } else if (!guard.isOff() && isOnline(region) && engine.wantsCompaction()) {
      server
          .getCompactionRequestor()
          .requestSystemCompaction(region, engine.store(), "RLSM: fold or merge", true);
    }
  }

  /**
   * A region that is being opened calls itself available, and clears away what compactions write.
   */
  private boolean isOnline(HRegion region) {
    return server.getRegion(region.getRegionInfo().getEncodedName()) == region;
  }

  /** HBase calls this when the region server stops. */
  @Override
  protected void cleanup() {
    engines.forEach(this::forget);
    synchronized (CHORES) {
      CHORES.remove(server, this);
    }
  }

  private void forget(RlsmStoreEngine engine) {
    engines.remove(engine);
    RlsmMetrics.remove(engine.stats());
  }
}
