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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.bid.device.QueueSettings.Made;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueSettingsTest {
  @TempDir Path root;
  private Path disk;
  private BlockDevice device;
  private QueueSettings settings;

  @BeforeEach
  void start() throws IOException {
    disk = new SysfsTree(root).disk("8:0", "sda", true);
    Sysfs sysfs = new Sysfs(root, file -> "");
    device = sysfs.device("8:0").orElseThrow();
    settings = new QueueSettings(sysfs);
  }

  private String attribute(String name) throws IOException {
    return Files.readString(disk.resolve("queue").resolve(name)).strip();
  }

  @Test
  void whatIsSetIsPutBack() throws IOException {
    settings.set(device, "scheduler", "none");
    settings.set(device, "nr_requests", "128");
    assertThat(attribute("scheduler")).isEqualTo("none");
    assertThat(attribute("nr_requests")).isEqualTo("128");
    assertThat(settings.made())
        .containsExactly(
            new Made("8:0", "sda", "scheduler", "mq-deadline", "none"),
            new Made("8:0", "sda", "nr_requests", "64", "128"));
    assertThat(settings.restore()).isEmpty();
    assertThat(attribute("scheduler")).isEqualTo("mq-deadline");
    assertThat(attribute("nr_requests")).isEqualTo("64");
    assertThat(settings.made()).isEmpty();
  }

  @Test
  void whatIsSoAlreadyOrWasSetIsLeftAlone() throws IOException {
    settings.set(device, "scheduler", "mq-deadline");
    assertThat(settings.made()).isEmpty();
    settings.set(device, "scheduler", "none");
    SysfsTree.put(disk, "queue/scheduler", "[bfq] none");
    settings.set(device, "scheduler", "none");
    assertThat(attribute("scheduler")).as("an operator's choice").isEqualTo("[bfq] none");
    assertThat(settings.restore()).isEmpty();
    assertThat(attribute("scheduler")).isEqualTo("[bfq] none");
  }

  @Test
  void whatADiskDoesNotTakeIsRefused() throws IOException {
    assertThatThrownBy(() -> settings.set(device, "scheduler", "cfq"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no scheduler cfq");
    assertThatThrownBy(() -> settings.set(device, "wbt_lat_usec", "1"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no wbt_lat_usec");
    assertThat(settings.made()).isEmpty();
    settings.set(device, "scheduler", "none");
    Files.delete(disk.resolve("queue/scheduler"));
    assertThat(settings.restore()).as("the disk is gone").isEmpty();
  }
}
