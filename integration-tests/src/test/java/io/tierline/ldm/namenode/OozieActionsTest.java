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

import io.tierline.testing.daemons.OozieJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workflows whose actions a real Oozie server launches on YARN, as it does in a cluster: nothing
 * stands in for a part of Oozie's, and only Oozie is told of the workflows.
 */
@Tag("integration")
class OozieActionsTest {
  private static final boolean EXTENDED = Boolean.getBoolean("tierline.extended");

  @TempDir private static Path directory;

  private static RealOozie oozie;
  private static LdmCluster cluster;
  private static RunningGateway gateway;
  private static String user;

  @BeforeAll
  static void start() throws Exception {
    user = UserGroupInformation.getCurrentUser().getShortUserName();
    oozie = RealOozie.launching(directory.resolve("oozie"));
    cluster =
        LdmCluster.startForGateway(
            b ->
                b.yarn(1)
                    .configure(
                        conf -> {
                          // A launcher and the job that it waits for are two application masters,
                          // and a queue gives those a tenth of its memory: the second never starts.
                          conf.setFloat(
                              CapacitySchedulerConfiguration
                                  .MAXIMUM_APPLICATION_MASTERS_RESOURCE_PERCENT,
                              1);
                        }));
    gateway = RunningGateway.start(cluster, oozie, directory.resolve("gateway"));
    share();
    if (EXTENDED) {
      oozie.launchOn(clients(), "core-site.xml", "yarn-site.xml", "mapred-site.xml");
    } else {
      oozie.launchOn(clients(), "core-site.xml");
    }
  }

