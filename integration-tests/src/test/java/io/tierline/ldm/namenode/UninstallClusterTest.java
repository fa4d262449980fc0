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
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.namenode.state.NamespaceStateStore;
import io.tierline.ldm.settings.PlacementKeys;
import java.io.File;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LDM is taken out of a cluster, with a restart in between. */
@Tag("integration")
class UninstallClusterTest {
  private static final int CHAINS = 5;

  @TempDir private File directory;
  private MiniDFSCluster cluster;

  private LdmClient client() {
    return StateAssertions.client(cluster, 0);
  }

  private String state() {
    try {
      return client().uninstallation().get("state").asText();
    } catch (java.io.IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void restart() throws Exception {
    cluster.restartNameNode(0);
    cluster.waitActive();
    awaitLoaded(cluster, 0);
  }

  @Test
  void nothingIsLeftButTheMark() throws Exception {
    Configuration conf = StateAssertions.configuration();
    cluster = StateAssertions.withTiers(new MiniDFSCluster.Builder(conf, directory)).build();
    try {
      cluster.waitActive();
      awaitLoaded(cluster, 0);
      DistributedFileSystem hdfs = cluster.getFileSystem();
      for (int i = 0; i < CHAINS; i++) {
        client().register(chain("c" + i));
        assertThat(fastReplicas(hdfs, "/c" + i + "/out/first")).isEqualTo(1);
        awaitPolicy(hdfs, "/c" + i + "/out", "ONE_SSD");
      }
      assertThat(state()).isEqualTo("NOT_BEGUN");
      cluster.getConfiguration(0).set(PlacementKeys.STORAGE_POLICY_INTERVAL.key(), "1h");
      restart();
      client().uninstall();
      assertThat(state()).isEqualTo("UNDER_WAY");
      assertThat(client().status().get("placement").asBoolean()).isFalse();
      assertThat(client().status().get("readsByRating").asBoolean()).isFalse();
      assertThat(client().list().get("workflows")).hasSize(CHAINS);
      assertThatThrownBy(() -> client().register(chain("late"))).hasMessageContaining("503");
      cluster.getConfiguration(0).set(PlacementKeys.STORAGE_POLICY_INTERVAL.key(), "100ms");
      restart();
      LdmCluster.await("its end", () -> state().equals("DONE"));
      for (int i = 0; i < CHAINS; i++) {
        awaitPolicy(hdfs, "/c" + i + "/out", "HOT");
      }
      assertThat(client().uninstallation().get("directoriesWithFastReplicas")).hasSize(CHAINS);
      assertOnlyTheMark(hdfs);

      restart();
      assertThat(state()).isEqualTo("DONE");
      assertThat(client().status().at("/state/mode").asText()).isEqualTo("UNINSTALL");
      assertThatThrownBy(() -> client().register(chain("late")))
          .hasMessageContaining("has been uninstalled");
      assertThat(fastReplicas(hdfs, "/late")).isZero();
      assertOnlyTheMark(hdfs);
    } finally {
      cluster.shutdown();
    }
  }

  private static void assertOnlyTheMark(DistributedFileSystem hdfs) throws Exception {
    assertThat(Arrays.stream(hdfs.listStatus(new Path(NamespaceStateStore.ROOT))))
        .singleElement()
        .satisfies(left -> assertThat(left.getPath().getName()).isEqualTo("uninstall"));
  }
}
