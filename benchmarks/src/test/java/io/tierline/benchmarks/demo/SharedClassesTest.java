/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedClassesTest {
  private static final List<String> KEYS =
      List.of(
          MRJobConfig.MR_AM_COMMAND_OPTS, MRJobConfig.MAP_JAVA_OPTS, MRJobConfig.REDUCE_JAVA_OPTS);

  @TempDir private Path directory;

  @Test
  void eachKindOfContainerHasAnArchiveWithTheClassPathItWasMadeWith() throws IOException {
    String jars = file("a.jar") + File.pathSeparator + file("b.jar");
    try (SharedClasses classes = new SharedClasses(jars)) {
      Configuration recorded = options();
      classes.record(recorded);
      for (String key : KEYS) {
        assertThat(recorded.get(key))
            .matches("-Xmx9m -XX:ArchiveClassesAtExit=\\S+\\.jsa -cp " + jars);
        Files.createFile(archive(recorded.get(key)));
      }
      Configuration used = options();
      classes.use(used);
      for (String key : KEYS) {
        assertThat(used.get(key))
            .isEqualTo(recorded.get(key).replace("ArchiveClassesAtExit", "SharedArchiveFile"));
      }
      assertThat(KEYS.stream().map(used::get).distinct()).hasSize(KEYS.size());
    }
  }

  @Test
  void anArchiveThatWasNotLeftIsNotUsed() throws IOException {
    try (SharedClasses classes = new SharedClasses(file("a.jar"))) {
      classes.record(options());
      Configuration used = options();
      classes.use(used);
      assertThat(KEYS).allSatisfy(key -> assertThat(used.get(key)).isEqualTo("-Xmx9m"));
    }
  }

  @Test
  void javaArchivesNoClassesOfDirectories() throws IOException {
    assertNotRecorded(file("a.jar") + File.pathSeparator + directory);
  }

  @Test
  void pathsThatAShellTakesApartAreLeftAlone() throws IOException {
    for (String name : List.of("my a.jar", "$HOME.jar", "a;b.jar", "a'b.jar")) {
      assertNotRecorded(file(name));
    }
  }

  private static void assertNotRecorded(String classPath) throws IOException {
    try (SharedClasses classes = new SharedClasses(classPath)) {
      Configuration recorded = options();
      classes.record(recorded);
      assertThat(KEYS).allSatisfy(key -> assertThat(recorded.get(key)).isEqualTo("-Xmx9m"));
      assertThat(classes.isRecorded()).isTrue();
    }
  }

  @Test
  void archivesAreDeleted() throws IOException {
    Path archive;
    try (SharedClasses classes = new SharedClasses(file("a.jar"))) {
      Configuration recorded = options();
      classes.record(recorded);
      archive = archive(recorded.get(KEYS.get(0)));
      Files.createFile(archive);
    }
    assertThat(archive).doesNotExist();
    assertThat(archive.getParent()).doesNotExist();
  }

  private static Configuration options() {
    Configuration conf = new Configuration(false);
    KEYS.forEach(key -> conf.set(key, "-Xmx9m"));
    return conf;
  }

  private static Path archive(String options) {
    return Path.of(options.replaceAll(".*=(\\S+\\.jsa).*", "$1"));
  }

  private String file(String name) throws IOException {
    return Files.write(directory.resolve(name), new byte[1]).toString();
  }
}
