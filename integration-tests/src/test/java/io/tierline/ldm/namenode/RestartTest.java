/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static io.tierline.ldm.namenode.StateAssertions.awaitFastTier;
import static io.tierline.ldm.namenode.StateAssertions.awaitLoaded;
import static io.tierline.ldm.namenode.StateAssertions.awaitPolicy;
import static io.tierline.ldm.namenode.StateAssertions.chain;
import static io.tierline.ldm.namenode.StateAssertions.fastReplicas;
import static io.tierline.ldm.namenode.StateAssertions.listed;
import static io.tierline.ldm.namenode.StateAssertions.service;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.mapreduce.ApplicationReport;
import io.tierline.ldm.namenode.state.NamespaceStateStore;
import io.tierline.ldm.settings.LineageKeys;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** What was registered before a NameNode's restart, after it. */
@Tag("integration")
class RestartTest {
  @TempDir private File directory;
  private MiniDFSCluster cluster;

  private void start(Configuration conf) throws IOException {
    cluster = StateAssertions.withTiers(new MiniDFSCluster.Builder(conf, directory)).build();
    cluster.waitActive();
  }

  @AfterEach
  void stop() {
    cluster.shutdown();
  }

  private LdmClient client() {
    return StateAssertions.client(cluster, 0);
  }

  private void restart() throws Exception {
    cluster.restartNameNode(0);
    cluster.waitActive();
    awaitLoaded(cluster, 0);
  }

