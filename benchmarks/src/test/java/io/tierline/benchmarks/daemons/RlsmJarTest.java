/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What region servers load: the engine, and nothing that only a command or a simulator needs. Needs
 * the jar as {@code mvn package} leaves it.
 */
class RlsmJarTest {
  private static final Path TARGET = Path.of("..", "rlsm-hbase", "target");

  @Test
  void jarHoldsTheEngineOnly() throws IOException {
    try (JarFile jar = new JarFile(jar().toFile())) {
      Set<String> packages =
          jar.stream()
              .map(JarEntry::getName)
              .filter(name -> name.endsWith(".class"))
              .map(name -> name.replaceFirst("^META-INF/versions/17/", ""))
              .map(name -> name.substring(0, name.lastIndexOf('/')))
              .collect(Collectors.toSet());
      assertThat(packages)
          .containsExactlyInAnyOrder(
              "io/tierline/common",
              "io/tierline/java8",
              "io/tierline/rlsm/hbase",
              "io/tierline/rlsm/layout",
              "io/tierline/rlsm/plan",
              "io/tierline/rlsm/select",
              "org/apache/hadoop/hbase/io/hfile",
              "org/apache/hadoop/hbase/regionserver");
    }
  }

  @Test
  void jarHasLicenceAndNotice() throws IOException {
    try (JarFile jar = new JarFile(jar().toFile())) {
      for (String name : List.of("LICENSE", "NOTICE")) {
        JarEntry entry = jar.getJarEntry("META-INF/" + name);
        assertThat(entry).as(name).isNotNull();
        assertThat(jar.getInputStream(entry).readAllBytes())
            .isEqualTo(Files.readAllBytes(Path.of("..", name)));
      }
    }
  }

  private static Path jar() throws IOException {
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(TARGET, "tierline-rlsm-hbase-*.jar")) {
      return jars.iterator().next();
    }
  }
}
