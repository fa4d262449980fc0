/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tierline.common.Bytes;
import io.tierline.common.Durations;
import io.tierline.testing.SettingsFiles;
import io.tierline.testing.SettingsFiles.Section;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The files of defaults and the reference in the docs say what the rows say. After a change of a
 * row {@code mvn ... -Dtest=LdmKeysTest -Dtierline.help.write=true} writes them.
 */
class LdmKeysTest {
  private static final Path RESOURCES = Path.of("src", "main", "resources");

  @Test
  void everyRowIsSoundAndDescribed() {
    SettingsFiles.checkRows(LdmKeys.NAMENODE.rows());
    SettingsFiles.checkRows(LdmKeys.RESOURCE_MANAGER.rows());
  }

  @Test
  void defaultsOfTheNameNodeAreTheRows() throws Exception {
    SettingsFiles.checkDefaults(
        RESOURCES.resolve("tierline-ldm-default.xml"),
        List.of(
            "Defaults of LDM in the NameNode. Do not edit: put what you want to differ into"
                + " hdfs-site.xml.",
            "The keys of Hadoop itself that load LDM stand in conf/hdfs-site-ldm.xml."),
        LdmKeys.NAMENODE.rows());
  }

  @Test
  void defaultsOfTheResourceManagerAreTheRows() throws Exception {
    SettingsFiles.checkDefaults(
        RESOURCES.resolve("tierline-ldm-yarn-default.xml"),
        List.of(
            "Defaults of LDM in the ResourceManager. Do not edit: put what you want to differ into"
                + " yarn-site.xml.",
            "The key of Hadoop itself that loads it stands in conf/yarn-site-ldm.xml."),
        LdmKeys.RESOURCE_MANAGER.rows());
  }

  @Test
  void referenceIsTheRows() throws Exception {
    SettingsFiles.checkReference(
        Path.of("..", "docs", "settings", "ldm.md"),
        List.of(
            "# Settings of LDM",
            "",
            "Set them in the `hdfs-site.xml` of every NameNode; those of the listener in the"
                + " `yarn-site.xml` of every ResourceManager.",
            "With an invalid value LDM does not start, and the log names the key."
                + " `hdfs ldm -check` names all invalid values beforehand."),
        "A key marked ↻ can change while LDM runs: `hdfs ldm -reconfig`.",
        List.of(
            new Section("Placement and devices", PlacementKeys.all()),
            new Section("The service", ServiceKeys.all()),
            new Section("Lineage", LineageKeys.all()),
            new Section("Limits of one user", LimitKeys.all()),
            new Section("Moves between tiers", MigrationKeys.all()),
            new Section("The listener in the ResourceManager", YarnKeys.all())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7", " 64k ", "64K", "-1", "8e", "0", "-2m", "", "k", "1.5k", "9e", "64mb", "0x10"
      })
  void sizesAreReadAsHadoopReadsThem(String text) {
    Long hadoops = orNull(() -> TraditionalBinaryPrefix.string2long(text));
    assertThat(orNull(() -> Bytes.parse(text))).isEqualTo(hadoops);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7", "30s", " 10M ", "100us", "5ns", "250ms", "2h", "7d", "-1s", "1.5s", "soon", "s"
      })
  void timesAreReadAsHadoopReadsThem(String text) {
    Configuration conf = new Configuration(false);
    conf.set("time", text);
    Long hadoops =
        orNull(() -> conf.getTimeDuration("time", 0, TimeUnit.MILLISECONDS, TimeUnit.NANOSECONDS));
    assertThat(orNull(() -> Durations.parse(text, TimeUnit.MILLISECONDS).toNanos()))
        .isEqualTo(hadoops);
  }

  private interface Reader {
    long read();
  }

  private static Long orNull(Reader reader) {
    try {
      return reader.read();
    } catch (RuntimeException unreadable) {
      return null;
    }
  }

  @Test
  void shareMayBeWrittenInPercent() {
    assertThat(PlacementKeys.RISING_FROM.parse("70%")).isEqualTo(0.7);
    assertThatIllegalArgumentException().isThrownBy(() -> PlacementKeys.RISING_FROM.parse("100%"));
  }
}
