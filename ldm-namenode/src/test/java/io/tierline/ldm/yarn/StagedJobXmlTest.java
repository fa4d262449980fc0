/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedJobXmlTest {
  private static final String JOB =
      """
      <?xml version="1.0" encoding="UTF-8" standalone="no"?>
      <configuration>
        <property><name>base</name><value>/data</value></property>
        <property><name>secret</name><value>hidden</value></property>
        <property><name>mapred.input.dir</name><value>${base}/in</value><final>true</final></property>
        <property><name>mapred.output.dir</name><value>${user.home}/out</value></property>
      </configuration>
      """;

  @TempDir private java.nio.file.Path directory;

  @Test
  void propertiesOfLineageAreReadWithVariablesFilledInAndNoOthers() throws Exception {
    java.nio.file.Path file = Files.writeString(directory.resolve("job.xml"), JOB);
    Map<String, String> read =
        new StagedJobXml(new Configuration(), true).read(new Path(file.toUri()), "ann");
    assertThat(read).containsOnlyKeys("mapred.input.dir", "mapred.output.dir");
    assertThat(read).containsEntry("mapred.input.dir", "/data/in");
    assertThat(read.get("mapred.output.dir"))
        .as("a stranger sees nothing of this process")
        .doesNotContain(System.getProperty("user.home"));
  }

  @Test
  void missingFileIsAnIoException() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                new StagedJobXml(new Configuration(), true)
                    .read(new Path(directory.resolve("none").toUri()), "ann"));
  }

  @Test
  void includesAndEntitiesAreNotFollowed() throws Exception {
    java.nio.file.Path secret =
        Files.writeString(
            directory.resolve("secret.xml"),
            "<configuration><property><name>mapred.input.dir</name><value>/stolen</value>"
                + "</property></configuration>");
    String include =
        "<configuration xmlns:xi=\"http://www.w3.org/2001/XInclude\"><xi:include href=\""
            + secret.toUri()
            + "\"/></configuration>";
    String entity =
        "<!DOCTYPE c [<!ENTITY e SYSTEM \""
            + secret.toUri()
            + "\">]><configuration><property><name>mapred.input.dir</name><value>&e;</value>"
            + "</property></configuration>";
    for (String text : new String[] {include, entity}) {
      try {
        Map<String, String> read = StagedJobXml.needed(text.getBytes(StandardCharsets.UTF_8));
        assertThat(read.values()).noneMatch(value -> value.contains("stolen"));
      } catch (IOException refused) {
        assertThat(refused).hasMessageContaining("not a configuration");
      }
    }
  }

  @Test
  void everyInputIsReadOrRefused() {
    long seed = Long.getLong("tierline.fuzz.seed", 20_261_123);
    Random random = new Random(seed);
    byte[] job = JOB.getBytes(StandardCharsets.UTF_8);
    int read = 0;
    for (int i = 0; i < 3_000; i++) {
      byte[] input = job.clone();
      for (int change = random.nextInt(4); change >= 0; change--) {
        input[random.nextInt(input.length)] = (byte) random.nextInt(0x100);
      }
      try {
        StagedJobXml.needed(input);
        read++;
      } catch (IOException refused) {
        assertThat(refused).hasMessageStartingWith("not a configuration");
      } catch (RuntimeException | StackOverflowError e) {
        fail("seed %d, input %d".formatted(seed, i), e);
      }
    }
    assertThat(read).isBetween(30, 2_970);
  }
}
