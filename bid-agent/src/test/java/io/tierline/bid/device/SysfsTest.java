/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.bid.device.BlockDevice.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SysfsTest {
  @TempDir Path root;
  private SysfsTree tree;
  private Sysfs sysfs;

  @BeforeEach
  void start() throws IOException {
    tree = new SysfsTree(root);
    sysfs =
        new Sysfs(
            root,
            file -> {
              if (file.startsWith("/images")) {
                return "8:1";
              }
              throw new IOException("no such file");
            });
  }

  private BlockDevice device(String number) {
    return sysfs.device(number).orElseThrow();
  }

  private static List<String> names(List<BlockDevice> devices) {
    return devices.stream().map(BlockDevice::name).toList();
  }

  @Test
  void partitionsLieOnTheirDiskAndHaveItsQueue() throws IOException {
    Path disk = tree.disk("8:0", "sda", true);
    tree.partition("8:1", disk, "sda1");
    BlockDevice found = device("8:1");
    assertThat(found.kind()).isEqualTo(Kind.PARTITION);
    assertThat(found.name()).isEqualTo("sda1");
    assertThat(found.queue())
        .isEqualTo(new DeviceQueue(true, "mq-deadline", 64, 500_000L * 512, "TURNER 16T"));
    assertThat(names(found.disks())).containsExactly("sda");
    assertThat(found.disks().get(0).queue().bytes()).isEqualTo(1_000_000L * 512);
  }

  /** A logical volume on an encrypted array of two partitions and a whole disk. */
  @Test
  void allThatADeviceLiesOnIsFound() throws IOException {
    Path sda = tree.disk("8:0", "sda", true);
    tree.partition("8:1", sda, "sda1");
    tree.partition("8:2", sda, "sda2");
    Path sdb = tree.disk("8:16", "sdb", false);
    Path array = tree.device("9:0", "virtual/block/md0");
    SysfsTree.put(array, "md/level", "raid1");
    SysfsTree.lies(array, sda.resolve("sda1"), sda.resolve("sda2"), sdb);
    Path crypt = tree.device("253:0", "virtual/block/dm-0");
    SysfsTree.put(crypt, "dm/uuid", "CRYPT-LUKS2-abc");
    SysfsTree.put(crypt, "dm/name", "secret");
    SysfsTree.lies(crypt, array);
    Path logical = tree.device("253:1", "virtual/block/dm-1");
    SysfsTree.put(logical, "dm/uuid", "LVM-xyz");
    SysfsTree.put(logical, "dm/name", "vg-data");
    SysfsTree.lies(logical, crypt);
    BlockDevice found = device("253:1");
    assertThat(found.kind()).isEqualTo(Kind.LVM);
    assertThat(found.detail()).isEqualTo("vg-data");
    BlockDevice below = found.below().get(0);
    assertThat(below.kind()).isEqualTo(Kind.DEVICE_MAPPER);
    assertThat(below.detail()).isEqualTo("secret");
    assertThat(below.below().get(0).kind()).isEqualTo(Kind.MD);
    assertThat(below.below().get(0).detail()).isEqualTo("raid1");
    assertThat(names(below.below().get(0).below())).containsExactly("sda1", "sda2", "sdb");
    assertThat(names(found.disks())).containsExactly("sda", "sdb");
  }

  @Test
  void loopsLieOnWhatTheirFileLiesOn() throws IOException {
    tree.partition("8:1", tree.disk("8:0", "sda", true), "sda1");
    Path loop = tree.device("7:0", "virtual/block/loop0");
    SysfsTree.put(loop, "loop/backing_file", "/images/a.img");
    assertThat(device("7:0").kind()).isEqualTo(Kind.LOOP);
    assertThat(names(device("7:0").disks())).containsExactly("sda");
    Path gone = tree.device("7:1", "virtual/block/loop1");
    SysfsTree.put(gone, "loop/backing_file", "/deleted/b.img (deleted)");
    assertThat(names(device("7:1").disks())).as("itself").containsExactly("loop1");
  }

  @Test
  void circlesAndGapsEnd() throws IOException {
    Path one = tree.device("253:0", "virtual/block/dm-0");
    Path two = tree.device("253:1", "virtual/block/dm-1");
    SysfsTree.put(one, "dm/name", "one");
    SysfsTree.put(two, "dm/name", "two");
    SysfsTree.lies(one, two);
    SysfsTree.lies(two, one);
    assertThat(names(device("253:0").disks())).containsExactly("dm-1");
    Path three = tree.device("253:2", "virtual/block/dm-2");
    SysfsTree.put(three, "dm/name", "three");
    Files.createDirectories(three.resolve("slaves/sdz"));
    assertThat(device("253:2").below()).isEmpty();
    assertThat(device("253:2").queue()).isEqualTo(new DeviceQueue(false, "", 0, 0, ""));
    Path four = tree.device("253:3", "virtual/block/dm-3");
    SysfsTree.put(four, "size", "many");
    assertThat(device("253:3").queue().bytes()).isZero();
  }

  @Test
  void whatIsNoDeviceIsNone() throws IOException {
    for (String number : List.of("0:42", "8:99", "", "../8:0", "8:0/..", "8", "a:b")) {
      assertThat(sysfs.device(number)).as(number).isEmpty();
      assertThat(sysfs.counters(number)).as(number).isEmpty();
    }
    Path disk = tree.disk("8:0", "sda", true);
    SysfsTree.put(disk, "stat", "1 2 three");
    assertThat(sysfs.counters("8:0")).isEmpty();
    Files.delete(disk.resolve("stat"));
    assertThat(sysfs.counters("8:0")).isEmpty();
  }

  @Test
  void ratesAreDifferencesOfCounters() throws IOException {
    Path disk = tree.disk("8:0", "sda", true);
    DiskCounters before = sysfs.counters("8:0").orElseThrow();
    assertThat(before).isEqualTo(new DiskCounters(10, 2048 * 512, 70, 20, 4096 * 512, 90, 1, 100));
    SysfsTree.put(disk, "stat", "14 0 4048 110 20 0 4096 90 3 1100 160 0 0 0 0 3 4");
    DiskCounters now = sysfs.counters("8:0").orElseThrow();
    assertThat(DeviceRates.between(before, now, 2_000_000_000L))
        .contains(new DeviceRates(512_000, 0, 10, 0, 0.5, 3));
    assertThat(DeviceRates.between(before, now, 500_000_000L).orElseThrow().utilisation())
        .isEqualTo(1);
    assertThat(DeviceRates.between(before, now, 0)).isEmpty();
    assertThat(DeviceRates.between(now, before, 1)).as("counters began anew").isEmpty();
  }
}
