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

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What a host makes by name has a stand-in in the jar for a Java that cannot read the class itself.
 */
class OlderJavaTest {
  private static final int JAVA_8 = 52;
  private static final int JAVA_17 = 61;
  private static final String NEWER = "META-INF/versions/17/";
  private static final Pattern NAMED = Pattern.compile("io(\\.[a-z]\\w*)+\\.[A-Z]\\w+");
  private static final Pattern OURS = Pattern.compile("io/tierline/[\\w/]+");

  /** Where the project says what hosts are told to make, beside what is named in no file. */
  private static final Map<String, List<String>> TOLD =
      Map.of(
          "ldm-namenode",
          List.of("conf/hdfs-site-ldm.xml", "conf/yarn-site-ldm.xml"),
          "ldm-gateway",
          List.of("conf/shellprofile.d/tierline-ldm.sh"),
          "bid-agent",
          List.of(
              "docs/bid-agent.md",
              "docs/bid-devices.md",
              "docs/bid-datanode.md",
              "conf/shellprofile.d/tierline-bid.sh"));

  @Test
  void whateverAHostMakesIsReadByJava8() throws Exception {
    for (Map.Entry<String, List<String>> module : TOLD.entrySet()) {
      try (JarFile jar = new JarFile(ResolvedJars.ours(module.getKey()).toFile())) {
        assertThat(jar.isMultiRelease()).as(jar.getName()).isTrue();
        Set<String> made = new TreeSet<>();
        for (String file : module.getValue()) {
          made.addAll(matches(NAMED, Files.readString(ResolvedJars.sourceTree().resolve(file))));
        }
        assertThat(made).as("named in %s", module.getValue()).isNotEmpty();
        for (String name : made) {
          String entry = name.replace('.', '/') + ".class";
          assertThat(version(jar, entry)).as(name).isEqualTo(JAVA_8);
          assertThat(version(jar, NEWER + entry)).as(name).isEqualTo(JAVA_17);
        }
      }
    }
  }

  @Test
  void standInsNeedNothingThatIsNotReadByJava8() throws Exception {
    for (String module : TOLD.keySet()) {
      try (JarFile jar = new JarFile(ResolvedJars.ours(module).toFile())) {
        List<String> newer =
            jar.stream()
                .map(JarEntry::getName)
                .filter(name -> name.startsWith(NEWER) && name.endsWith(".class"))
                .filter(name -> name.indexOf('$') < 0)
                .toList();
        assertThat(newer).isNotEmpty();
        for (String name : newer) {
          String base = name.substring(NEWER.length());
          String text = text(jar, base);
          for (String used : matches(OURS, text)) {
            assertThat(version(jar, used + ".class"))
                .as("%s, for %s", used, base)
                .isEqualTo(JAVA_8);
          }
        }
      }
    }
  }

  private static Set<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
  }

  /** The bytes of a class file as letters: names in it can be searched for. */
  private static String text(JarFile jar, String entry) throws IOException {
    return new String(
        jar.getInputStream(jar.getEntry(entry)).readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  private static int version(JarFile jar, String entry) throws IOException {
    assertThat(jar.getEntry(entry)).as(entry).isNotNull();
    try (DataInputStream in = new DataInputStream(jar.getInputStream(jar.getEntry(entry)))) {
      in.readInt();
      in.readUnsignedShort();
      return in.readUnsignedShort();
    }
  }
}
