/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.device;

import io.tierline.bid.device.BlockDevice.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads the kernel's tree of devices (Linux, Documentation/ABI/stable/sysfs-block). What is missing
 * or makes no sense counts as not known; nothing here throws for it.
 */
public final class Sysfs {
  /** Finds the number of the device that a file lies on. */
  @FunctionalInterface
  public interface FileDevice {
    /** Such as {@code 8:1}. */
    String of(Path file) throws IOException;
  }

  private static final int TEXT_MAX = 4096;
  private static final int DEPTH_MAX = 16;
  private static final int BELOW_MAX = 256;
  private static final int SECTOR_BYTES = 512;
  private static final String NUMBER = "[0-9]{1,10}:[0-9]{1,10}";

  private final Path root;
  private final FileDevice files;

  /**
   * Begins.
   *
   * @param root such as {@code /sys}
   * @param files asked for what a loop device's file lies on
   */
  public Sysfs(Path root, FileDevice files) {
    this.root = root;
    this.files = files;
  }

  /** A device and what it lies on; empty when there is none of that number. */
  public Optional<BlockDevice> device(String number) {
    return device(number, new HashSet<>());
  }

  /** What the kernel has counted of a device. */
  public Optional<DiskCounters> counters(String number) {
    return folder(number).flatMap(folder -> DiskCounters.ofStat(text(folder, "stat")));
  }

  /** The folder of a device's queue; empty when it has none. */
  Optional<Path> queue(String number) {
    return folder(number).map(folder -> folder.resolve("queue")).filter(Files::isDirectory);
  }

  private Optional<Path> folder(String number) {
    if (!number.matches(NUMBER)) {
      return Optional.empty();
    }
    try {
      return Optional.of(root.resolve("dev/block").resolve(number).toRealPath());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * A device.
   *
   * @param above those on the way to it, which it cannot lie below again
   */
  private Optional<BlockDevice> device(String number, Set<String> above) {
    Optional<Path> found = folder(number);
    if (found.isEmpty() || above.size() >= DEPTH_MAX || !above.add(number)) {
      return Optional.empty();
    }
    Path folder = found.get();
    Kind kind = kind(folder);
    List<BlockDevice> below = new ArrayList<>();
    for (String lower : below(folder, kind)) {
      device(lower, above).ifPresent(below::add);
    }
    above.remove(number);
    Path whole = kind == Kind.PARTITION ? folder.getParent() : folder;
    return Optional.of(
        new BlockDevice(
            number,
            folder.getFileName().toString(),
            kind,
            detail(folder, kind),
            queueOf(whole, folder),
            below));
  }

  private static Kind kind(Path folder) {
    if (Files.exists(folder.resolve("partition"))) {
      return Kind.PARTITION;
    }
    if (Files.isDirectory(folder.resolve("md"))) {
      return Kind.MD;
    }
    if (Files.exists(folder.resolve("loop/backing_file"))) {
      return Kind.LOOP;
    }
    if (Files.isDirectory(folder.resolve("dm"))) {
      return text(folder, "dm/uuid").startsWith("LVM-") ? Kind.LVM : Kind.DEVICE_MAPPER;
    }
    return Kind.DISK;
  }

  private static String detail(Path folder, Kind kind) {
    return switch (kind) {
      case LVM, DEVICE_MAPPER -> text(folder, "dm/name");
      case MD -> text(folder, "md/level");
      case LOOP -> text(folder, "loop/backing_file");
      case DISK, PARTITION -> "";
    };
  }

  private static DeviceQueue queueOf(Path whole, Path folder) {
    return new DeviceQueue(
        text(whole, "queue/rotational").equals("1"),
        chosen(text(whole, "queue/scheduler")),
        number(text(whole, "queue/nr_requests")),
        number(text(folder, "size")) * SECTOR_BYTES,
        text(whole, "device/model"));
  }

  /** Numbers of the devices that one lies on. */
  private List<String> below(Path folder, Kind kind) {
    if (kind == Kind.PARTITION) {
      return List.of(text(folder.getParent(), "dev"));
    }
    if (kind == Kind.LOOP) {
      return backing(text(folder, "loop/backing_file"));
    }
    List<String> numbers = new ArrayList<>();
    try (Stream<Path> slaves = Files.list(folder.resolve("slaves"))) {
      slaves.sorted().limit(BELOW_MAX).forEach(slave -> numbers.add(text(slave, "dev")));
    } catch (IOException e) {
      // It lies on nothing that can be told.
    }
    return numbers;
  }

  private List<String> backing(String file) {
    try {
      return file.isEmpty() ? List.of() : List.of(files.of(Path.of(file)));
    } catch (IOException | IllegalArgumentException e) {
      return List.of();
    }
  }

  /** Of {@code [mq-deadline] none} the one in brackets; all of it when there are none. */
  static String chosen(String choices) {
    int from = choices.indexOf('[');
    int to = choices.indexOf(']', from + 1);
    return from < 0 || to < 0 ? choices : choices.substring(from + 1, to);
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** A small file's text without what stands around it; empty when it cannot be read. */
  static String text(Path folder, String file) {
    try (InputStream in = Files.newInputStream(folder.resolve(file))) {
      return new String(in.readNBytes(TEXT_MAX), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