  /** What a cluster's machines have of its configuration: all that is not as Hadoop ships it. */
  private static Configuration clients() {
    Configuration all = cluster.embedded().configuration();
    Configuration site = new Configuration(false);
    for (Map.Entry<String, String> property : all) {
      String[] sources = all.getPropertySources(property.getKey());
      if (sources != null && !sources[sources.length - 1].endsWith("-default.xml")) {
        site.set(property.getKey(), all.getRaw(property.getKey()));
      }
    }
    String jars = oozie.hadoopConfiguration() + ":" + System.getProperty("java.class.path");
    site.set(YarnConfiguration.YARN_APPLICATION_CLASSPATH, jars);
    site.set(MRJobConfig.MAPREDUCE_APPLICATION_CLASSPATH, jars);
    // Tasks run inside the application master: the same job, in a third of the time.
    site.setBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, true);
    return site;
  }

  /** Oozie's share library: what its launcher and its actions need beside Hadoop. */
  private static void share() throws IOException {
    for (Map.Entry<String, Path> jar : OozieJars.shared().entrySet()) {
      cluster
          .fileSystem()
          .copyFromLocalFile(
              new org.apache.hadoop.fs.Path(jar.getValue().toUri()),
              new org.apache.hadoop.fs.Path(OozieJars.SHARE_LIBRARY, jar.getKey()));
    }
  }

  @AfterAll
  static void stop() throws IOException {
    if (gateway != null) {
      gateway.close();
    }
    if (cluster != null) {
      cluster.close();
    }
    if (oozie != null) {
      oozie.close();
    }
  }

  private static String run(String definition, Map<String, String> more) throws Exception {
    String application = oozie.define("launched", definition);
    Map<String, String> properties = new HashMap<>(more);
    properties.put("nameNode", cluster.fileSystem().getUri().toString());
    properties.put(
        "resourceManager", cluster.embedded().configuration().get(YarnConfiguration.RM_ADDRESS));
    return oozie.run(application, user, properties);
  }

  @Test
  void chainOfTheDemoIsPlacedAsARegisteredOneInItsFirstRun() throws Exception {
    String id =
        run(
            Files.readString(LdmCluster.conf("examples/terasort-chain/workflow.xml")),
            Map.of("rows", "20000", "base", "/launched"));
    oozie.awaitDone(id, "teragen", "terasort", "teravalidate");
    cluster.assertReplicas("/launched/gen", 1, 2);
    cluster.assertReplicas("/launched/sort", 1, 2);
    cluster.assertReplicas("/launched/validate", 0, 3);
    // A job on YARN for each, or all in their launchers.
    assertThat(jobs()).isEqualTo(EXTENDED ? 3 : 0);
    assertThat(cluster.client().conflicts().get("conflicts")).isEmpty();
  }

  private static int jobs() throws Exception {
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(cluster.embedded().configuration());
      yarn.start();
      return (int)
          yarn.getApplications(Set.of(MRJobConfig.MR_APPLICATION_TYPE)).stream()
              .filter(job -> job.getName().startsWith("Tera"))
              .count();
    }
  }

  private static String action(String name, String body, String next) {
    return "<action name='%s'>%s<ok to='%s'/><error to='fail'/></action>"
        .formatted(name, body, next);
  }

  private static String words(String in, String out) {
    String example = "org.apache.hadoop.examples.WordCount$";
    Map<String, String> job = new LinkedHashMap<>();
    job.put("mapred.mapper.new-api", "true");
    job.put("mapred.reducer.new-api", "true");
    job.put("mapreduce.job.map.class", example + "TokenizerMapper");
    job.put("mapreduce.job.reduce.class", example + "IntSumReducer");
    job.put("mapreduce.job.output.key.class", "org.apache.hadoop.io.Text");
    job.put("mapreduce.job.output.value.class", "org.apache.hadoop.io.IntWritable");
    job.put("mapreduce.input.fileinputformat.inputdir", in);
    job.put("mapreduce.output.fileoutputformat.outputdir", out);
    StringBuilder configuration = new StringBuilder();
    job.forEach(
        (name, value) ->
            configuration.append(
                "<property><name>%s</name><value>%s</value></property>".formatted(name, value)));
    return "<map-reduce><configuration>" + configuration + "</configuration></map-reduce>";
  }

  /** Takes minutes, so it is run by hand: with -Dtierline.extended=true. */
  @Test
  @EnabledIfSystemProperty(named = "tierline.extended", matches = "true")
  void mapReduceActionsArePlacedByWhatTheyStateAndAShellRuns() throws Exception {
    cluster.write("/words/text/part-0", 1);
    String id =
        run(
            "<workflow-app xmlns='uri:oozie:workflow:1.0' name='words'><global>"
                + "<resource-manager>${resourceManager}</resource-manager>"
                + "<name-node>${nameNode}</name-node></global><start to='once'/>"
                + action("once", words("/words/text", "/words/once"), "twice")
                + action("twice", words("/words/once", "/words/twice"), "say")
                + action(
                    "say",
                    "<shell xmlns='uri:oozie:shell-action:1.0'><exec>echo</exec>"
                        + "<argument>said</argument></shell>",
                    "end")
                + "<kill name='fail'><message>${wf:errorMessage(wf:lastErrorNode())}</message>"
                + "</kill><end name='end'/></workflow-app>",
            Map.of());
    oozie.awaitDone(id, "once", "twice", "say");
    cluster.assertReplicas("/words/once", 1, 2);
    cluster.assertReplicas("/words/twice", 0, 3);
  }

  /** Takes minutes, so it is run by hand: with -Dtierline.extended=true. */
  @Test
  @EnabledIfSystemProperty(named = "tierline.extended", matches = "true")
  void copyIsPlacedByTheReaderOfItsTarget() throws Exception {
    cluster.write("/copied/from/part-0", 1);
    String id =
        run(
            "<workflow-app xmlns='uri:oozie:workflow:1.0' name='copies'><global>"
                + "<resource-manager>${resourceManager}</resource-manager>"
                + "<name-node>${nameNode}</name-node></global><start to='copy'/>"
                + action(
                    "copy",
                    "<distcp xmlns='uri:oozie:distcp-action:1.0'>"
                        + "<arg>${nameNode}/copied/from</arg><arg>${nameNode}/copied/to</arg>"
                        + "</distcp>",
                    "count")
                + action("count", words("/copied/to", "/copied/words"), "end")
                + "<kill name='fail'><message>${wf:errorMessage(wf:lastErrorNode())}</message>"
                + "</kill><end name='end'/></workflow-app>",
            Map.of("oozie.use.system.libpath", "true"));
    oozie.awaitDone(id, "copy", "count");
    cluster.assertReplicas("/copied/to", 1, 2);
    cluster.assertReplicas("/copied/words", 0, 3);
  }
}
