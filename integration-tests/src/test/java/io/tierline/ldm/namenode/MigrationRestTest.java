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

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.ServiceKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who may do what with plans, and what is refused. */
@Tag("integration")
class MigrationRestTest {
  private static MigratingCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        MigratingCluster.start(
            "plan",
            conf -> {
              conf.set(ServiceKeys.ADMINS.key(), "boss");
              conf.set(MigrationKeys.INTERVAL.key(), "1h");
            });
    cluster.write("/user/ann/data/part-0", 1);
    cluster.write("/public/part-0", 1);
    Path home = new Path("/user/ann");
    cluster.ldm().fileSystem().setOwner(home, "ann", "staff");
    cluster.ldm().fileSystem().setPermission(home, new FsPermission((short) 0700));
    cluster.ldm().registerReaders("hers", "/user/ann/data", 1);
    cluster.ldm().registerReaders("all", "/public", 1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void onlyAdministratorsPlanAndMove() throws Exception {
    cluster.ldm().assertRefused("bob", "403", LdmClient::plan);
    String id = cluster.ldm().as("boss", LdmClient::plan).get("id").asText();
    cluster.ldm().assertRefused("bob", "403", client -> client.applyPlan(id));
    cluster.ldm().assertRefused("bob", "403", client -> client.pausePlan(id));
    cluster.ldm().assertRefused("bob", "403", client -> client.resumePlan(id));
    cluster.ldm().assertRefused("bob", "403", client -> client.undoPlan(id));
    assertThat(cluster.state(id)).isEqualTo("PLANNED");
  }

  @Test
  void othersSeeTheMovesOfFilesThatTheyCouldList() throws Exception {
    String id = cluster.ldm().as("boss", LdmClient::plan).get("id").asText();
    assertThat(cluster.ldm().as("boss", client -> client.plan(id)).get("entries")).hasSize(2);
    assertThat(cluster.ldm().as("ann", client -> client.plan(id)).get("entries")).hasSize(2);
    JsonNode bobs = cluster.ldm().as("bob", client -> client.plan(id)).get("entries");
    assertThat(bobs).hasSize(1);
    assertThat(bobs.get(0).get("move").get("file").asText()).isEqualTo("/public/part-0");
    assertThat(cluster.ldm().as("bob", LdmClient::plans).toString())
        .doesNotContain("ann")
        .contains(id);
  }

  @Test
  void whatMakesNoSenseIsRefused() throws Exception {
    cluster.ldm().assertRefused("boss", "404", client -> client.plan("plan-unknown"));
    cluster.ldm().assertRefused("boss", "404", client -> client.applyPlan("plan-unknown"));
    String id = cluster.ldm().as("boss", LdmClient::plan).get("id").asText();
    cluster.ldm().assertRefused("boss", "409", client -> client.pausePlan(id));
    cluster.ldm().assertRefused("boss", "409", client -> client.undoPlan(id));
  }
}
