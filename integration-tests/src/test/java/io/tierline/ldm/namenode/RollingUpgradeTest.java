/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static io.tierline.ldm.namenode.StateAssertions.awaitLoaded;
import static io.tierline.ldm.namenode.StateAssertions.awaitPolicy;
import static io.tierline.ldm.namenode.StateAssertions.chain;
import static io.tierline.ldm.namenode.StateAssertions.fastReplicas;
import static io.tierline.ldm.namenode.StateAssertions.listed;
import static io.tierline.ldm.namenode.StateAssertions.service;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.namenode.rest.RestParts;
import io.tierline.ldm.namenode.state.NamespaceStateStore;
import io.tierline.ldm.namenode.state.StateLifeCycle;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.state.FormatVersion;
import java.io.File;
import java.io.IOException;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** NameNodes of several versions of LDM over one namespace. */
@Tag("integration")
class RollingUpgradeTest {
  private static final Path ROOT = new Path(NamespaceStateStore.ROOT);
  private static final String MARK = "trusted.tierline.format";

  /** Attributes as version 1.0 wrote them, of ann's workflow nightly that writes /stage/a. */
  private static final Map<String, String> NIGHTLY =
      Map.of(
          "head",
          "eyJ2ZXJzaW9uIjogIjEuMCIsICJpZCI6ICJuaWdodGx5IiwgIm93bmVyIjogImFubiIsICJieXRlcyI6IDMwMi"
              + "wgImNyYzMyIjogODAwOTU1NDg2LCAiY2h1bmtzIjogM30=",
          "doc.00",
          "eJxdj0sOwjAMRO/idaQKsetFWKAuTOOGQEkqxxVUVe+O0w8FluPxPI9H8BZKCN5dpR3AQMAH/Qxu8ZKgPI+bQw==",
          "doc.01",
          "L2GsRR0ZujxIHfJdZeuDyqOBJ3uhnIEiCToqEKrJfABtRLunFa8CGyHOiY1eGWBC+0cx4ENDzGRP+43Yr+uZvw==",
          "doc.02",
          "VE2x5zrTZ1NvITuSrBsfsIWpmjQRoqz7S/XD/OxXQy2jyvWUEtkcegPoO2JC",
          "finished",
          "eyJqb2JzIjogIkFRPT0ifQ==");

  @TempDir private File directory;
  private MiniDFSCluster cluster;

  @AfterEach
  void stop() {
    cluster.shutdown();
  }

  /** LDM as a later major version would have it: its own format, and it reads the earlier one. */
  public static final class LaterService extends LdmService {
    /** Created by HDFS through reflection. */
    public LaterService() {}

    @Override
    FormatVersion stateFormat() {
      return new FormatVersion(2, 0);
    }
  }

  private DistributedFileSystem startTwo() throws Exception {
    Configuration conf = StateAssertions.configuration();
    conf.set(MigrationKeys.INTERVAL.key(), "1s");
    // Journals in files, which cannot be read while they are being written.
    conf.setBoolean("dfs.ha.tail-edits.in-progress", false);
    cluster =
        StateAssertions.withTiers(new MiniDFSCluster.Builder(conf, directory))
            .nnTopology(MiniDFSNNTopology.simpleHATopology())
            .build();
    cluster.waitActive();
    cluster.transitionToActive(0);
    awaitLoaded(cluster, 0);
    return HATestUtil.configureFailoverFs(cluster, conf);
  }

  private LdmClient client(int nameNode) {
    return StateAssertions.client(cluster, nameNode);
  }

  private static void keep(DistributedFileSystem hdfs, String name, Map<String, byte[]> attributes)
      throws IOException {
    Path record = new Path(ROOT, name);
    hdfs.mkdirs(record);
    for (var attribute : attributes.entrySet()) {
      hdfs.setXAttr(record, "trusted.tierline." + attribute.getKey(), attribute.getValue());
    }
  }

