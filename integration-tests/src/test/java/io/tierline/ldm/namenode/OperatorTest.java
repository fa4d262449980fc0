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
import io.tierline.ldm.namenode.config.LdmKeys;
import io.tierline.ldm.namenode.config.LdmSettings;
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
              conf.set(LdmKeys.MIGRATION_INTERVAL_KEY, "1h");
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
    StoredConfiguration.store(LdmKeys.MIGRATION_TOTAL_BYTES_KEY, "1m");
    StoredConfiguration.store(LdmKeys.DECISIONS_KEPT_KEY, "7");
    Map<String, JsonNode> changes = reconfigure();
    assertThat(changes)
        .containsOnlyKeys(LdmKeys.MIGRATION_TOTAL_BYTES_KEY, LdmKeys.DECISIONS_KEPT_KEY);
    JsonNode throttle = changes.get(LdmKeys.MIGRATION_TOTAL_BYTES_KEY);
    assertThat(throttle.get("old").asText()).isEqualTo(LdmKeys.MIGRATION_TOTAL_BYTES_DEFAULT);
    assertThat(throttle.get("new").asText()).isEqualTo("1m");
    assertThat(throttle.get("applied").asBoolean()).isTrue();
    assertThat(changes.get(LdmKeys.DECISIONS_KEPT_KEY).get("applied").asBoolean()).isFalse();
    assertThat(settings().migration().totalBytesPerSecond()).isEqualTo(1 << 20);
    assertThat(settings().decisionsKept()).isEqualTo(LdmKeys.DECISIONS_KEPT_DEFAULT);
    assertThat(reconfigure()).as("a second time").containsOnlyKeys(LdmKeys.DECISIONS_KEPT_KEY);
  }

  @Test
  void oneBadValueKeepsAllFromChanging() throws Exception {
    String before = settings().toString();
    StoredConfiguration.store(LdmKeys.MIGRATION_TAU_KEY, "2h");
    for (String bad : new String[] {LdmKeys.MIGRATION_WEAR_KEY, LdmKeys.LIVE_JOBS_MAX_KEY}) {
      StoredConfiguration.store(bad, "-1");
      assertThatThrownBy(() -> client().reconfigure())
          .hasMessageContaining("400")
          .hasMessageContaining("nothing was changed")
          .hasMessageContaining(bad);
      StoredConfiguration.restore();
      StoredConfiguration.store(LdmKeys.MIGRATION_TAU_KEY, "2h");
    }
    assertThat(settings()).hasToString(before);
    assertThat(reconfigure()).containsOnlyKeys(LdmKeys.MIGRATION_TAU_KEY);
  }

  @Test
  void limitsAndAdministratorsChangeAtOnce() throws Exception {
    StoredConfiguration.store(LdmKeys.WORKFLOWS_MAX_KEY, "1");
    StoredConfiguration.store(LdmKeys.ADMINS_KEY, "new-boss");
    UserGroupInformation boss = UserGroupInformation.createRemoteUser("new-boss");
    PrivilegedExceptionAction<JsonNode> plan = () -> client().plan();
    assertThatThrownBy(() -> boss.doAs(plan)).hasMessageContaining("403");
    reconfigure();
    assertThat(boss.doAs(plan).get("id").asText()).isNotEmpty();
    cluster.ldm().registerReaders("one", "/one", 1);
    assertThatThrownBy(() -> cluster.ldm().registerReaders("two", "/two", 1))
        .hasMessageContaining("at most 1 workflows");
    client().withdraw("one");
    StoredConfiguration.store(LdmKeys.WORKFLOWS_MAX_KEY, "100");
    reconfigure();
  }

  @Test
  void migrationIsSwitchedOnAndOff() throws Exception {
    cluster.write("/up/part-0", 1);
    cluster.ldm().registerReaders("up", "/up", 1);
    StoredConfiguration.store(LdmKeys.MIGRATION_MODE_KEY, "auto");
    reconfigure();
    cluster.awaitOn("/up/part-0", 1, 2);
    StoredConfiguration.store(LdmKeys.MIGRATION_MODE_KEY, "off");
    reconfigure();
    String id = client().plan().get("id").asText();
    assertThatThrownBy(() -> client().applyPlan(id)).hasMessageContaining("409");
    client().withdraw("up");
  }

  @Test
  void commandTellsWhatHasChanged() throws Exception {
    StoredConfiguration.store(LdmKeys.MIGRATION_HORIZON_KEY, "3h");
    assertThat(ldm("-reconfig")).contains(LdmKeys.MIGRATION_HORIZON_KEY, "1h", "3h", "now");
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
