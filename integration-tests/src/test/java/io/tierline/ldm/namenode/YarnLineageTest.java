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

import io.tierline.ldm.settings.LineageKeys;
import io.tierline.ldm.settings.YarnKeys;
import io.tierline.testing.cluster.EmbeddedClusterBuilder;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.examples.terasort.TeraValidate;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * TeraGen, TeraSort and TeraValidate as {@code hadoop jar} runs them. Nothing is registered: what
 * is known comes from the listener in the ResourceManager, loaded as conf/yarn-site-ldm.xml does.
 */
@Tag("integration")
class YarnLineageTest {
  private static final String ROWS = "20000";

  private static LdmCluster start(UnaryOperator<EmbeddedClusterBuilder> change) throws Exception {
    return LdmCluster.start(
        b ->
            change.apply(
                b.yarn(1)
                    .configure(
                        conf ->
                            conf.addResource(
                                new Path(LdmCluster.conf("yarn-site-ldm.xml").toUri())))));
  }

  private static void run(LdmCluster cluster, Tool tool, String node, String... arguments)
      throws Exception {
    Configuration conf = cluster.embedded().configuration();
    conf.setInt("mapreduce.terasort.output.replication", 3);
    // Tasks run inside the application master: the same job, in a third of the time.
    conf.setBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, true);
    if (!node.isEmpty()) {
      conf.set(MRJobConfig.JOB_TAGS, "tierline:Tera-Flow/" + node);
      conf.set("mapreduce.workflow.adjacency.gen", "sort");
      conf.set("mapreduce.workflow.adjacency.sort", "validate");
    }
    assertThat(ToolRunner.run(conf, tool, arguments)).isZero();
  }

  private static void runChain(LdmCluster cluster, String directory, boolean isTagged)
      throws Exception {
    String in = directory + "/in";
    String out = directory + "/out";
    long before = cluster.metrics().liveObservations.value();
    run(cluster, new TeraGen(), isTagged ? "gen" : "", ROWS, in);
    run(cluster, new TeraSort(), isTagged ? "sort" : "", in, out);
    run(cluster, new TeraValidate(), isTagged ? "validate" : "", out, directory + "/report");
    LdmCluster.await(
        "begin and end of three jobs",
        () -> cluster.metrics().liveObservations.value() >= before + 6);
  }

  private static void assertPlaced(LdmCluster cluster, String directory, int ssd) throws Exception {
    cluster.assertReplicas(directory + "/in", ssd, 3 - ssd);
    cluster.assertReplicas(directory + "/out", ssd, 3 - ssd);
    cluster.assertReplicas(directory + "/report", 0, 3);
  }

  @Test
  void chainIsPlacedAsARegisteredOneWhenItNamesItsFollowersOrRunsAgain() throws Exception {
    try (LdmCluster cluster = start(b -> b)) {
      runChain(cluster, "/tagged", true);
      assertPlaced(cluster, "/tagged", 1);
      runChain(cluster, "/plain/2026-11-20", false);
      assertPlaced(cluster, "/plain/2026-11-20", 0);
      runChain(cluster, "/plain/2026-11-21", false);
      assertPlaced(cluster, "/plain/2026-11-21", 1);
      assertThat(cluster.client().conflicts().get("conflicts")).isEmpty();
      cluster.service().live().jobs().tick();
      assertThat(
              cluster.client().explain("/plain/2026-11-21/in").at("/dataset/reusability").asInt())
          .as("all readers have ended")
          .isZero();
    }
  }

  @Test
  void registeredChainEndsByItself() throws Exception {
    try (LdmCluster cluster =
        start(b -> b.configure(c -> c.set(LineageKeys.REGISTRATION_RETENTION.key(), "1s")))) {
      cluster.register(
          """
          {"id": "nightly", "jobs": [
            {"name": "gen", "writes": ["/chain/in"]},
            {"name": "sort", "after": ["gen"], "reads": ["/chain/in"], "writes": ["/chain/out"]},
            {"name": "validate", "after": ["sort"], "reads": ["/chain/out"],
             "writes": ["/chain/report"]}]}
          """);
      runChain(cluster, "/chain", false);
      assertPlaced(cluster, "/chain", 1);
      LdmCluster.await("its end", () -> registrations(cluster) == 0);
      LdmCluster.await("its policies", () -> cluster.policy("/chain/in").equals("HOT"));
      assertThat(cluster.client().conflicts().get("conflicts")).isEmpty();
    }
  }

  private static int registrations(LdmCluster cluster) {
    return cluster.service().advisor().registry().view().registrations().size();
  }

  @Test
  void jobsAreUnharmedWhenNoNameNodeListens() throws Exception {
    try (LdmCluster cluster =
        start(b -> b.configure(c -> c.set(YarnKeys.ADDRESSES.key(), "http://127.0.0.1:1")))) {
      run(cluster, new TeraGen(), "", ROWS, "/alone/in");
      assertThat(cluster.metrics().liveObservations.value()).isZero();
      cluster.assertReplicas("/alone/in", 0, 3);
    }
  }
}