  private static Map<String, byte[]> nightly() {
    Map<String, byte[]> attributes = new TreeMap<>();
    NIGHTLY.forEach((name, value) -> attributes.put(name, Base64.getDecoder().decode(value)));
    return attributes;
  }

  private static Map<String, byte[]> json(String attribute, String value) {
    return Map.of(attribute, value.replace('\'', '"').getBytes(UTF_8));
  }

  /** Every record with all its attributes and the times of its directory. */
  private static Map<String, String> everything(DistributedFileSystem hdfs, Path from)
      throws IOException {
    Map<String, String> found = new TreeMap<>();
    Map<String, String> attributes = new TreeMap<>();
    hdfs.getXAttrs(from)
        .forEach((name, value) -> attributes.put(name, Base64.getEncoder().encodeToString(value)));
    found.put(from.toUri().getPath(), attributes + " " + hdfs.getFileStatus(from));
    for (FileStatus below : hdfs.listStatus(from)) {
      found.putAll(everything(hdfs, below.getPath()));
    }
    return found;
  }

  private static String mark(DistributedFileSystem hdfs) throws IOException {
    return new String(hdfs.getXAttr(ROOT, MARK), UTF_8);
  }

  @Test
  void whatTheFormerVersionKeptIsTakenOverAtAFailover() throws Exception {
    DistributedFileSystem hdfs = startTwo();
    hdfs.mkdirs(new Path("/stage/a"));
    hdfs.setOwner(new Path("/stage/a"), "ann", "ann");
    hdfs.setStoragePolicy(new Path("/stage/a"), "ONE_SSD");
    keep(hdfs, "workflows/nightly", nightly());
    keep(
        hdfs,
        "policies/" + StateAssertions.recordName("/stage/a"),
        json("policy", "{'version':'1.0','path':'/stage/a','policy':'ONE_SSD','before':0}"));
    keep(
        hdfs,
        "leaving/" + StateAssertions.recordName("/gone"),
        json("policy", "{'version':'1.0','path':'/gone','policy':'ONE_SSD','before':0}"));
    keep(
        hdfs,
        "plans/plan-1",
        json(
            "plan", "{'version':'1.0','id':'plan-1','by':'ann','created':'2026-11-22T12:00:00Z'}"));
    cluster.transitionToStandby(0);
    cluster.transitionToActive(1);
    awaitLoaded(cluster, 1);

    assertThat(listed(client(1))).containsExactly("nightly");
    assertThat(client(1).list().at("/workflows/0/finished/0").asText()).isEqualTo("extract");
    assertThat(client(1).plan("plan-1").path("state").asText()).isEqualTo("ABANDONED");
    LdmCluster.await("the end of the plan's record", () -> isGone(hdfs, "plans/plan-1"));
    assertThat(hdfs.getXAttrs(ROOT)).doesNotContainKey(MARK);
    client(1).register(chain("more"));
    assertThat(mark(hdfs)).contains(FormatVersion.CURRENT.toString());
    client(1).withdraw("nightly");
    awaitPolicy(hdfs, "/stage/a", "HOT");
    assertThat(service(cluster, 1).metrics().stateRecordsSetAside.value()).isZero();
  }

