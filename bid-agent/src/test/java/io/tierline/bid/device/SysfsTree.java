/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A made tree of devices, laid out as the kernel lays out its own. */
public final class SysfsTree {
  private final Path root;

  /** Begins with no device. */
  public SysfsTree(Path root) throws IOException {
    this.root = root;
    Files.createDirectories(root.resolve("dev/block"));
  }

  /** The folder of a device, for what it has besides. */
  public Path device(String number, String path) throws IOException {
    Path folder = Files.createDirectories(root.resolve("devices").resolve(path));
    put(folder, "dev", number);
    Files.createSymbolicLink(
        root.resolve("dev/block").resolve(number), Path.of("../../devices").resolve(path));
    return folder;
  }

  /** A disk with a queue and counters. */
  public Path disk(String number, String name, boolean rotational) throws IOException {
    Path folder = device(number, "pci0/block/" + name);
    put(folder, "size", "1000000");
    put(folder, "queue/rotational", rotational ? "1" : "0");
    put(folder, "queue/scheduler", "none [mq-deadline] bfq");
    put(folder, "queue/nr_requests", "64");
    put(folder, "device/model", "TURNER 16T  ");
    put(folder, "stat", "  10 0 2048 70 20 0 4096 90 1 100 160 0 0 0 0 3 4");
    return folder;
  }

  /** A partition of a disk. */
  public void partition(String number, Path disk, String name) throws IOException {
    Path folder = device(number, root.resolve("devices").relativize(disk.resolve(name)).toString());
    put(folder, "partition", "1");
    put(folder, "size", "500000");
  }

  /** Has a device lie on others. */
  public static void lies(Path folder, Path... on) throws IOException {
    Files.createDirectories(folder.resolve("slaves"));
    for (Path lower : on) {
      Files.createSymbolicLink(
          folder.resolve("slaves").resolve(lower.getFileName()),
          folder.resolve("slaves").relativize(lower));
    }
  }

  /** Puts an attribute into a folder, as the kernel ends it. */
  public static void put(Path folder, String file, String text) throws IOException {
    Path to = folder.resolve(file);
    Files.createDirectories(to.getParent());
    Files.writeString(to, text + "\n");
  }
}