  private void checkpoint() throws IOException {
    DistributedFileSystem hdfs = cluster.getFileSystem();
    hdfs.setSafeMode(SafeModeAction.ENTER);
    hdfs.saveNamespace();
    hdfs.setSafeMode(SafeModeAction.LEAVE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everythingAcknowledgedSurvives(boolean checkpoint) throws Exception {
    start(StateAssertions.configuration());
    awaitLoaded(cluster, 0);
    client().register(chain("kept"));
    client().register(chain("ended"));
    client().register(chain("withdrawn"));
    client().finished("ended", "use");
    client().withdraw("withdrawn");
    assertThat(fastReplicas(cluster.getFileSystem(), "/kept/out/first")).isEqualTo(1);
    awaitPolicy(cluster.getFileSystem(), "/kept/out", "ONE_SSD");
    if (checkpoint) {
      checkpoint();
    }

    restart();
    assertThat(listed(client())).containsExactly("ended", "kept");
    assertThat(client().list().at("/workflows/0/finished/0").asText()).isEqualTo("use");
    awaitFastTier(cluster, 0);
    DistributedFileSystem hdfs = cluster.getFileSystem();
    assertThat(fastReplicas(hdfs, "/kept/out/second")).isEqualTo(1);
    assertThat(fastReplicas(hdfs, "/ended/out/first")).isZero();
    assertThat(service(cluster, 0).metrics().storagePoliciesSet.value()).isZero();

    client().withdraw("kept");
    awaitPolicy(hdfs, "/kept/out", "HOT");
    // Its record goes after the policy: a restart in between leaves that to the next NameNode.
    restart();
    assertThat(listed(client())).containsExactly("ended");
    LdmCluster.await("no record of a policy", () -> isEmpty("policies"));
  }

  @Test
  void timeOfARegistrationRunsOnAndEndsIt() throws Exception {
    start(StateAssertions.configuration());
    awaitLoaded(cluster, 0);
    client().register(chain("forgotten"));
    String seen = client().list().at("/workflows/0/lastSeen").asText();
    Instant end = Instant.parse(client().list().at("/workflows/0/expires").asText());
    assertThat(end).isEqualTo(Instant.parse(seen).plus(Duration.ofDays(7)));
    assertThat(client().status().get("expiringWithinADay").asInt()).isZero();
    assertThat(fastReplicas(cluster.getFileSystem(), "/forgotten/out/first")).isEqualTo(1);
    awaitPolicy(cluster.getFileSystem(), "/forgotten/out", "ONE_SSD");
    restart();
    assertThat(client().list().at("/workflows/0/lastSeen").asText()).isEqualTo(seen);

    cluster.getConfiguration(0).set(LineageKeys.REGISTRATION_EXPIRY.key(), "1s");
    Logger logger = LoggerFactory.getLogger("io.tierline.ldm.audit");
    GenericTestUtils.setLogLevel(logger, Level.INFO);
    LogCapturer audit = LogCapturer.captureLogs(logger);
    try {
      restart();
      LdmCluster.await("its end", () -> isEmpty("workflows"));
      LdmCluster.await("a line", () -> audit.getOutput().contains("cmd=ldm.expire"));
      assertThat(audit.getOutput())
          .contains("src=forgotten: none of its jobs has been seen since " + seen);
    } finally {
      audit.stopCapturing();
    }
    awaitPolicy(cluster.getFileSystem(), "/forgotten/out", "HOT");
  }

  /** A restart gives it at most that while more after which it is kept since when a job is due. */
  @Test
  void timeOfAJobThatIsDueRunsOnOverARestart() throws Exception {
    Configuration conf = StateAssertions.configuration();
    conf.set(LineageKeys.REGISTRATION_EXPIRY.key(), "5m");
    start(conf);
    awaitLoaded(cluster, 0);
    client().register(chain("half"));
    tellThatMakeHasRun("application_1700000000000_0001");
    Instant end = awaitEndOfUse();
    LdmCluster.await("what is kept of it", () -> finished("half").contains("due"));
    restart();
    assertThat(client().workflow("half").at("/finished/0").asText()).isEqualTo("make");
    tellThatMakeHasRun("application_1700000000000_0002");
    assertThat(awaitEndOfUse()).isBetween(end.minusSeconds(1), end.plusSeconds(5));
  }

  private String finished(String workflow) {
    try {
      Path record = new Path(NamespaceStateStore.ROOT, "workflows/" + workflow);
      byte[] value = cluster.getFileSystem().getXAttr(record, "trusted.tierline.finished");
      return new String(value, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void tellThatMakeHasRun(String application) throws IOException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    client()
        .application(
            new ApplicationReport(
                application,
                user,
                "default",
                "make",
                JobState.SUCCEEDED,
                "half",
                "half",
                "make",
                Set.of(),
                List.of(),
                List.of(),
                0));
  }

  /** When the job that nobody has seen ends by itself. */
  private Instant awaitEndOfUse() throws Exception {
    AtomicReference<JsonNode> seen = new AtomicReference<>();
    LdmCluster.await(
        "a job that is due",
        () -> {
          try {
            seen.set(client().workflow("half").at("/jobsExpiring/0"));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return !seen.get().isMissingNode();
        });
    assertThat(seen.get().get("job").asText()).isEqualTo("use");
    return Instant.parse(seen.get().get("expires").asText());
  }

  @Test
  void stateIsReadInSafeModeAndNothingIsAcknowledgedThere() throws Exception {
    start(StateAssertions.configuration());
    awaitLoaded(cluster, 0);
    client().register(chain("kept"));
    cluster.getFileSystem().setSafeMode(SafeModeAction.ENTER);
    assertThat(listed(client())).containsExactly("kept");
    assertThatThrownBy(() -> client().register(chain("more")))
        .hasMessageContaining("503")
        .hasMessageContaining("safe mode");
    assertThat(listed(client())).containsExactly("kept");
    cluster.getFileSystem().setSafeMode(SafeModeAction.LEAVE);
    restart();
    assertThat(listed(client())).containsExactly("kept");
  }

  @Test
  void stateIsTheSuperusersAndTakesNoDataNode() throws Exception {
    start(StateAssertions.configuration());
    awaitLoaded(cluster, 0);
    cluster.shutdownDataNodes();
    client().register(chain("kept"));
    FileStatus root = cluster.getFileSystem().getFileStatus(new Path(NamespaceStateStore.ROOT));
    assertThat(root.getPermission().toShort()).isEqualTo((short) 0700);
    Path record = new Path(NamespaceStateStore.ROOT, "workflows/kept");
    assertThat(cluster.getFileSystem().getXAttrs(record))
        .containsOnlyKeys(
            "trusted.tierline.head", "trusted.tierline.doc.00", "trusted.tierline.finished");
    assertThat(cluster.getFileSystem().listStatus(new Path(NamespaceStateStore.ROOT, "new")))
        .isEmpty();
  }

  @Test
  void damagedRecordIsSetAsideAndTheOthersAreLoaded() throws Exception {
    start(StateAssertions.configuration());
    awaitLoaded(cluster, 0);
    client().register(chain("good"));
    client().register(chain("bad"));
    Path record = new Path(NamespaceStateStore.ROOT, "workflows/bad");
    cluster
        .getFileSystem()
        .setXAttr(
            record,
            "trusted.tierline.doc.00",
            new byte[] {1, 2, 3},
            EnumSet.of(XAttrSetFlag.REPLACE));
    restart();
    assertThat(listed(client())).containsExactly("good");
    Path damaged = new Path(NamespaceStateStore.ROOT, "damaged");
    LdmCluster.await("its place aside", () -> exists(damaged) && !exists(record));
    assertThat(cluster.getFileSystem().listStatus(damaged)).hasSize(1);
    assertThat(client().status().at("/state/setAside").asInt()).isEqualTo(1);
  }

  @Test
  void withoutExtendedAttributesNothingIsAcknowledged() throws Exception {
    Configuration conf = StateAssertions.configuration();
    conf.setBoolean("dfs.namenode.xattrs.enabled", false);
    start(conf);
    awaitLoaded(cluster, 0);
    assertThatThrownBy(() -> client().register(chain("kept")))
        .hasMessageContaining("503")
        .hasMessageContaining("XAttrs");
    assertThat(listed(client())).isEmpty();
  }

  @Test
  void workflowThatDoesNotFitIsRefused() throws Exception {
    Configuration conf = StateAssertions.configuration();
    conf.setInt("dfs.namenode.fs-limits.max-xattr-size", 400);
    conf.setInt("dfs.namenode.fs-limits.max-xattrs-per-inode", 3);
    start(conf);
    awaitLoaded(cluster, 0);
    StringBuilder jobs = new StringBuilder("{\"name\":\"x\"}");
    for (int i = 0; i < 300; i++) {
      jobs.append(",{\"name\":\"%x\"}".formatted(i * 2_654_435_761L));
    }
    String large = "{\"id\":\"large\",\"jobs\":[" + jobs + "]}";
    assertThatThrownBy(() -> client().register(new LineageDocument(large).read("")))
        .hasMessageContaining("413")
        .hasMessageContaining("too large to be kept");
    client().register(chain("small"));
    assertThat(listed(client())).containsExactly("small");
  }

  @Test
  void inMemoryOnlyNothingIsWritten() throws Exception {
    Configuration conf = StateAssertions.configuration();
    conf.setBoolean(LineageKeys.STATE_DURABLE.key(), false);
    start(conf);
    awaitLoaded(cluster, 0);
    client().register(chain("kept"));
    assertThat(exists(new Path(NamespaceStateStore.ROOT))).isFalse();
    restart();
    assertThat(listed(client())).isEmpty();
  }

  private boolean isEmpty(String records) {
    try {
      Path directory = new Path(NamespaceStateStore.ROOT, records);
      return cluster.getFileSystem().listStatus(directory).length == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean exists(Path path) {
    try {
      return cluster.getFileSystem().exists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
