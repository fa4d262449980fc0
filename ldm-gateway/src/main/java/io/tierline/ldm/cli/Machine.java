/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The machine a command ran on, as every command's figures name it. */
final class Machine {
  private static final Path MEMORY = Path.of("/proc/meminfo");

  private Machine() {}

  static Map<String, Object> current() {
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("cores", Runtime.getRuntime().availableProcessors());
    machine.put("memory", memoryBytes(MEMORY));
    machine.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put("java", System.getProperty("java.runtime.version"));
    return machine;
  }

  /** The main memory that the kernel reports, 0 where it does not. */
  static long memoryBytes(Path report) {
    try {
      for (String line : Files.readAllLines(report)) {
        if (line.startsWith("MemTotal:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
        }
      }
      return 0;
    } catch (IOException notLinux) {
      return 0;
    }
  }
}
