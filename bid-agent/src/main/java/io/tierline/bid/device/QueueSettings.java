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
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Sets attributes of disks' queues, and puts back what was there. What somebody else has changed
 * meanwhile stays as it is. For one thread.
 */
public final class QueueSettings {
  private static final String SCHEDULER = "scheduler";

  /**
   * One that was set.
   *
   * @param number the disk's, such as {@code 8:0}
   * @param disk its name
   * @param attribute the file's name
   * @param before what was there
   * @param now what was written
   */
  public record Made(String number, String disk, String attribute, String before, String now) {}

  private final Sysfs sysfs;
  private final List<Made> made = new ArrayList<>();

  /** Begins with nothing set. */
  public QueueSettings(Sysfs sysfs) {
    this.sysfs = sysfs;
  }

  /** What was set and not put back yet, in order. */
  public List<Made> made() {
    return List.copyOf(made);
  }

  /**
   * Sets one, unless it is so already or was set before.
   *
   * @throws IOException if the disk has no such attribute, does not take that value, or this user
   *     may not set it
   */
  public void set(BlockDevice disk, String attribute, String value) throws IOException {
    boolean known =
        made.stream()
            .anyMatch(m -> m.number().equals(disk.number()) && m.attribute().equals(attribute));
    if (known) {
      return;
    }
    Path queue =
        sysfs
            .queue(disk.number())
            .orElseThrow(() -> new IOException(disk.name() + " has no queue that can be set"));
    String text = Sysfs.text(queue, attribute);
    String before = Sysfs.chosen(text);
    if (before.isEmpty()) {
      throw new IOException(disk.name() + " has no " + attribute);
    }
    if (before.equals(value)) {
      return;
    }
    if (attribute.equals(SCHEDULER) && !choices(text).contains(value)) {
      throw new IOException(disk.name() + " has no scheduler " + value + ", but " + text);
    }
    write(queue.resolve(attribute), value);
    made.add(new Made(disk.number(), disk.name(), attribute, before, value));
  }

  private static List<String> choices(String text) {
    return Arrays.asList(text.replace("[", "").replace("]", "").split("\\s+"));
  }

  private static void write(Path file, String value) throws IOException {
    Files.writeString(file, value, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
  }

  /**
   * Puts all back, the last one first.
   *
   * @return what could not be put back, in words
   */
  public List<String> restore() {
    List<String> failed = new ArrayList<>();
    for (int at = made.size() - 1; at >= 0; at--) {
      restore(made.get(at)).ifPresent(failed::add);
    }
    made.clear();
    return failed;
  }

  private Optional<String> restore(Made setting) {
    Optional<Path> queue = sysfs.queue(setting.number());
    if (queue.isEmpty()
        || !Sysfs.chosen(Sysfs.text(queue.get(), setting.attribute())).equals(setting.now())) {
      return Optional.empty();
    }
    try {
      write(queue.get().resolve(setting.attribute()), setting.before());
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          setting.attribute() + " of " + setting.disk() + " stays " + setting.now() + ": " + e);
    }
  }
}
