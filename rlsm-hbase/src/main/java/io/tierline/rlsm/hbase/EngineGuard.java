/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where every hook of the engine takes what our own code throws, errors included: counted, logged
 * once for each cause, and answered by the stock engine. One a region server.
 *
 * <p>A {@link LinkageError} says that this is not the HBase we were built for. Nothing of ours is
 * to be trusted then, so all stores of the region server are stock's until it is started again: the
 * files are ordinary ones. An OutOfMemoryError or a StackOverflowError costs one answer only.
 *
 * <p>A hook catches by itself, since a lambda that is handed over may fail to be made.
 */
final class EngineGuard {
  private static final Logger LOG = LoggerFactory.getLogger(EngineGuard.class);
  private static final int MAX_CAUSES = 100;

  private static final Map<RegionServerServices, EngineGuard> GUARDS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final AtomicLong faults = new AtomicLong();
  private final Set<String> logged = ConcurrentHashMap.newKeySet();
  private volatile boolean isOff;

  /** The guard of a region server; one of its own for a store without, as in a tool. */
  static EngineGuard of(RegionServerServices server) {
    return server == null
        ? new EngineGuard()
        : GUARDS.computeIfAbsent(server, each -> new EngineGuard());
  }

  /** Those of all region servers of this process. */
  static List<EngineGuard> all() {
    synchronized (GUARDS) {
      return new ArrayList<>(GUARDS.values());
    }
  }

  /** True when nothing of ours is to be asked any more. */
  boolean isOff() {
    return isOff;
  }

  /** Faults so far. */
  long faults() {
    return faults.get();
  }

  /**
   * Takes a fault of ours. Never throws, whatever state the process is in.
   *
   * @param what was being done, such as "choosing what to compact"
   */
  void failed(String what, Throwable fault) {
    faults.incrementAndGet();
    boolean isMisfit = fault instanceof LinkageError && !isOff;
    isOff |= isMisfit;
    try {
      if (isMisfit) {
        LOG.error(
            "RLSM is off in this region server until it is started again, and its stores are as the"
                + " stock engine has them: it does not fit this HBase ({})",
            what,
            fault);
      } else if (logged.size() < MAX_CAUSES && logged.add(what + fault.getClass().getName())) {
        LOG.warn(
            "RLSM: {} failed; it is done as the stock engine does it. Logged once, counted in"
                + " faults",
            what,
            fault);
      }
    } catch (RuntimeException | Error again) {
      // It was counted; there is nothing left to say it with.
      faults.incrementAndGet();
    }
  }
}
