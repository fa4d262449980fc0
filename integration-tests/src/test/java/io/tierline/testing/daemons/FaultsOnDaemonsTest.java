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
import io.tierline.ldm.client.RefusedException;
import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.ServiceKeys;
import io.tierline.testing.faults.Faults;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Errors from inside of every boundary of LDM with a NameNode and a ResourceManager that are
 * processes of their own: these live and do as stock does; it is counted, and logged once; and what
 * says that LDM does not fit switches it off.
 */
@Tag("integration")
@TestMethodOrder(OrderAnnotation.class)
class FaultsOnDaemonsTest {
  private static final String LDM = "ldm-namenode";
  private static final String BOSS = "boss";
  private static final String DATA = "/data/managed/";
  private static final int REPLICAS = 2;
  private static final int DATASETS = 200;
  private static final String IN_NAMENODE = "io.tierline.ldm.namenode.";
  private static final String POLICY = IN_NAMENODE + "LineageBlockPlacementPolicy.retype";
  private static final String DECISION = "io.tierline.ldm.placement.PlacementPlanner.plan";
  private static final String SURPLUS = IN_NAMENODE + "placement.PlacementAdvisor.surplusTypes";
  private static final String READS = IN_NAMENODE + "RatedTopology.rating";
  private static final String NODES = IN_NAMENODE + "CountingTopology.count";
  private static final String SERVICE = IN_NAMENODE + "rest.StateGate.status";
  private static final String STATE = IN_NAMENODE + "state.StateLifeCycle.step";
  private static final String MOVES = IN_NAMENODE + "migration.MigrationService.startMoves";
  private static final String MOVER = IN_NAMENODE + "migration.BlockMover.move";
  private static final String LISTENER = "io.tierline.ldm.yarn.LineageWatcher.arrived";
  private static final String WATCHER = "io.tierline.ldm.yarn.FollowedApplications.submitted";

  /** What costs one answer. */
  private static final List<Class<? extends Error>> PASSING =
      List.of(OutOfMemoryError.class, StackOverflowError.class);

  private static final Pattern LOGGED =
      Pattern.compile("(HostGuard: .* failed; the host goes on).*\\R(\\S+): injected");

  private static DaemonCluster cluster;
  private static LdmOnDaemons users;
  private static Faults inNameNode;
  private static Faults inResourceManager;
  private static int files;

  /** What makes the NameNode come to the place where it throws. */
  private interface Trigger {
    void pull() throws Exception;
  }

  @BeforeAll
  static void install() throws Exception {
    java.nio.file.Path root = Files.createDirectories(java.nio.file.Path.of("target/daemons"));
    cluster =
        new DaemonCluster(Files.createTempDirectory(root.toAbsolutePath(), "faults-"), REPLICAS, 1);
    users = new LdmOnDaemons(cluster);
    Host nameNode = cluster.nameNodeHost(1).copyJar(LDM, "share/hadoop/hdfs/lib");
    nameNode.add(Host.HDFS, "hdfs-site-ldm.xml").set(Host.HDFS, ServiceKeys.ADMINS.key(), BOSS);
    nameNode.set(Host.HDFS, MigrationKeys.MODE.key(), "plan");
    for (String host : List.of("namenode1", "datanode1", "datanode2")) {
      cluster.host(host).set(Host.HDFS, "dfs.heartbeat.interval", "1s");
      cluster.host(host).set(Host.HDFS, "dfs.namenode.redundancy.interval.seconds", "1s");
    }
    inNameNode =
        faults(
            nameNode,
            List.of(POLICY, DECISION, SURPLUS, READS, NODES, SERVICE, STATE, MOVES, MOVER));
    Host resourceManager = cluster.host("resourcemanager");
    resourceManager.copyJar(LDM, "share/hadoop/yarn/lib").add(Host.YARN, "yarn-site-ldm.xml");
    inResourceManager = faults(resourceManager, List.of(LISTENER, WATCHER));
    cluster.startDataNode("datanode1");
    cluster.startDataNode("datanode2");
    cluster.startResourceManager();
    cluster.formatAndStartNameNodes();
    users.awaitReady(REPLICAS);
    users.own(DATA);
    registerDatasets();
    users.assertReplicas(write(), 1);
  }

  private static Faults faults(Host host, List<String> points) throws Exception {
    Faults faults = new Faults(host.home().resolve("faults"), points);
    host.jvm(faults.jvmOption());
    return faults;
  }

  @AfterAll
  static void end() {
    cluster.close();
  }

