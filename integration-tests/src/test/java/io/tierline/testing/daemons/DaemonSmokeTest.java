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
import io.tierline.ldm.gateway.LineageGateway;
import io.tierline.ldm.gateway.config.GatewayKeys;
import io.tierline.ldm.settings.LineageKeys;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.ldm.settings.ServiceKeys;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * LDM as an operator meets it: separate daemons, site files, jars copied as docs/operations.md
 * says, users' commands and jobs as processes. What only an embedded cluster shows has tests
 * elsewhere.
 *
 * <p>In order, since daemons are dear: what breaks the cluster comes last.
 */
@Tag("integration")
@TestMethodOrder(OrderAnnotation.class)
class DaemonSmokeTest {
  private static final String BOSS = "boss";
  private static final String USER = LdmOnDaemons.USER;
  private static final String MISSPELT = "tierline.ldm.admin";
  private static final String UNKNOWN =
      MISSPELT + ", which has no effect; do you mean " + ServiceKeys.ADMINS.key() + "?";
  private static final String TELLS = "Tierline LDM tells of submitted MapReduce jobs to ";
  private static final String HDFS_JARS = "share/hadoop/hdfs/lib";
  private static final String YARN_JARS = "share/hadoop/yarn/lib";
  private static final String LDM = "ldm-namenode";
  private static final String GATEWAY = "ldm-gateway";
  private static final String NEEDS_JAVA = "Tierline needs Java 17 or later, and this is Java ";
  private static final int REPLICAS = 2;

  /** What docs/operations.md, "Take it out", says is left. */
  private static final List<String> NAMED_BY_THE_PAGE =
      List.of(
          "/system/tierline",
          "/system/tierline/ldm",
          "/system/tierline/ldm/uninstall",
          "/system/tierline/ldm/uninstall/mark");

  private static DaemonCluster cluster;
  private static LdmOnDaemons users;
  private static OozieStub oozie;
  private static Daemon nameNode;
  private static Daemon resourceManager;
  private static Map<String, String> inFile;

  @BeforeAll
  static void install() throws Exception {
    java.nio.file.Path root = Files.createDirectories(java.nio.file.Path.of("target/daemons"));
    cluster =
        new DaemonCluster(Files.createTempDirectory(root.toAbsolutePath(), "ldm-"), REPLICAS, 1);
    users = new LdmOnDaemons(cluster);
    oozie = new OozieStub();
    inFile =
        Map.of(
            ServiceKeys.ADMINS.key(),
            "boss,yarn",
            MigrationKeys.MODE.key(),
            "off",
            LineageKeys.LIVE_RETENTION.key(),
            "1s",
            MISSPELT,
            USER);
    Host host = cluster.nameNodeHost(1).copyJar(LDM, HDFS_JARS);
    host.add(Host.HDFS, "hdfs-site-ldm.xml");
    inFile.forEach((key, value) -> host.set(Host.HDFS, key, value));
    host.set(Host.CORE, "hadoop.proxyuser.yarn.hosts", "*");
    host.set(Host.CORE, "hadoop.proxyuser.yarn.groups", "*");
    host.set(Host.CORE, "hadoop.proxyuser.yarn.users", "*");
    // These wait for the NameNode, which takes longest.
    cluster.startDataNode("datanode1");
    cluster.startDataNode("datanode2");
    cluster.host("resourcemanager").copyJar(LDM, YARN_JARS).add(Host.YARN, "yarn-site-ldm.xml");
    resourceManager = cluster.startResourceManager();
    cluster.startNodeManager();
    cluster.formatAndStartNameNodes();
    nameNode = cluster.daemon("namenode1");
    cluster.host("client").copyJar(LDM, HDFS_JARS).copyJar(GATEWAY, HDFS_JARS);
    users.awaitReady(REPLICAS);
  }

  @AfterAll
  static void end() throws Exception {
    cluster.close();
    oozie.close();
  }

  @Test
  @Order(1)
  void whatStandsInTheFileIsInForce() throws Exception {
    for (Map.Entry<String, String> property : inFile.entrySet()) {
      assertThat(cluster.get(cluster.http(1), "/conf?name=" + property.getKey()))
          .contains("<value>" + property.getValue() + "</value>")
          .contains("<source>" + Host.HDFS + "</source>");
    }
    JsonNode plan = users.as(BOSS, LdmClient::plan);
    assertThatThrownBy(() -> users.as(USER, LdmClient::plan)).hasMessageContaining("403");
    assertThatThrownBy(() -> users.as(BOSS, boss -> boss.applyPlan(plan.get("id").asText())))
        .hasMessageContaining("409");
    assertThat(nameNode.log())
        .contains("Tierline LDM started: placement policy in place, topology in place")
        .contains("nothing reads the key " + MISSPELT + " (do you mean");
    cluster.await(
        "the listener, which has found the NameNode",
        () -> resourceManager.log().contains(TELLS + "[" + cluster.http(1) + "]"));
  }

