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
import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.settings.PlacementKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a first pilot begins with: shadow mode, and a few directories. */
@Tag("integration")
class FirstWeekTest {
  private static final int BLOCKS = 3;

  private static MigratingCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = MigratingCluster.start("auto", StoredConfiguration::configure);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void nothingChanged() throws Exception {
    StoredConfiguration.store(PlacementKeys.SHADOW.key(), PlacementKeys.SHADOW.standard());
    StoredConfiguration.store(
        PlacementKeys.CANARY_ALLOW.key(), PlacementKeys.CANARY_ALLOW.standard());
    StoredConfiguration.store(
        PlacementKeys.CANARY_DENY.key(), PlacementKeys.CANARY_DENY.standard());
    client().reconfigure();
  }

  private static LdmClient client() {
    return cluster.ldm().client();
  }

  private static void set(String key, String value) throws Exception {
    StoredConfiguration.store(key, value);
    assertThat(client().reconfigure().at("/changes/0/applied").asBoolean()).isTrue();
  }

  private static JsonNode total() throws Exception {
    return client().shadow().get("total");
  }

  /** What is counted of one dataset. */
  private static long of(String dataset, String count) {
    try {
      for (JsonNode row : client().shadow().get("datasets")) {
        if (row.get("dataset").asText().equals(dataset)) {
          return row.get(count).asLong();
        }
      }
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void read(String path) throws Exception {
    try (FSDataInputStream in = cluster.ldm().fileSystem().open(new Path(path))) {
      in.readFully(new byte[1]);
    }
  }

  @Test
  void shadowModeDoesNothingAndCountsWhatWouldHaveBeen() throws Exception {
    LdmCluster ldm = cluster.ldm();
    cluster.write("/before/a", BLOCKS);
    // First of all, or migration would be faster.
    set(PlacementKeys.SHADOW.key(), "true");
    ldm.registerReaders("before", "/before", 1);
    assertThat(client().status().get("shadow").asBoolean()).isTrue();
    ldm.registerReaders("chain", "/shadow", 2);
    long set = ldm.metrics().storagePoliciesSet.value();
    long fast = ldm.metrics().decisionsFast.value();
    long ordered = ldm.metrics().readsOrdered.value();
    cluster.write("/shadow/a", BLOCKS);
    cluster.write("/elsewhere/a", BLOCKS);
    ldm.assertReplicas("/shadow/a", 0, 3);
    assertThat(ldm.metrics().decisionsFast.value()).isEqualTo(fast);
    assertThat(total().get("blocks").asInt()).isEqualTo(BLOCKS);
    assertThat(total().get("blocksFast").asInt()).isEqualTo(BLOCKS);
    assertThat(total().get("fastReplicas").asInt()).isEqualTo(2 * BLOCKS);
    assertThat(total().get("readsFast").asInt()).isZero();

    LdmCluster.await("moves of what was there", () -> of("/before", "movesUp") == BLOCKS);

    read("/shadow/a");
    client().finished("chain", "reader0");
    assertThat(total().get("readsFast").asInt()).isEqualTo(BLOCKS);
    client().finished("chain", "reader1");
    assertThat(total().get("readsFast").asInt()).isEqualTo(2 * BLOCKS);
    assertThat(of("/shadow", "movesDown")).isEqualTo(2 * BLOCKS);
    assertThat(of("/shadow", "movesUp")).as("fast on paper").isZero();
    assertThat(of("/shadow", "fastBytesWritten")).isEqualTo(2L * BLOCKS * LdmCluster.BLOCK);
    assertThat(client().shadow().get("users").findValuesAsText("user"))
        .contains(System.getProperty("user.name"));
    assertThat(client().explain("/shadow/a").get("why").asText())
        .startsWith("LDM is in shadow mode (tierline.ldm.shadow.enabled)");

    String plan = client().plan().get("id").asText();
    assertThatThrownBy(() -> client().applyPlan(plan))
        .hasMessageContaining(PlacementKeys.SHADOW.key());
    assertThat(ldm.policy("/shadow")).isEqualTo("HOT");
    assertThat(ldm.metrics().storagePoliciesSet.value()).isEqualTo(set);
    assertThat(ldm.metrics().readsOrdered.value()).isEqualTo(ordered);
    assertThat(cluster.onSsd("/shadow/a")).isZero();
    ldm.service().advisor().shadow().follow();
    assertThat(ldm.metrics().shadowBlocksFast.value()).isEqualTo(BLOCKS);

    set(PlacementKeys.SHADOW.key(), "false");
    ldm.registerReaders("chain", "/shadow", 1);
    cluster.write("/shadow/b", BLOCKS);
    ldm.assertReplicas("/shadow/b", 1, 2);
    client().withdraw("chain");
    client().withdraw("before");
  }

  private static String whyOfWhatAnnWillWrite(String path) throws Exception {
    Path shared = new Path(path).getParent();
    cluster.ldm().fileSystem().mkdirs(shared);
    cluster.ldm().fileSystem().setPermission(shared, new FsPermission((short) 01777));
    String chain =
        "{\"id\": \"coming\", \"jobs\": [{\"name\": \"w\", \"writes\": [\"" + path + "\"]}]}";
    return UserGroupInformation.createRemoteUser("ann")
        .doAs(
            (PrivilegedExceptionAction<String>)
                () -> {
                  client().register(new LineageDocument(chain).read(""));
                  return client().explain(path + "/a").get("why").asText();
                });
  }

  @Test
  void onlyCanaryDirectoriesAreActedOn() throws Exception {
    LdmCluster ldm = cluster.ldm();
    StoredConfiguration.store(PlacementKeys.CANARY_ALLOW.key(), "/team, /pilot/");
    StoredConfiguration.store(PlacementKeys.CANARY_DENY.key(), "/team/private");
    client().reconfigure();
    ldm.registerReaders("pilot", "/pilot/out", 1);
    ldm.registerReaders("private", "/team/private/out", 1);
    ldm.registerReaders("other", "/other/out", 1);
    cluster.write("/pilot/out/a", 1);
    cluster.write("/team/private/out/a", 1);
    cluster.write("/other/out/a", 1);
    ldm.assertReplicas("/pilot/out/a", 1, 2);
    ldm.assertReplicas("/team/private/out/a", 0, 3);
    ldm.assertReplicas("/other/out/a", 0, 3);
    LdmCluster.await("its policy", () -> ldm.policy("/pilot/out").equals("ONE_SSD"));
    assertThat(ldm.policy("/other/out")).isEqualTo("HOT");
    assertThat(client().explain("/team/private/out/a").get("why").asText())
        .startsWith("it is below /team/private, where LDM may not act (tierline.ldm.canary.deny)");
    assertThat(client().explain("/other/out/a").get("why").asText())
        .startsWith("it is below no directory in which LDM may act (tierline.ldm.canary.allow)");
    assertThat(client().plan().get("moves")).isEmpty();
    assertThat(whyOfWhatAnnWillWrite("/shared/coming"))
        .startsWith("it is below no directory in which LDM may act (tierline.ldm.canary.allow)")
        .contains("nothing is at /shared/coming yet");

    set(PlacementKeys.CANARY_ALLOW.key(), "/team");
    LdmCluster.await("its own policy", () -> ldm.policy("/pilot/out").equals("HOT"));
    set(PlacementKeys.CANARY_ALLOW.key(), "/");
    cluster.awaitOn("/other/out/a", 1, 2);
  }
}