  /** Many, since one that LDM has placed carries a storage policy, by which stock places too. */
  private static void registerDatasets() throws Exception {
    String all =
        IntStream.range(0, DATASETS)
            .mapToObj(i -> '"' + DATA + i + '"')
            .collect(Collectors.joining(","));
    String chain =
        """
        {"id": "managed", "jobs": [{"name": "writer", "writes": [%s]},
                                   {"name": "reader", "after": ["writer"], "reads": [%s]}]}
        """
            .formatted(all, all);
    users.as(LdmOnDaemons.USER, ann -> ann.register(new LineageDocument(chain).read("")));
  }

  private static String write() throws Exception {
    assertThat(files).isLessThan(DATASETS);
    return users.write(DATA + files++ + "/file");
  }

  private static JsonNode status() throws Exception {
    return users.as(BOSS, LdmClient::status);
  }

  private static boolean isRefused() throws Exception {
    return status().at("/state/mode").asText().equals("REFUSED");
  }

  /** One error after the other at one place; then what does not fit, and a file placed by stock. */
  private static void assertHostLives(String point, Trigger trigger) throws Exception {
    for (Class<? extends Error> error : PASSING) {
      inject(point, error, trigger);
      assertThat(isRefused()).as("off after %s at %s", error, point).isFalse();
    }
    inject(point, NoSuchMethodError.class, trigger);
    assertOffAndMend(point);
  }

  private static void assertOffAndMend(String point) throws Exception {
    cluster.await("LDM off after " + point, FaultsOnDaemonsTest::isRefused);
    users.assertReplicas(write(), 0);
    inNameNode.mend();
    cluster.await("LDM mended after " + point, () -> !isRefused());
    users.assertReplicas(write(), 1);
  }

  private static void inject(String point, Class<? extends Error> error, Trigger trigger)
      throws Exception {
    long faults = status().get("faults").asLong();
    long thrown = inNameNode.thrown(point);
    inNameNode.arm(point, error);
    try {
      trigger.pull();
      cluster.await(error + " from " + point, () -> inNameNode.thrown(point) > thrown);
    } finally {
      inNameNode.disarm(point);
    }
    cluster.await("the fault counted at " + point, () -> status().get("faults").asLong() > faults);
    assertThat(cluster.daemon("namenode1").isAlive()).isTrue();
  }

  private static Trigger placement(int ssd) {
    return () -> users.assertReplicas(write(), ssd);
  }

  @Test
  @Order(1)
  void placementIsStocksWhereThePolicyFails() throws Exception {
    assertHostLives(POLICY, placement(0));
    assertHostLives(DECISION, placement(0));
  }

  @Test
  @Order(2)
  void surplusIsChosenByStockWhereThePolicyFails() throws Exception {
    assertHostLives(
        SURPLUS,
        () -> {
          Path file = new Path(write());
          users.files().setReplication(file, (short) 1);
          cluster.await(
              "one replica of " + file,
              () ->
                  users
                          .files()
                          .getFileBlockLocations(file, 0, LdmOnDaemons.LENGTH)[0]
                          .getHosts()
                          .length
                      == 1);
        });
  }

  @Test
  @Order(3)
  void blocksAreFoundAndPlacedWhereTheTopologyFails() throws Exception {
    String file = write();
    // A single replica has no order, and a file is closed before the second is reported.
    users.assertReplicas(file, 1);
    assertHostLives(READS, () -> assertThat(users.read(file)).isEqualTo(LdmOnDaemons.LENGTH));
    assertHostLives(NODES, FaultsOnDaemonsTest::write);
  }

  @Test
  @Order(4)
  void requestsAndThreadsThatFailLeaveTheNameNodeAlone() throws Exception {
    assertHostLives(
        SERVICE, () -> assertThatThrownBy(FaultsOnDaemonsTest::status).hasMessageContaining("500"));
    assertHostLives(STATE, () -> {});
    assertHostLives(MOVES, () -> unlessOff(() -> users.registerChain("wakes", "/data/wakes")));
  }

  @Test
  @Order(5)
  void movesThatFailLeaveTheNameNodeAlone() throws Exception {
    for (Class<? extends Error> error : PASSING) {
      String plan = plan();
      inject(MOVER, error, () -> users.as(BOSS, boss -> boss.applyPlan(plan)));
      assertThat(isRefused()).isFalse();
    }
    String plan = plan();
    inject(
        MOVER,
        NoSuchMethodError.class,
        () -> unlessOff(() -> users.as(BOSS, boss -> boss.applyPlan(plan))));
    assertOffAndMend(MOVER);
  }

