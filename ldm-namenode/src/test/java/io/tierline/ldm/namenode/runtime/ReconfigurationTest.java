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

import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.config.Reconfiguration;
import io.tierline.ldm.settings.LdmKeys;
import io.tierline.ldm.settings.LineageKeys;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.ldm.settings.ServiceKeys;
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
    stored.set(MigrationKeys.TAU.key(), " " + MigrationKeys.TAU.standard());
    assertThat(reconfiguration.run()).isEmpty();
    assertThat(applied).isEmpty();
  }

  @Test
  void changeIsAppliedOnceAndKept() {
    stored.set(MigrationKeys.WEAR.key(), "1g");
    assertThat(reconfiguration.run())
        .containsExactly(
            new Reconfiguration.Change(
                MigrationKeys.WEAR.key(), MigrationKeys.WEAR.standard(), "1g", true));
    assertThat(applied).hasSize(1);
    assertThat(applied.get(0).migration().wearBytesPerDay()).isEqualTo(1L << 30);
    assertThat(running.get(MigrationKeys.WEAR.key())).isEqualTo("1g");
    assertThat(reconfiguration.run()).isEmpty();
  }

  /** Whoever is named in the free ones may be called anything. */
  @Test
  void valueThatMakesNoSenseIsRefusedWhateverTheKey() {
    Set<String> free =
        Set.of(
            ServiceKeys.ADMINS.key(), PlacementKeys.AGENTS.key(), ServiceKeys.CSRF_METHODS.key());
    for (String key : LdmKeys.NAMENODE.keys()) {
      if (!free.contains(key)) {
        Configuration senseless = new Configuration(false);
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
    stored.set(LineageKeys.STATE_DURABLE.key(), "false");
    assertThat(reconfiguration.run()).extracting("isApplied").containsExactly(false);
    assertThat(applied).isEmpty();
    assertThat(running.get(LineageKeys.STATE_DURABLE.key())).isNull();
  }

  @Test
  void badValueOfAnyKeyChangesNothing() {
    Map<String, String> bad =
        Map.of(
            MigrationKeys.MODE.key(), "sometimes",
            PlacementKeys.RESERVE.key(), "0.5",
            LineageKeys.LIVE_JOBS_MAX.key(), "0",
            PlacementKeys.BUDGET.key(), "never",
            LineageKeys.LIVE_RETENTION.key(), "999999999999d",
            ServiceKeys.CSRF_HEADER.key(), "a b",
            ServiceKeys.CSRF_BROWSERS.key(), "(");
    stored.set(MigrationKeys.TAU.key(), "2h");
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
    assertThat(running.get(MigrationKeys.TAU.key())).isNull();
  }

  @Test
  void whatIsNotSetHasItsDefault() {
    stored.set(MigrationKeys.TAU.key(), "2h");
    assertThat(reconfiguration.run())
        .containsExactly(
            new Reconfiguration.Change(
                MigrationKeys.TAU.key(), MigrationKeys.TAU.standard(), "2h", true));
    stored.unset(MigrationKeys.TAU.key());
    assertThat(reconfiguration.run())
        .containsExactly(
            new Reconfiguration.Change(
                MigrationKeys.TAU.key(), "2h", MigrationKeys.TAU.standard(), true));
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
    Set<String> keys = LdmKeys.NAMENODE.keys();
    assertThat(keys).contains(ServiceKeys.ADMINS.key(), ServiceKeys.CSRF_HEADER.key());
    assertThat(keys.stream().filter(Reconfiguration::isLive)).hasSize(53);
    assertThat(Reconfiguration.isLive(LineageKeys.STATE_DURABLE.key())).isFalse();
  }

  /** The page names each key once, in the paragraph that is true of it. */
  @Test
  void pageNamesEveryKeyWithWhatItNeeds() throws IOException {
    String page =
        Files.readString(Path.of("").toAbsolutePath().getParent().resolve("docs/ldm-limits.md"));
    String atOnce = paragraph(page, "**In force at once:**");
    String withRestart = paragraph(page, "**After a restart:**");
    Configuration defaults = new Configuration(false);
    defaults.addResource("tierline-ldm-default.xml");
    for (Map.Entry<String, String> property : defaults) {
      String key = property.getKey();
      assertThat(isIn(atOnce, key)).as("%s, at once", key).isEqualTo(Reconfiguration.isLive(key));
      assertThat(isIn(withRestart, key))
          .as("%s, with a restart", key)
          .isNotEqualTo(Reconfiguration.isLive(key));
    }
  }

  private static String paragraph(String page, String opening) {
    assertThat(page).containsOnlyOnce(opening);
    return page.substring(page.indexOf(opening)).split("\\R\\R")[0];
  }

  private static boolean isIn(String paragraph, String key) {
    String name = key.replaceFirst("^tierline.ldm.", "");
    return Pattern.compile("`([^`]+)`")
        .matcher(paragraph)
        .results()
        .map(found -> found.group(1))
        .anyMatch(
            named ->
                named.endsWith("*")
                    ? name.startsWith(named.substring(0, named.length() - 1))
                    : name.equals(named));
  }
}
