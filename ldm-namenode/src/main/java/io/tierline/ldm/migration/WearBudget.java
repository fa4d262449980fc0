/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A hard gate on what is written to each SSD: in no 24 hours more than the budget. Which volume of
 * a DataNode takes a replica is the DataNode's choice, so bytes are reserved on all that may be
 * chosen and given back for those that were not.
 *
 * <p>Written bytes are kept by the hour, and the last 25 hours count, since 24 hours may begin and
 * end inside one.
 */
public final class WearBudget {
  /** Hours that count. */
  public static final int SLOTS = 25;

  private long bytesPerDay;
  private final LongSupplier clock;
  private final Map<String, Hours> volumes = new HashMap<>();

  private static final class Hours {
    private final long[] bytes = new long[SLOTS];
    private final long[] hours = new long[SLOTS];

    private long used(long now) {
      long sum = 0;
      for (int i = 0; i < SLOTS; i++) {
        sum += now - hours[i] < SLOTS ? bytes[i] : 0;
      }
      return sum;
    }

    private void add(long now, long amount) {
      int slot = (int) Math.floorMod(now, (long) SLOTS);
      bytes[slot] = hours[slot] == now ? bytes[slot] + amount : amount;
      hours[slot] = now;
    }

    /** Bytes by the hour, the newest first. */
    private long[] newestFirst(long now) {
      long[] series = new long[SLOTS];
      for (int i = 0; i < SLOTS; i++) {
        int slot = (int) Math.floorMod(now - i, (long) SLOTS);
        series[i] = hours[slot] == now - i ? bytes[slot] : 0;
      }
      return series;
    }

    /** Takes at least so many for an hour that still counts. */
    private void atLeast(long now, long hour, long amount) {
      int slot = (int) Math.floorMod(hour, (long) SLOTS);
      if (hour <= now && now - hour < SLOTS && (hours[slot] != hour || bytes[slot] < amount)) {
        bytes[slot] = amount;
        hours[slot] = hour;
      }
    }

    private void takeBack(long now, long amount) {
      long left = amount;
      for (long hour = now; hour > now - SLOTS && left > 0; hour--) {
        int slot = (int) Math.floorMod(hour, (long) SLOTS);
        if (hours[slot] == hour) {
          long part = Math.min(left, bytes[slot]);
          bytes[slot] -= part;
          left -= part;
        }
      }
    }
  }

  /**
   * Creates a budget.
   *
   * @param bytesPerDay for each SSD, at least 0; with 0 nothing is ever written
   * @param clock milliseconds since the epoch
   */
  public WearBudget(long bytesPerDay, LongSupplier clock) {
    this.clock = clock;
    limit(bytesPerDay);
  }

  /**
   * Sets another budget; what was written counts against it.
   *
   * @param bytes for each SSD, at least 0
   */
  public synchronized void limit(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a budget is at least 0: " + bytes);
    }
    bytesPerDay = bytes;
  }

  /**
   * Reserves the bytes on every one of the volumes, or on none.
   *
   * @return false when one of them has not so many left
   */
  public synchronized boolean tryReserve(Collection<String> ssds, long bytes) {
    long now = hour();
    for (String ssd : ssds) {
      Hours hours = volumes.get(ssd);
      long used = hours == null ? 0 : hours.used(now);
      if (bytes > bytesPerDay - used) {
        return false;
      }
    }
    for (String ssd : ssds) {
      volumes.computeIfAbsent(ssd, s -> new Hours()).add(now, bytes);
    }
    return true;
  }

  /** Charges bytes that have been written, within the budget or not. */
  public synchronized void charge(String ssd, long bytes) {
    volumes.computeIfAbsent(ssd, s -> new Hours()).add(hour(), bytes);
  }

  /** True when so many more bytes are within the budget of that volume. */
  public synchronized boolean hasLeft(String ssd, long bytes) {
    return bytes <= bytesPerDay - used(ssd);
  }

  /** What counts now, by the hour: the first is the hour of {@link #hour()}. */
  public synchronized long[] byHour(String ssd) {
    Hours hours = volumes.get(ssd);
    return hours == null ? new long[SLOTS] : hours.newestFirst(hour());
  }

  /**
   * Takes over what somebody else has counted: of each hour the greater of both counts.
   *
   * @param hour the hour of the first one
   * @param newestFirst bytes by the hour, each an hour before the one in front of it
   */
  public synchronized void takeOver(String ssd, long hour, long[] newestFirst) {
    Hours hours = volumes.computeIfAbsent(ssd, s -> new Hours());
    for (int i = 0; i < newestFirst.length; i++) {
      hours.atLeast(hour(), hour - i, newestFirst[i]);
    }
  }

  /** Forgets volumes of which nothing counts any more. */
  public synchronized void prune() {
    long now = hour();
    volumes.values().removeIf(hours -> hours.used(now) == 0);
  }

  /** Gives back what was reserved on a volume and has not been written there. */
  public synchronized void giveBack(String ssd, long bytes) {
    Hours hours = volumes.get(ssd);
    if (hours != null) {
      hours.takeBack(hour(), bytes);
    }
  }

  /** Names of all volumes of which something is known. */
  synchronized Set<String> names() {
    return Set.copyOf(volumes.keySet());
  }

  /** What counts against that volume's budget now. */
  public synchronized long used(String ssd) {
    Hours hours = volumes.get(ssd);
    return hours == null ? 0 : hours.used(hour());
  }

  /** The hour that it is, since the epoch. */
  public long hour() {
    return Math.floorDiv(clock.getAsLong(), TimeUnit.HOURS.toMillis(1));
  }
}
