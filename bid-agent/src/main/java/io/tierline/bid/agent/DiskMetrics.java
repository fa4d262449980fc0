/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.agent;

import io.tierline.bid.device.DeviceRates;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/** What disks do, a metrics source each: it has nothing to tell until two looks were taken. */
final class DiskMetrics {
  /** What the names of the sources begin with; the disk's name follows. */
  static final String SOURCE = "TierlineBidDisk-";

  private static final int PERCENT = 100;
  private final Map<String, Disk> disks = new HashMap<>();

  /** One of them. */
  private static final class Disk implements MetricsSource {
    private final String name;
    private volatile DeviceRates rates;

    Disk(String name) {
      this.name = name;
    }

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
      DeviceRates now = rates;
      MetricsRecordBuilder record =
          collector.addRecord("TierlineBidDisk").setContext("dfs").tag(info("Disk", "Name"), name);
      if (now == null) {
        return;
      }
      record
          .addGauge(info("ReadBytesPerSecond", "Read"), now.readBytesPerSecond())
          .addGauge(info("WrittenBytesPerSecond", "Written"), now.writtenBytesPerSecond())
          .addGauge(info("ReadMillis", "That a read took on average"), now.readMillis())
          .addGauge(info("WriteMillis", "That a write took on average"), now.writeMillis())
          .addGauge(info("BusyPercent", "Part of the time"), PERCENT * now.utilisation())
          .addGauge(info("InFlight", "Requests under way"), now.inFlight());
    }

    private static org.apache.hadoop.metrics2.MetricsInfo info(String name, String about) {
      return Interns.info(name, about);
    }
  }

  /** These are the disks now. */
  void show(Map<String, Watched.Disk> now) {
    disks.keySet().removeIf(number -> !now.containsKey(number) && unregister(number));
    now.forEach(
        (number, seen) ->
            disks.computeIfAbsent(number, key -> register(seen.device().name())).rates =
                seen.rates().orElse(null));
  }

  private static Disk register(String name) {
    Disk disk = new Disk(name);
    DefaultMetricsSystem.instance().unregisterSource(SOURCE + name);
    return DefaultMetricsSystem.instance()
        .register(SOURCE + name, "Tierline BID: a disk below volumes", disk);
  }

  private boolean unregister(String number) {
    DefaultMetricsSystem.instance().unregisterSource(SOURCE + disks.get(number).name);
    return true;
  }

  void end() {
    show(Map.of());
  }
}
