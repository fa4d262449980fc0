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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.security.User;

/** The compactions of a table without a cluster: whole ones, and two at a time step by step. */
final class LocalCompactions {

  private final Supplier<Collection<HRegion>> regions;
  private final Supplier<?> layouts;
  private final List<HeldCompaction> underWay = new ArrayList<>();
  private int done;

  /**
   * Creates one.
   *
   * @param regions those that the table has now
   * @param layouts what is said of the stores when they never get quiet
   */
  LocalCompactions(Supplier<Collection<HRegion>> regions, Supplier<?> layouts) {
    this.regions = regions;
    this.layouts = layouts;
  }

  /** How many compactions of a store have been done. */
  int done() {
    return done;
  }

  /** One compaction of each store that wants one. */
  void once() throws IOException {
    for (HRegion region : regions.get()) {
      one(region, Store.NO_PRIORITY);
    }
  }

  void one(HRegion region, int priority) throws IOException {
    for (HStore store : region.getStores()) {
      var compaction =
          store.requestCompaction(priority, CompactionLifeCycleTracker.DUMMY, User.getCurrent());
      if (compaction.isPresent()) {
        region.compact(compaction.get(), store, NoLimitThroughputController.INSTANCE);
        done++;
      }
    }
  }

  /** Selects a compaction of a store, if it wants one and fewer than two are under way. */
  void begin(int which) throws IOException {
    List<HStore> stores = stores();
    HStore store = stores.get(which % stores.size());
    if (underWay.size() < 2) {
      store
          .requestCompaction(Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, User.getCurrent())
          .map(selected -> new HeldCompaction(store.getHRegion(), store, selected))
          .ifPresent(underWay::add);
    }
  }

  /** Lets one that is under way read and write. */
  void goOn(int which) throws IOException {
    if (!underWay.isEmpty()) {
      underWay.get(which % underWay.size()).read();
    }
  }

  /** Lets one that is under way commit. */
  void finish(int which) throws IOException {
    if (!underWay.isEmpty()) {
      underWay.remove(which % underWay.size()).commit();
      done++;
    }
  }

  /** How many compactions are under way. */
  int underWay() {
    return underWay.size();
  }

  void finishAll() throws IOException {
    while (!underWay.isEmpty()) {
      finish(0);
    }
  }

  /** Compacts until no store wants more. */
  void untilQuiet() throws IOException {
    finishAll();
    int rounds = 0;
    while (stores().stream().anyMatch(HStore::needsCompaction)) {
      once();
      if (++rounds > 300) {
        throw new IllegalStateException("300 compactions and still not quiet: " + layouts.get());
      }
    }
  }

  void all() throws IOException {
    finishAll();
    for (HRegion region : regions.get()) {
      all(region);
    }
  }

  /** As a user asks for it; the stock engine spares some of many files if it is not a user. */
  void all(HRegion region) throws IOException {
    region.getStores().forEach(HStore::triggerMajorCompaction);
    one(region, Store.PRIORITY_USER);
  }

  private List<HStore> stores() {
    List<HStore> stores = new ArrayList<>();
    for (HRegion region : regions.get()) {
      stores.addAll(region.getStores());
    }
    return stores;
  }
}
