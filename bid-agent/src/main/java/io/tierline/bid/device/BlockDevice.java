/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.device;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A block device, and the devices that it lies on.
 *
 * @param number such as {@code 8:1}
 * @param name such as {@code sda1}
 * @param kind what it is made of
 * @param detail of that: a logical volume's name, an array's level, a loop's file; else empty
 * @param queue its own; a partition has its disk's
 * @param below what it lies on; empty: it is a disk, as far as can be told
 */
public record BlockDevice(
    String number,
    String name,
    Kind kind,
    String detail,
    DeviceQueue queue,
    List<BlockDevice> below) {
  /** What a device is made of. */
  public enum Kind {
    /** Nothing that this machine knows of. */
    DISK,
    /** A part of another. */
    PARTITION,
    /** LVM's. */
    LVM,
    /** The device mapper's, but not LVM's: encrypted, several paths to one disk, or the like. */
    DEVICE_MAPPER,
    /** An array of Linux (mdadm). */
    MD,
    /** A file. */
    LOOP
  }

  /** Makes one, with its own list. */
  public BlockDevice {
    below = List.copyOf(below);
  }

  /** The disks at the bottom, each once, in order. */
  public List<BlockDevice> disks() {
    Map<String, BlockDevice> found = new LinkedHashMap<>();
    collect(found);
    return List.copyOf(found.values());
  }

  private void collect(Map<String, BlockDevice> found) {
    if (below.isEmpty()) {
      found.putIfAbsent(number, this);
    }
    below.forEach(device -> device.collect(found));
  }
}
