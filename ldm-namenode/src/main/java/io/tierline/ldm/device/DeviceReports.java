/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.device;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The last report of each device. A report counts for a time, then the device is taken for a
 * typical one again; so an agent that dies leaves no figure behind that nobody corrects. Safe for
 * use by several threads.
 */
public final class DeviceReports {
  /** How far an agent's clock may be ahead of ours. */
  static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

  private final int most;
  private final Duration expiry;
  private final Map<String, DeviceReport> reports = new HashMap<>();

  /**
   * No report yet.
   *
   * @param most devices kept at a time, at least 1
   * @param expiry how long a report counts from when it was measured, above 0
   */
  public DeviceReports(int most, Duration expiry) {
    if (most < 1 || expiry.isNegative() || expiry.isZero()) {
      throw new IllegalArgumentException(
          "some reports are kept for some time: " + most + ", " + expiry);
    }
    this.most = most;
    this.expiry = expiry;
  }

  /** Says why reports were refused. */
  public static final class RefusedReports extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean full;

    RefusedReports(boolean full, String message) {
      super(message);
      this.full = full;
    }

    /** True when there is no room for more devices, false when a time makes no sense. */
    public boolean isFull() {
      return full;
    }
  }

  /**
   * Takes reports in, all or none. One that was measured before what is known of its device changes
   * nothing.
   *
   * @param now the present
   * @return how many are now the last of their devices
   * @throws RefusedReports when one is from the future or has expired, or there is no room
   */
  public synchronized int accept(Collection<DeviceReport> given, Instant now)
      throws RefusedReports {
    for (DeviceReport report : given) {
      if (report.measuredAt().isAfter(now.plus(CLOCK_SKEW))) {
        throw new RefusedReports(
            false, report.storage() + " was measured in the future, at " + report.measuredAt());
      }
      if (isExpired(report, now)) {
        throw new RefusedReports(
            false, report.storage() + " was measured too long ago, at " + report.measuredAt());
      }
    }
    reports.values().removeIf(report -> isExpired(report, now));
    Set<String> devices = new HashSet<>(reports.keySet());
    given.forEach(report -> devices.add(key(report.node(), report.storage())));
    if (devices.size() > most) {
      throw new RefusedReports(true, "at most " + most + " devices are kept");
    }
    int taken = 0;
    for (DeviceReport report : given) {
      taken += take(report) ? 1 : 0;
    }
    return taken;
  }

  private boolean take(DeviceReport report) {
    String key = key(report.node(), report.storage());
    DeviceReport known = reports.get(key);
    if (known != null && known.measuredAt().isAfter(report.measuredAt())) {
      return false;
    }
    reports.put(key, report);
    return true;
  }

  /** The last report of that volume, if it still counts. */
  public synchronized Optional<DeviceReport> find(String node, String storage, Instant now) {
    return Optional.ofNullable(reports.get(key(node, storage)))
        .filter(report -> !isExpired(report, now));
  }

  private boolean isExpired(DeviceReport report, Instant now) {
    return report.measuredAt().plus(expiry).isBefore(now);
  }

  private static String key(String node, String storage) {
    return node + "/" + storage;
  }
}
