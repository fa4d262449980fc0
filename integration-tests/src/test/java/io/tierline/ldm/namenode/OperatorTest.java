/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.client.admin.LdmAdmin;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.settings.LineageKeys;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.ldm.settings.ServiceKeys;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What operators do day by day: change settings while LDM runs, and be alerted. */
@Tag("integration")
class OperatorTest {
  private static final Pattern METRIC = Pattern.compile("\\b(tierline_ldm_[a-z0-9_]+)");

  private static MigratingCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        MigratingCluster.start(
            "off",
            conf -> {
              StoredConfiguration.configure(conf);
              conf.setBoolean(CommonConfigurationKeysPublic.HADOOP_PROMETHEUS_ENABLED, true);
              conf.set(MigrationKeys.INTERVAL.key(), "1h");
            });
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void nothingChanged() {
    StoredConfiguration.restore();
  }

  private static LdmClient client() {
    return cluster.ldm().client();
  }

  private static LdmSettings settings() {
    return cluster.ldm().service().advisor().settings();
  }

  private static Map<String, JsonNode> reconfigure() throws Exception {
    Map<String, JsonNode> changes = new HashMap<>();
    for (JsonNode change : client().reconfigure().get("changes")) {
      changes.put(change.get("key").asText(), change);
    }
    return changes;
  }

  @Test
  void changedKeysComeIntoForceOrAreNamedForTheRestart() throws Exception {
    assertThat(reconfigure()).isEmpty();
    StoredConfiguration.store(MigrationKeys.TOTAL_BYTES.key(), "1m");
    StoredConfiguration.store(PlacementKeys.DECISIONS_KEPT.key(), "7");
    Map<String, JsonNode> changes = reconfigure();
    assertThat(changes)
        .containsOnlyKeys(MigrationKeys.TOTAL_BYTES.key(), PlacementKeys.DECISIONS_KEPT.key());
    JsonNode throttle = changes.get(MigrationKeys.TOTAL_BYTES.key());
    assertThat(throttle.get("old").asText()).isEqualTo(MigrationKeys.TOTAL_BYTES.standard());
    assertThat(throttle.get("new").asText()).isEqualTo("1m");
    assertThat(throttle.get("applied").asBoolean()).isTrue();
    assertThat(changes.get(PlacementKeys.DECISIONS_KEPT.key()).get("applied").asBoolean())
        .isFalse();
    assertThat(settings().migration().totalBytesPerSecond()).isEqualTo(1 << 20);
    assertThat(settings().decisionsKept()).hasToString(PlacementKeys.DECISIONS_KEPT.standard());
    assertThat(reconfigure())
        .as("a second time")
        .containsOnlyKeys(PlacementKeys.DECISIONS_KEPT.key());
  }

  @Test
  void oneBadValueKeepsAllFromChanging() throws Exception {
    String before = settings().toString();
    StoredConfiguration.store(MigrationKeys.TAU.key(), "2h");
    for (String bad : new String[] {MigrationKeys.WEAR.key(), LineageKeys.LIVE_JOBS_MAX.key()}) {
      StoredConfiguration.store(bad, "-1");
      assertThatThrownBy(() -> client().reconfigure())
          .hasMessageContaining("400")
          .hasMessageContaining("nothing was changed")
          .hasMessageContaining(bad);
      StoredConfiguration.restore();
      StoredConfiguration.store(MigrationKeys.TAU.key(), "2h");
    }
    assertThat(settings()).hasToString(before);
    assertThat(reconfigure()).containsOnlyKeys(MigrationKeys.TAU.key());
  }

  @Test
  void limitsAndAdministratorsChangeAtOnce() throws Exception {
    StoredConfiguration.store(LineageKeys.WORKFLOWS_MAX.key(), "1");
    StoredConfiguration.store(ServiceKeys.ADMINS.key(), "new-boss");
    UserGroupInformation boss = UserGroupInformation.createRemoteUser("new-boss");
    PrivilegedExceptionAction<JsonNode> plan = () -> client().plan();
    assertThatThrownBy(() -> boss.doAs(plan)).hasMessageContaining("403");
    reconfigure();
    assertThat(boss.doAs(plan).get("id").asText()).isNotEmpty();
    cluster.ldm().registerReaders("one", "/one", 1);
    assertThatThrownBy(() -> cluster.ldm().registerReaders("two", "/two", 1))
        .hasMessageContaining("at most 1 workflows");
    client().withdraw("one");
    StoredConfiguration.store(LineageKeys.WORKFLOWS_MAX.key(), "100");
    reconfigure();
  }

  @Test
  void migrationIsSwitchedOnAndOff() throws Exception {
    cluster.write("/up/part-0", 1);
    cluster.ldm().registerReaders("up", "/up", 1);
    StoredConfiguration.store(MigrationKeys.MODE.key(), "auto");
    reconfigure();
    cluster.awaitOn("/up/part-0", 1, 2);
    StoredConfiguration.store(MigrationKeys.MODE.key(), "off");
    reconfigure();
    String id = client().plan().get("id").asText();
    assertThatThrownBy(() -> client().applyPlan(id)).hasMessageContaining("409");
    client().withdraw("up");
  }

  @Test
  void commandTellsWhatHasChanged() throws Exception {
    StoredConfiguration.store(MigrationKeys.HORIZON.key(), "3h");
    assertThat(ldm("-reconfig")).contains(MigrationKeys.HORIZON.key(), "1h", "3h", "now");
    URI nameNode = cluster.embedded().nameNodeHttp();
    assertThat(ldm("-reconfig", nameNode.toString())).contains("what is stored is in force");
    assertThat(ldm("-reconfig", "nonsense")).contains("is no NameNode's address");
  }

  private static String ldm(String... arguments) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    ToolRunner.run(cluster.embedded().configuration(), new LdmAdmin(out, out), arguments);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void everyMetricOfTheExampleAlertsIsExported() throws Exception {
    URI prom = cluster.embedded().nameNodeHttp().resolve("/prom");
    String exported =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(prom).build(), BodyHandlers.ofString())
            .body();
    Set<String> names =
        exported
            .lines()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.replaceFirst("[{ ].*", ""))
            .collect(Collectors.toSet());
    String rules = Files.readString(LdmCluster.conf("prometheus-ldm-alerts.yml"));
    Set<String> used = new TreeSet<>();
    METRIC.matcher(rules).results().forEach(match -> used.add(match.group(1)));
    assertThat(used).hasSizeGreaterThan(15);
    assertThat(names).containsAll(used);
  }
}
