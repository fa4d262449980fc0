/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.agent;

import io.tierline.bid.device.BlockDevice;
import io.tierline.bid.device.DeviceRates;
import io.tierline.bid.device.DiskCounters;
import io.tierline.bid.device.QueueSettings;
import io.tierline.bid.device.Sysfs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Looks at the devices below volumes, and sets the queues of those that are scheduled. One thread
 * looks; any may ask what was seen last.
 */
final class DeviceWatch {
  /** Counters, and when they were read. */
  private record Reading(DiskCounters counters, long nanos) {}

  private final Sysfs sysfs;
  private final Map<String, String> wishes;
  private final LongSupplier clock;
  private final Consumer<String> refused;
  private final QueueSettings settings;
  private final Set<String> told = new HashSet<>();
  private Map<String, Reading> readings = Map.of();
  private boolean ended;
  private volatile Watched last = Watched.NOTHING;

  /**
   * Begins.
   *
   * @param wishes values of queues' attributes by their names
   * @param clock in ns, as {@link System#nanoTime}
   * @param refused told once of each setting that cannot be made
   */
  DeviceWatch(
      Sysfs sysfs, Map<String, String> wishes, LongSupplier clock, Consumer<String> refused) {
    this.sysfs = sysfs;
    this.wishes = Map.copyOf(wishes);
    this.clock = clock;
    this.refused = refused;
    settings = new QueueSettings(sysfs);
  }

  /** What was seen last. */
  Watched last() {
    return last;
  }

  /**
   * Looks.
   *
   * @param scheduled the storages whose disks' queues are to be set
   */
  synchronized void look(List<Place> places, Set<String> scheduled) {
    if (ended) {
      return;
    }
    List<Watched.Volume> volumes = new ArrayList<>();
    Map<String, BlockDevice> disks = new LinkedHashMap<>();
    for (Place place : places) {
      Optional<BlockDevice> device = sysfs.device(place.device());
      volumes.add(new Watched.Volume(place, device));
      for (BlockDevice disk : device.map(BlockDevice::disks).orElse(List.of())) {
        disks.putIfAbsent(disk.number(), disk);
        if (scheduled.contains(place.storage())) {
          wishes.forEach((attribute, value) -> set(disk, attribute, value));
        }
      }
    }
    last = new Watched(List.copyOf(volumes), measure(disks), settings.made());
  }

  private void set(BlockDevice disk, String attribute, String value) {
    try {
      settings.set(disk, attribute, value);
    } catch (IOException e) {
      if (told.add(disk.number() + " " + attribute)) {
        refused.accept(attribute + " of " + disk.name() + " is not set to " + value + ": " + e);
      }
    }
  }

  private Map<String, Watched.Disk> measure(Map<String, BlockDevice> disks) {
    Map<String, Reading> now = new HashMap<>();
    Map<String, Watched.Disk> found = new LinkedHashMap<>();
    for (BlockDevice disk : disks.values()) {
      Reading before = readings.get(disk.number());
      Optional<DeviceRates> rates = Optional.empty();
      Optional<DiskCounters> counters = sysfs.counters(disk.number());
      if (counters.isPresent()) {
        Reading reading = new Reading(counters.get(), clock.getAsLong());
        now.put(disk.number(), reading);
        if (before != null) {
          rates =
              DeviceRates.between(
                  before.counters(), reading.counters(), reading.nanos() - before.nanos());
        }
      }
      found.put(disk.number(), new Watched.Disk(disk, rates));
    }
    readings = now;
    return Map.copyOf(found);
  }

  /** Looks no more and puts queues back; what was not possible is returned in words. */
  synchronized List<String> end() {
    ended = true;
    List<String> failed = settings.restore();
    last = new Watched(last.volumes(), last.disks(), List.of());
    return failed;
  }
}
