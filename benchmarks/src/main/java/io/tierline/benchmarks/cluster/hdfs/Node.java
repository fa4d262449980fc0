/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import io.tierline.benchmarks.cluster.flow.Resource;
import io.tierline.benchmarks.cluster.flow.Use;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.List;

/** A DataNode with its devices and links; tasks run on it. */
public final class Node {
  private final int number;
  private final int rack;
  private final List<Use> disks = new ArrayList<>();
  private final Use ssd;
  private final Use in;
  private final Use out;
  private final long ssdBytes;
  private long ssdFree;
  private int nextDisk;

  Node(int number, int rack, Hardware hardware) {
    this.number = number;
    this.rack = rack;
    for (int i = 0; i < hardware.disks(); i++) {
      disks.add(hardware.disk().use(new Resource("disk " + number + "-" + i)));
    }
    ssd = new Use(new Resource("ssd " + number), 1 / hardware.ssdMibPerSecond() / Hardware.MIB);
    in = new Use(new Resource("in " + number), 1 / hardware.linkBytesPerSecond());
    out = new Use(new Resource("out " + number), 1 / hardware.linkBytesPerSecond());
    ssdBytes = hardware.ssdBytes();
    ssdFree = ssdBytes;
  }

  /** Counted from 0. */
  public int number() {
    return number;
  }

  /** Its rack, counted from 0. */
  public int rack() {
    return rack;
  }

  String name() {
    return "n" + number;
  }

  String rackName() {
    return "/r" + rack;
  }

  Use in() {
    return in;
  }

  Use out() {
    return out;
  }

  long ssdFree() {
    return ssdFree;
  }

  long ssdBytes() {
    return ssdBytes;
  }

  /** Returns false, and takes nothing, where there is no room. */
  boolean takeSsd(long bytes) {
    boolean fits = ssdFree >= bytes;
    ssdFree -= fits ? bytes : 0;
    return fits;
  }

  void giveSsd(long bytes) {
    ssdFree += bytes;
  }

  /** One disk after the other, as DataNodes and NodeManagers take them. */
  int nextDisk() {
    nextDisk = (nextDisk + 1) % disks.size();
    return nextDisk;
  }

  /** The device of such a medium: one of its disks by its number. */
  Use device(Medium medium, int disk) {
    return medium == Medium.SSD ? ssd : disks.get(disk);
  }

  /** A disk for what tasks keep to themselves. */
  public Use local() {
    return disks.get(nextDisk());
  }

  /** All disks. */
  public List<Resource> disks() {
    return disks.stream().map(Use::resource).toList();
  }

  /** The SSD. */
  public Resource ssd() {
    return ssd.resource();
  }
}
