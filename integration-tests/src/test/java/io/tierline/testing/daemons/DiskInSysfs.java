/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import io.tierline.bid.device.DeviceNumber;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A tree of devices as below {@code /sys}, with a disk in it for whatever device the daemons' files
 * lie on.
 *
 * @param sysfs the tree
 * @param scheduler the file that names the disk's scheduler in the kernel
 */
record DiskInSysfs(Path sysfs, Path scheduler) {
  /** What the scheduler's file says when the machine has started. */
  static final String AT_BOOT = "[bfq] none\n";

  /** Makes it in a host's home. */
  static DiskInSysfs make(Host host) throws IOException {
    Path sysfs = host.home().resolve("sys");
    String number =
        DeviceNumber.of(((Number) Files.getAttribute(Path.of(""), "unix:dev")).longValue());
    Path disk = Files.createDirectories(sysfs.resolve("devices/pci0/block/sdq"));
    Files.createDirectories(sysfs.resolve("dev/block"));
    Files.createSymbolicLink(sysfs.resolve("dev/block").resolve(number), disk);
    Files.writeString(disk.resolve("dev"), number + "\n");
    Files.writeString(disk.resolve("stat"), "1 0 8 1 0 0 0 0 0 1 1\n");
    Path queue = Files.createDirectories(disk.resolve("queue"));
    Files.writeString(queue.resolve("rotational"), "1\n");
    return new DiskInSysfs(sysfs, Files.writeString(queue.resolve("scheduler"), AT_BOOT));
  }
}
