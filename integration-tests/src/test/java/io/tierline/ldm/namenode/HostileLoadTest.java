/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A NameNode of 500 MB outlives what three users do to it. Extended, 100,000 requests; else as many
 * as half a minute takes.
 */
@Tag("integration")
class HostileLoadTest {
  private static final int EXTENDED = 100_000;
  private static final int IN_THE_SUITE = 200;

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void aNameNodeOfHalfAGigabyteOutlivesThreeHostileUsers() throws Exception {
    int requests = Boolean.getBoolean("tierline.extended") ? EXTENDED : IN_THE_SUITE;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // What the JDK is opened for in this process, Hadoop needs there too.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-"))
        .forEach(command::add);
    command.addAll(List.of("-Xmx500m", "-XX:+ExitOnOutOfMemoryError", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(HostileLoad.class.getName(), String.valueOf(requests)));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains(requests + " requests in");
  }
}