  /** Started, ended and started again by its main class, from the fragment of conf/. */
  @Test
  @Order(2)
  void gatewayLooksAtOozieAndMayBeKilled() throws Exception {
    int port = DaemonCluster.freePort();
    Host host = cluster.host("gateway").copyJar(LDM, HDFS_JARS).copyJar(GATEWAY, HDFS_JARS);
    String site = GatewayKeys.SITE_RESOURCE;
    host.add(site, site);
    host.set(site, GatewayKeys.OOZIE_URL.key(), oozie.url());
    host.set(site, GatewayKeys.OOZIE_INTERVAL.key(), "200ms");
    host.set(site, GatewayKeys.HTTP_ADDRESS.key(), "127.0.0.1:" + port);
    host.set(site, GatewayKeys.DIRECTORY.key(), host.home().resolve("gateway").toString());
    URI web = URI.create("http://127.0.0.1:" + port);
    for (int start = 0; start < 2; start++) {
      Daemon gateway =
          cluster.start("gateway", DaemonCluster.SUPERUSER, LineageGateway.class.getName());
      cluster.await(
          "a look at Oozie, after the NameNode has answered",
          () ->
              oozie.wasAsked()
                  && cluster.get(web, "/ldm/v1/status").contains("Oozie answers 503")
                  && cluster.get(web, "/prom").contains("oozie_polls_failed"));
      gateway.kill();
    }
    assertThat(users.as(USER, LdmClient::status).at("/state/mode").asText()).isEqualTo("READY");
  }

  @Test
  @Order(3)
  void reconfigurationSaysWhatIsTrue() throws Exception {
    Host host = cluster.host("namenode1");
    assertThat(users.ldm(USER, "-status").output()).contains("READY").contains(MISSPELT);
    assertThat(users.ldm(USER, "-reconfig").exit()).as("not by everybody").isOne();
    assertThat(LdmOnDaemons.flat(users.ldm(BOSS, "-reconfig")))
        .contains("no changes")
        .contains(UNKNOWN);
    host.remove(Host.HDFS, MISSPELT);
    host.set(Host.HDFS, MigrationKeys.TAU.key(), "soon");
    host.set(Host.HDFS, MigrationKeys.MODE.key(), "plan");
    DaemonCluster.Result refused = users.ldm(BOSS, "-reconfig");
    assertThat(refused.exit()).isOne();
    assertThat(LdmOnDaemons.flat(refused))
        .contains("nothing was changed", MigrationKeys.TAU.key(), "'soon'");
    host.set(Host.HDFS, MigrationKeys.TAU.key(), "2h");
    assertThat(LdmOnDaemons.flat(users.ldm(BOSS, "-reconfig")))
        .containsPattern("migration.mode +off +plan +now")
        .containsPattern("migration.tau +1h +2h +now")
        .doesNotContain("unknown key");
    String id = users.as(BOSS, LdmClient::plan).get("id").asText();
    users.as(BOSS, boss -> boss.applyPlan(id));
  }

  @Test
  @Order(4)
  void placementIsSwitchedOffAndOnByTheFile() throws Exception {
    for (String data : List.of("/data/on", "/data/off", "/data/again")) {
      users.registerChain(data.replaceFirst(".*/", ""), data);
    }
    Host host = cluster.host("namenode1");
    users.assertReplicas(users.write("/data/on/file"), 1);
    cluster.await("LDM's storage policy", () -> users.policy("/data/on").equals("ONE_SSD"));
    host.set(Host.HDFS, PlacementKeys.ENABLED.key(), "false");
    users.as(BOSS, LdmClient::reconfigure);
    users.assertReplicas(users.write("/data/off/file"), 0);
    cluster.await("its own storage policy", () -> users.policy("/data/on").equals("HOT"));
    users.assertReplicas(users.write("/data/on/without"), 0);
    host.remove(Host.HDFS, PlacementKeys.ENABLED.key());
    users.as(BOSS, LdmClient::reconfigure);
    users.assertReplicas(users.write("/data/again/file"), 1);
  }

  @Test
  @Order(5)
  void chainIsPlacedAndEndsByWhatTheListenerTells() throws Exception {
    assertThat(users.tera("teragen", "gen", "1000", "/data/in").exit()).isZero();
    users.assertReplicas("/data/in/part-m-00000", 1);
    assertThat(users.as(USER, ann -> ann.explain("/data/in")).at("/dataset/reusability").asInt())
        .isOne();
    assertThat(users.tera("terasort", "sort", "/data/in", "/data/out").exit()).isZero();
    cluster.await(
        "the end of the chain",
        () ->
            users.as(USER, ann -> ann.explain("/data/in")).at("/dataset/reusability").asInt() == 0);
  }

