/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jars that are handed on alone say what they may be used for, and what is in them. */
class LicencesTest {
  @ParameterizedTest
  @ValueSource(strings = {"ldm-namenode", "ldm-gateway", "bid-agent"})
  void jarHasLicenceAndNotice(String module) throws Exception {
    try (JarFile jar = new JarFile(ResolvedJars.ours(module).toFile())) {
      assertThat(text(jar, "META-INF/LICENSE"))
          .isEqualTo(Files.readString(ResolvedJars.sourceTree().resolve("LICENSE")));
      assertThat(text(jar, "META-INF/NOTICE"))
          .contains("The Tierline Authors", "Tomcat Embed EL", "H2 MVStore");
    }
  }

  /** A NameNode may have the jar on its class path, and an H2 of its own beside it. */
  @Test
  void librariesOfTheGatewayAreInNobodysWay() throws Exception {
    try (JarFile jar = new JarFile(ResolvedJars.ours("ldm-gateway").toFile())) {
      assertThat(jar.stream().map(JarEntry::getName))
          .contains("io/tierline/shaded/org/h2/mvstore/MVStore.class")
          .noneMatch(name -> name.startsWith("org/"))
          .noneMatch(name -> name.startsWith("META-INF/versions/21"));
    }
  }

  private static String text(JarFile jar, String name) throws IOException {
    JarEntry entry = jar.getJarEntry(name);
    assertThat(entry).as("%s in %s", name, jar.getName()).isNotNull();
    return new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
  }
}
