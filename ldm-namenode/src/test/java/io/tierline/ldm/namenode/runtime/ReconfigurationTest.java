/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tierline.ldm.namenode.config.LdmKeys;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.config.Reconfiguration;
import io.tierline.ldm.settings.Defaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class ReconfigurationTest {
  private final Configuration running = new Configuration(false);
  private final Configuration stored = new Configuration(false);
  private final List<LdmSettings> applied = new ArrayList<>();
  private final Reconfiguration reconfiguration =
      new Reconfiguration(running, () -> stored, ConfigurationCheck::check, applied::add);

  @Test
  void nothingChangedIsNothingApplied() {
    assertThat(reconfiguration.run()).isEmpty();
    stored.set(LdmKeys.MIGRATION_TAU_KEY, " " + LdmKeys.MIGRATION_TAU_DEFAULT);
    assertThat(reconfiguration.run()).isEmpty();
    assertThat(applied).isEmpty();
  }

  @Test
  void changeIsAppliedOnceAndKept() {
    stored.set(LdmKeys.MIGRATION_WEAR_KEY, "1g");
    assertThat(reconfiguration.run())
        .containsExactly(
            new Reconfiguration.Change(
                LdmKeys.MIGRATION_WEAR_KEY, LdmKeys.MIGRATION_WEAR_DEFAULT, "1g", true));
    assertThat(applied).hasSize(1);
    assertThat(applied.get(0).migration().wearBytesPerDay()).isEqualTo(1L << 30);
    assertThat(running.get(LdmKeys.MIGRATION_WEAR_KEY)).isEqualTo("1g");
    assertThat(reconfiguration.run()).isEmpty();
  }

  /**
   * Whoever is named in the free ones may be called anything; those of Oozie are read where one is
   * named.
   */
  @Test
  void valueThatMakesNoSenseIsRefusedWhateverTheKey() {
    Set<String> free =
        Set.of(LdmKeys.ADMINS_KEY, LdmKeys.AGENTS_KEY, LdmKeys.REST_CSRF_METHODS_KEY);
    for (String key : Defaults.LDM.keys()) {
      if (!free.contains(key)) {
        Configuration senseless = new Configuration(false);
        senseless.set(LdmKeys.OOZIE_URL_KEY, "http://oozie:11000/oozie");
        senseless.set(key, "(");
        assertThatIllegalArgumentException()
            .as(key)
            .isThrownBy(() -> ConfigurationCheck.check(senseless))
            .withMessageContaining(key);
      }
    }
  }

  @Test
  void keyThatNeedsARestartIsNamedAndNotApplied() {
    stored.set(LdmKeys.STATE_DURABLE_KEY, "false");
    assertThat(reconfiguration.run()).extracting("isApplied").containsExactly(false);
    assertThat(applied).isEmpty();
    assertThat(running.get(LdmKeys.STATE_DURABLE_KEY)).isNull();
  }

  @Test
  void badValueOfAnyKeyChangesNothing() {
    Map<String, String> bad =
        Map.of(
            LdmKeys.MIGRATION_MODE_KEY, "sometimes",
            LdmKeys.RESERVE_KEY, "0.5",
            LdmKeys.LIVE_JOBS_MAX_KEY, "0",
            LdmKeys.BUDGET_KEY, "never",
            LdmKeys.LIVE_RETENTION_KEY, "999999999999d",
            LdmKeys.OOZIE_URL_KEY, "not a URL",
            LdmKeys.REST_CSRF_HEADER_KEY, "a b",
            LdmKeys.REST_CSRF_AGENTS_KEY, "(");
    stored.set(LdmKeys.MIGRATION_TAU_KEY, "2h");
    bad.forEach(
        (key, value) -> {
          stored.set(key, value);
          assertThatIllegalArgumentException()
              .as(key)
              .isThrownBy(reconfiguration::run)
              .withMessageContaining("tierline.ldm.");
          stored.unset(key);
        });
    assertThat(applied).isEmpty();
    assertThat(running.get(LdmKeys.MIGRATION_TAU_KEY)).isNull();
  }

  @Test
  void whatIsNotSetHasItsDefault() {
    stored.set(LdmKeys.MIGRATION_TAU_KEY, "2h");
    assertThat(reconfiguration.run())
        .containsExactly(
            new Reconfiguration.Change(
                LdmKeys.MIGRATION_TAU_KEY, LdmKeys.MIGRATION_TAU_DEFAULT, "2h", true));
    stored.unset(LdmKeys.MIGRATION_TAU_KEY);
    assertThat(reconfiguration.run())
        .containsExactly(
            new Reconfiguration.Change(
                LdmKeys.MIGRATION_TAU_KEY, "2h", LdmKeys.MIGRATION_TAU_DEFAULT, true));
    assertThat(applied).hasSize(2);
    assertThat(applied.get(1)).hasToString(LdmSettings.from(new Configuration(false)).toString());
  }

  @Test
  void misspeltKeyChangesNothingAndIsNamed() {
    assertThat(reconfiguration.unknown()).isEmpty();
    stored.set("tierline.ldm.migration.tua", "2h");
    assertThat(reconfiguration.run()).isEmpty();
    assertThat(reconfiguration.unknown())
        .hasToString("[tierline.ldm.migration.tua (do you mean tierline.ldm.migration.tau?)]");
    assertThat(applied).isEmpty();
    stored.unset("tierline.ldm.migration.tua");
    reconfiguration.run();
    assertThat(reconfiguration.unknown()).isEmpty();
  }

  @Test
  void unknownKeysAreThereFromTheStartOn() {
    running.set("tierline.ldm.admin", "ann");
    Reconfiguration started =
        new Reconfiguration(running, () -> stored, ConfigurationCheck::check, applied::add);
    assertThat(started.unknown()).extracting("key").containsExactly("tierline.ldm.admin");
  }

  @Test
  void keysAreThoseOfTheDefaultsFile() {
    Set<String> keys = Defaults.LDM.keys();
    assertThat(keys).contains(LdmKeys.ADMINS_KEY, LdmKeys.REST_CSRF_HEADER_KEY);
    assertThat(keys.stream().filter(Reconfiguration::isLive)).hasSize(49);
    assertThat(Reconfiguration.isLive(LdmKeys.STATE_DURABLE_KEY)).isFalse();
  }

  /** The page's table has each key once, in the column of what is true of it. */
  @Test
  void pageNamesEveryKeyWithWhatItNeeds() throws IOException {
    String page =
        Files.readString(Path.of("").toAbsolutePath().getParent().resolve("docs/operations.md"));
    String[] columns =
        page.split("\\| in force at once .*\\R.*\\R\\| ")[1].split("\\R")[0].split(" \\| ");
    Configuration defaults = new Configuration(false);
    defaults.addResource("tierline-ldm-default.xml");
    for (Map.Entry<String, String> property : defaults) {
      String key = property.getKey();
      assertThat(isIn(columns[0], key))
          .as("%s, at once", key)
          .isEqualTo(Reconfiguration.isLive(key));
      assertThat(isIn(columns[1], key))
          .as("%s, with a restart", key)
          .isNotEqualTo(Reconfiguration.isLive(key));
    }
  }

  private static boolean isIn(String column, String key) {
    String name = key.replaceFirst("^tierline.ldm.", "");
    return Pattern.compile("`([^`]+)`")
        .matcher(column)
        .results()
        .map(found -> found.group(1))
        .anyMatch(
            named ->
                named.endsWith("*")
                    ? name.startsWith(named.substring(0, named.length() - 1))
                    : name.equals(named));
  }
}
