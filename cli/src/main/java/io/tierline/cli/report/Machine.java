/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The machine that figures were measured on; without it they mean nothing to a later reader.
 *
 * @param cores processors that this JVM may use
 * @param memory bytes of main memory, 0 where the kernel does not say
 * @param kernel name and release, for example {@code Linux 6.1.0}
 * @param java the virtual machine's version
 */
public record Machine(int cores, long memory, String kernel, String java) {
  private static final Path MEMORY_INFO = Path.of("/proc/meminfo");

  /** The machine we run on. */
  public static Machine current() {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        memoryBytes(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.runtime.version"));
  }

  private static long memoryBytes() {
    try {
      for (String line : Files.readAllLines(MEMORY_INFO)) {
        if (line.startsWith("MemTotal:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
        }
      }
      return 0;
    } catch (IOException notLinux) {
      return 0;
    }
  }

  Map<String, Object> toMap() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("cores", cores);
    all.put("memory", memory);
    all.put("kernel", kernel);
    all.put("java", java);
    return all;
  }
}