  @Test
  @Order(6)
  void killedDaemonsComeBackWithTheLineage() throws Exception {
    users.registerChain("kept", "/data/kept");
    users.write("/data/kept/before");
    nameNode.kill();
    resourceManager.kill();
    cluster.daemon("datanode1").kill();
    assertStockInAnOlderJava("/data/kept/before");
    nameNode = cluster.startNameNode(1);
    cluster.startDataNode("datanode1");
    resourceManager = cluster.startResourceManager();
    users.awaitReady(REPLICAS);
    assertThat(users.as(USER, ann -> ann.workflow("kept")).get("id").asText()).isEqualTo("kept");
    users.assertReplicas("/data/kept/before", 1);
    users.assertReplicas(users.write("/data/kept/after"), 1);
    cluster.await(
        "the listener of the new ResourceManager",
        () -> resourceManager.log().split(Pattern.quote(TELLS), -1).length == 3);
  }

  /** With keys and jars in place, each daemon says so in one line and does as without them. */
  private static void assertStockInAnOlderJava(String file) throws Exception {
    List<Host> hosts =
        Stream.of("namenode1", "resourcemanager", "client").map(cluster::host).toList();
    hosts.forEach(host -> host.olderJava(true));
    for (Daemon daemon : List.of(cluster.startNameNode(1), cluster.startResourceManager())) {
      cluster.await("a line of " + daemon, () -> daemon.log().contains(NEEDS_JAVA));
    }
    cluster.await("a file", () -> users.read(file) == LdmOnDaemons.LENGTH);
    assertThat(users.read(users.write("/tmp/older"))).isEqualTo(LdmOnDaemons.LENGTH);
    assertThat(cluster.get(cluster.http(1), "/ldm/v1/status")).isEmpty();
    assertThat(users.ldm(USER, "-list"))
        .satisfies(
            told -> {
              assertThat(told.exit()).isOne();
              assertThat(told.output()).startsWith("ldm: " + NEEDS_JAVA).hasLineCount(1);
            });
    for (String host : List.of("namenode1", "resourcemanager")) {
      assertThat(cluster.daemon(host).log().split(NEEDS_JAVA, -1)).as(host).hasSize(2);
      assertThat(cluster.daemon(host).isAlive()).isTrue();
      cluster.daemon(host).kill();
    }
    hosts.forEach(host -> host.olderJava(false));
  }

  @Test
  @Order(7)
  void plugInsOutAgainLeaveWhatThePageNames() throws Exception {
    users.registerChain("last", "/data/last");
    users.assertReplicas(users.write("/data/last/file"), 1);
    cluster.await("LDM's storage policy", () -> !users.policy("/data/last").equals("HOT"));
    assertThat(users.ldm(USER, "-uninstall").exit()).as("not by everybody").isOne();
    DaemonCluster.Result uninstalled = users.ldm(BOSS, "-uninstall");
    assertThat(uninstalled.exit()).isZero();
    assertThat(LdmOnDaemons.flat(uninstalled))
        .contains("LDM has been uninstalled", "hdfs mover -p", "/data/last", "/data/kept");
    assertThat(users.withStoragePolicies()).isEmpty();
    assertThat(users.below("/system")).containsExactlyElementsOf(NAMED_BY_THE_PAGE);

    Host host = cluster.host("namenode1").takeOut(Host.HDFS, "hdfs-site-ldm.xml");
    inFile.keySet().forEach(key -> host.remove(Host.HDFS, key));
    host.remove(Host.HDFS, MigrationKeys.TAU.key());
    cluster.host("resourcemanager").takeOut(Host.YARN, "yarn-site-ldm.xml").removeJars(YARN_JARS);
    host.removeJars(HDFS_JARS);
    nameNode.stop();
    resourceManager.stop();
    nameNode = cluster.startNameNode(1);
    resourceManager = cluster.startResourceManager();
    cluster.await("a NameNode without LDM", () -> !cluster.get(cluster.http(1), "/jmx").isEmpty());
    cluster.await("all files", () -> users.read("/data/last/file") == LdmOnDaemons.LENGTH);
    assertThat(cluster.get(cluster.http(1), "/jmx?qry=Hadoop:service=NameNode,name=TierlineLdm"))
        .doesNotContain("Workflows");
    assertThat(cluster.get(cluster.http(1), "/ldm/v1/status")).isEmpty();
    assertThat(users.tera("teragen", "gen", "1000", "/data/without").exit()).isZero();
    assertThat(cluster.daemon("resourcemanager").log().split(Pattern.quote(TELLS), -1)).hasSize(3);

    assertThat(users.mover("/data/last").exit()).isZero();
    users.assertReplicas("/data/last/file", 0);
    assertThat(users.below("/system")).containsExactlyElementsOf(NAMED_BY_THE_PAGE);
    assertThat(users.files().delete(new Path("/system/tierline"), true)).isTrue();
  }
}