  /** A plan with a move that no other has. */
  private static String plan() throws Exception {
    String directory = "/data/late" + files++;
    users.own(directory);
    users.assertReplicas(users.write(directory + "/file"), 0);
    users.registerChain(directory.substring(1).replace('/', '-'), directory);
    return users.as(BOSS, LdmClient::plan).get("id").asText();
  }

  /** A thread of LDM's that comes there by itself may have switched it off before. */
  private static void unlessOff(Trigger trigger) throws Exception {
    try {
      trigger.pull();
    } catch (RefusedException e) {
      assertThat(e).hasMessageContaining("LDM is off");
    }
  }

  @Test
  @Order(6)
  void whatIsOffIsOffUntilTheNameNodeIsStartedAgain() throws Exception {
    // Both twice, whatever the tests before have left in the log.
    for (int i = 0; i < 2; i++) {
      for (Class<? extends Error> error : PASSING) {
        inject(DECISION, error, FaultsOnDaemonsTest::write);
      }
    }
    inject(DECISION, NoSuchMethodError.class, FaultsOnDaemonsTest::write);
    assertThat(isRefused()).isTrue();
    users.assertReplicas(write(), 0);
    String log = cluster.daemon("namenode1").log();
    assertLoggedOnce(log);
    assertThat(log).contains("Tierline LDM is off: it does not fit this Hadoop");
    cluster.daemon("namenode1").kill();
    cluster.startNameNode(1);
    users.awaitReady(REPLICAS);
    users.assertReplicas(write(), 1);
  }

  /** Each kind of error at each place at most once, of several that were thrown there. */
  private static void assertLoggedOnce(String log) {
    List<String> told = new ArrayList<>();
    Matcher matcher = LOGGED.matcher(log);
    while (matcher.find()) {
      told.add(matcher.group(1) + " " + matcher.group(2));
    }
    Set<String> different = new HashSet<>(told);
    assertThat(told).hasSameSizeAs(different).hasSizeGreaterThanOrEqualTo(PASSING.size());
  }

  @Test
  @Order(7)
  void applicationsRunWhereTheListenerFails() throws Exception {
    for (Class<? extends Error> error : PASSING) {
      for (String point : List.of(LISTENER, WATCHER)) {
        injectInResourceManager(point, error);
      }
    }
    String log = cluster.daemon("resourcemanager").log();
    assertLoggedOnce(log);
    assertThat(log).doesNotContain("ResourceManager is off");
    for (String point : List.of(LISTENER, WATCHER)) {
      injectInResourceManager(point, NoSuchMethodError.class);
      cluster.await(
          "the listener off",
          () -> cluster.daemon("resourcemanager").log().contains("ResourceManager is off"));
      submit();
      cluster.daemon("resourcemanager").kill();
      cluster.clearLog("resourcemanager");
      cluster.startResourceManager();
    }
  }

  private static void injectInResourceManager(String point, Class<? extends Error> error)
      throws Exception {
    long thrown = inResourceManager.thrown(point);
    inResourceManager.arm(point, error);
    try {
      submit();
      cluster.await(error + " from " + point, () -> inResourceManager.thrown(point) > thrown);
    } finally {
      inResourceManager.disarm(point);
    }
    submit();
  }

  /**
   * An application that waits for a node, of which there is none; its states are events as well.
   */
  private static void submit() throws Exception {
    YarnConfiguration conf = new YarnConfiguration(cluster.clientConfiguration());
    conf.addResource(new Path(cluster.host("client").conf().resolve(Host.YARN).toUri()));
    ApplicationId id =
        UserGroupInformation.createRemoteUser(LdmOnDaemons.USER)
            .doAs(
                (PrivilegedExceptionAction<ApplicationId>)
                    () -> {
                      try (YarnClient yarn = YarnClient.createYarnClient()) {
                        yarn.init(conf);
                        yarn.start();
                        ApplicationSubmissionContext application =
                            yarn.createApplication().getApplicationSubmissionContext();
                        application.setApplicationType("MAPREDUCE");
                        application.setResource(Resource.newInstance(256, 1));
                        application.setAMContainerSpec(
                            ContainerLaunchContext.newInstance(
                                Map.of(), Map.of(), List.of("true"), Map.of(), null, Map.of()));
                        ApplicationId submitted = yarn.submitApplication(application);
                        assertThat(yarn.getApplicationReport(submitted).getYarnApplicationState())
                            .isEqualTo(YarnApplicationState.ACCEPTED);
                        yarn.killApplication(submitted);
                        return submitted;
                      }
                    });
    assertThat(id).isNotNull();
  }
}
