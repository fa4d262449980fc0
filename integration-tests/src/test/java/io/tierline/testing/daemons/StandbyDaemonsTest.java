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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.client.LdmClient;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two NameNodes that share their edits, with LDM in both, in processes of their own; the
 * administrator fails them over by {@code hdfs haadmin}.
 */
@Tag("integration")
class StandbyDaemonsTest {
  private static final String JARS = "share/hadoop/hdfs/lib";
  private static final String LDM = "ldm-namenode";
  private static final String USER = LdmOnDaemons.USER;
  private static final String DATA = "/data/kept";

  private static DaemonCluster cluster;
  private static LdmOnDaemons users;

  @BeforeAll
  static void install() throws Exception {
    Path root = Files.createDirectories(Path.of("target/daemons")).toAbsolutePath();
    cluster = new DaemonCluster(Files.createTempDirectory(root, "standby-"), 1, 2);
    users = new LdmOnDaemons(cluster);
    for (int number = 1; number <= 2; number++) {
      cluster.nameNodeHost(number).copyJar(LDM, JARS).add(Host.HDFS, "hdfs-site-ldm.xml");
    }
    cluster.host("client").copyJar(LDM, JARS).copyJar("ldm-gateway", JARS);
    cluster
        .host("resourcemanager")
        .copyJar(LDM, "share/hadoop/yarn/lib")
        .add(Host.YARN, "yarn-site-ldm.xml");
    cluster.startDataNode("datanode1");
    cluster.formatAndStartNameNodes();
    cluster.startResourceManager();
    users.awaitReady(1);
  }

  @AfterAll
  static void end() {
    cluster.close();
  }

  private static JsonNode explained(String path) throws Exception {
    return users.as(USER, ann -> ann.explain(path));
  }

  /** What the NameNode says of a file that it has just placed. */
  private static void assertDecided(String file, int ssd) throws Exception {
    users.write(file);
    users.assertReplicas(file, ssd);
    JsonNode explanation = explained(file);
    assertThat(explanation.at("/dataset/reusability").asInt()).isEqualTo(ssd);
    assertThat(explanation.get("decisions")).as("decisions of " + file).isNotEmpty();
  }

  private static void activeIs(int nameNode) throws Exception {
    users.activeIs(nameNode);
    users.awaitReady(1);
  }

  @Test
  void lineageGoesOnAtTheOtherAndTheKilledOneFollowsIt() throws Exception {
    users.own(DATA);
    users.registerChain("kept", DATA);
    assertDecided(DATA + "/before", 1);

    cluster.daemon("namenode1").kill();
    cluster.failOver(1, 2);
    activeIs(2);
    assertThat(users.ldm(USER, "-list").output()).contains("kept");
    assertThat(users.read(DATA + "/before")).isEqualTo(LdmOnDaemons.LENGTH);
    users.assertReplicas(DATA + "/before", 1);
    assertDecided(DATA + "/after", 1);
    users.as(USER, ann -> ann.finished("kept", "reader"));
    assertDecided(DATA + "/unread", 0);

    cluster.startNameNode(1);
    users.activeIs(1);
    cluster.await(
        "the killed one, standing by with what has happened without it",
        () -> {
          JsonNode listed = users.as(USER, LdmClient::list);
          return listed.path("standby").asBoolean()
              && listed.at("/workflows/0/finished/0").asText().equals("reader");
        });
    assertThatThrownBy(() -> users.registerChain("refused", "/data/refused"))
        .hasMessageContaining("503");

    cluster.failOver(2, 1);
    activeIs(1);
    assertThat(explained(DATA).at("/dataset/reusability").asInt()).isZero();
    users.own("/data/next");
    users.registerChain("next", "/data/next");
    assertDecided("/data/next/file", 1);
  }

  /** By hdfs-site.xml, which a ResourceManager does not read: fs.defaultFS names neither. */
  @Test
  void listenerFindsBothNameNodes() throws Exception {
    cluster.await(
        "the listener",
        () ->
            cluster
                .daemon("resourcemanager")
                .log()
                .contains(
                    "Tierline LDM tells of submitted MapReduce jobs to [%s, %s]"
                        .formatted(cluster.http(1), cluster.http(2))));
  }
}