  private static boolean isGone(DistributedFileSystem hdfs, String name) {
    try {
      return !hdfs.exists(new Path(ROOT, name));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void nameNodeKeepsItsHandsOffWhatALaterMajorVersionHasWritten() throws Exception {
    DistributedFileSystem hdfs = startTwo();
    client(0).register(chain("a"));
    assertThat(fastReplicas(hdfs, "/a/out/first")).isEqualTo(1);
    awaitPolicy(hdfs, "/a/out", "ONE_SSD");
    hdfs.rollingUpgrade(RollingUpgradeAction.PREPARE);
    cluster.getConfiguration(1).set("dfs.namenode.plugins", LaterService.class.getName());
    cluster.restartNameNode(1, false, "-rollingUpgrade", "started");
    failOver(0, 1);
    awaitLoaded(cluster, 1);
    assertThat(listed(client(1))).containsExactly("a");
    client(1).register(chain("b"));
    assertThat(mark(hdfs)).contains("2.0");
    assertThat(new String(hdfs.getXAttr(new Path(ROOT, "workflows/b"), head()), UTF_8))
        .contains("\"version\":\"2.0\"");

    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(StateLifeCycle.class));
    failOver(1, 0);
    Map<String, String> before = everything(hdfs, ROOT);
    RestParts off = service(cluster, 0);
    LdmCluster.await("the refusal", () -> off.state().refusal().isPresent());
    assertThat(fastReplicas(hdfs, "/b/out/first")).isZero();
    assertThatThrownBy(() -> client(0).list())
        .hasMessageContaining("503")
        .hasMessageContaining("LDM is off")
        .hasMessageContaining("format 2.0");
    assertThatThrownBy(() -> client(0).register(chain("c"))).hasMessageContaining("503");
    assertThatThrownBy(() -> client(0).withdraw("a")).hasMessageContaining("503");
    assertThat(client(0).status().at("/state/mode").asText()).isEqualTo("REFUSED");
    assertThat(off.metrics().stateRefused.value()).isEqualTo(1);
    assertThat(off.metrics().fallbacksLoading.value()).isZero();
    assertThat(everything(hdfs, ROOT)).isEqualTo(before);
    log.stopCapturing();
    assertThat(StringUtils.countMatches(log.getOutput(), "LDM is off")).isOne();

    failOver(0, 1);
    awaitLoaded(cluster, 1);
    // Only what is registered: the later version goes on with the policies at once.
    Path registered = new Path(ROOT, "workflows");
    String below = registered.toUri().getPath();
    Map<String, String> kept = new TreeMap<>(before);
    kept.keySet().removeIf(path -> !path.startsWith(below));
    assertThat(kept).hasSize(3);
    assertThat(everything(hdfs, registered)).isEqualTo(kept);
    awaitPolicy(hdfs, "/b/out", "ONE_SSD");
    assertThat(listed(client(1))).containsExactly("a", "b");
    assertThat(fastReplicas(hdfs, "/b/out/second")).isEqualTo(1);
    client(1).withdraw("a");
  }

  private static String head() {
    return "trusted.tierline.head";
  }

  private void failOver(int from, int to) throws Exception {
    cluster.transitionToStandby(from);
    cluster.transitionToActive(to);
  }

  @Test
  void rollbackOfHdfsBringsTheEarlierFormatBack() throws Exception {
    Configuration conf = StateAssertions.configuration();
    cluster = StateAssertions.withTiers(new MiniDFSCluster.Builder(conf, directory)).build();
    cluster.waitActive();
    awaitLoaded(cluster, 0);
    client(0).register(chain("a"));
    cluster.getFileSystem().setSafeMode(org.apache.hadoop.fs.SafeModeAction.ENTER);
    cluster.getFileSystem().rollingUpgrade(RollingUpgradeAction.PREPARE);
    cluster.getFileSystem().setSafeMode(org.apache.hadoop.fs.SafeModeAction.LEAVE);
    String plugins = cluster.getConfiguration(0).get("dfs.namenode.plugins");
    cluster.getConfiguration(0).set("dfs.namenode.plugins", LaterService.class.getName());
    cluster.restartNameNode(0, true, "-rollingUpgrade", "started");
    awaitLoaded(cluster, 0);
    client(0).register(chain("b"));
    client(0).withdraw("a");

    cluster.getConfiguration(0).set("dfs.namenode.plugins", plugins);
    // DataNodes are rolled back for themselves; what is kept needs none.
    cluster.shutdownDataNodes();
    cluster.restartNameNode(0, false, "-rollingUpgrade", "rollback");
    awaitLoaded(cluster, 0);
    assertThat(listed(client(0))).containsExactly("a");
    client(0).register(chain("c"));
    assertThat(listed(client(0))).containsExactly("a", "c");
  }
}
