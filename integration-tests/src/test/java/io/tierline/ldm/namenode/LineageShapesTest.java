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
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.mapreduce.ApplicationReport;
import io.tierline.ldm.settings.LineageKeys;
import io.tierline.testing.RunEvents;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Chains of many shapes: registered, told of by run events, and told of by a ResourceManager, they
 * lead to the same placement.
 */
@Tag("integration")
class LineageShapesTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static LdmCluster cluster;
  private static String fileSystem;
  private static String user;

  /** Written as {@code name < read | read > written | written}; FS is this cluster, _ a space. */
  private record Step(String name, List<String> reads, List<String> writes) {
    static Step of(String text) {
      int write = text.indexOf('>');
      String before = write < 0 ? text : text.substring(0, write);
      int read = before.indexOf('<');
      return new Step(
          (read < 0 ? before : before.substring(0, read)).strip(),
          read < 0 ? List.of() : paths(before.substring(read + 1)),
          write < 0 ? List.of() : paths(text.substring(write + 1)));
    }

    private static List<String> paths(String text) {
      List<String> paths = new ArrayList<>();
      for (String path : text.split("[|]")) {
        paths.add(path.strip().replace('_', ' ').replace("FS", fileSystem));
      }
      return paths;
    }
  }

  @BeforeAll
  static void start() throws Exception {
    cluster =
        LdmCluster.start(
            b ->
                b.configure(c -> c.set(LineageKeys.FILE_SYSTEM_OTHERS.key(), "hdfs://other:8020")));
    fileSystem = cluster.fileSystem().getUri().toString();
    user = UserGroupInformation.getCurrentUser().getShortUserName();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      textBlock =
          """
          a > /w/a; b < /w/a > /w/b; c < /w/a > /w/c; d < /w/b | /w/c > /w/d # /w/a/p=2 /w/b/p=1 /w/c/p=1 /w/d/p=0
          a > /w/a; r < /w/a > /w/1; s < /w/a > /w/2; t < /w/a > /w/3 # /w/a/p=3 /w/1/p=0
          a > /w/a; self < /w/a | /w/a/ | FS/w//a > /w/b # /w/a/p=1
          a > /w/a; r < /w/a/x > /w/b; s < /w/a/x/y > /w/c # /w/a/p=0 /w/a/x/p=1 /w/a/x/y/p=2
          a > /w/a; r < /w/a/part-1 > /w/b # /w/a/part-0=0 /w/a/part-1=1
          a > /w/a/d1; b > /w/a/d2; r < /w/a/d{1,2}/part-* > /w/b; s < /w/*/d1 > /w/c # /w/a/d1/part-0=2 /w/a/d2/part-0=1
          a > FS/w/a; r < /w/a > hdfs://other:8020/w/b | /w/c; s < hdfs://other:8020/w/b | FS/w/c/ > s3a://w/d # /w/a/p=1 /w/b/p=- /w/c/p=1
          a > /w/a_b/é; r < /w/a_b/é/ > /w/b,c; s < /w/b,c > /w/+%20&<x> # /w/a_b/é/p=1 /w/b,c/p=1 /w/+%20&<x>/p=0
          a > /w/x; b > /w/x/y; r < /w/x/y > /v/z; all < /w > /v/q # /w/x/p=1 /w/x/y/p=2 /v/z/p=0
          """)
  void shapeIsPlacedAlikeHoweverItBecomesKnown(String shape, String expected) throws Exception {
    List<Step> steps = new ArrayList<>();
    for (String step : shape.split(";")) {
      steps.add(Step.of(step));
    }
    List<String> files = new ArrayList<>();
    List<String> readers = new ArrayList<>();
    for (String probe : expected.split(" ")) {
      int end = probe.lastIndexOf('=');
      files.add(probe.substring(0, end).replace('_', ' '));
      readers.add(probe.substring(end + 1));
    }
    cluster.register(document(steps));
    Map<String, String> registered = placed(files);
    withdrawAll();
    assertThat(registered.values().stream().map(place -> place.split(" ")[0]))
        .containsExactlyElementsOf(readers);
    cluster.client().observations(RunEvents.told(user, events(steps)));
    assertThat(placed(files)).as("by run events").isEqualTo(registered);
    withdrawAll();
    for (Step step : steps) {
      cluster.client().application(report(step));
    }
    assertThat(placed(files)).as("by a ResourceManager").isEqualTo(registered);
    withdrawAll();
  }

  /** By file: R and the media of a block written now; "-" where nothing is managed. */
  private static Map<String, String> placed(List<String> files) throws Exception {
    Map<String, String> placed = new LinkedHashMap<>();
    for (String file : files) {
      JsonNode told = cluster.client().explain(file);
      StringBuilder place =
          new StringBuilder(told.at("/dataset/reusability").asText("-")).append(' ');
      told.path("plan").forEach(replica -> place.append(replica.path("medium").asText()));
      placed.put(file, place.toString());
    }
    return placed;
  }

  private static void withdrawAll() throws Exception {
    LdmClient client = cluster.client();
    for (JsonNode workflow : client.list().get("workflows")) {
      client.withdraw(workflow.get("id").asText());
    }
  }

  private static String document(List<Step> steps) {
    ObjectNode workflow = MAPPER.createObjectNode().put("id", "shape");
    ArrayNode jobs = workflow.putArray("jobs");
    for (Step step : steps) {
      ObjectNode job = jobs.addObject().put("name", step.name());
      step.reads().forEach(job.putArray("reads")::add);
      step.writes().forEach(job.putArray("writes")::add);
    }
    return workflow.toString();
  }

  private static String events(List<Step> steps) {
    ArrayNode events = MAPPER.createArrayNode();
    for (Step step : steps) {
      ObjectNode event = events.addObject().put("eventType", "START");
      event.putObject("run").put("runId", UUID.randomUUID().toString());
      event.putObject("job").put("namespace", "shapes").put("name", step.name());
      step.reads().forEach(path -> name(event.withArray("inputs").addObject(), path));
      step.writes().forEach(path -> name(event.withArray("outputs").addObject(), path));
    }
    return events.toString();
  }

  /** As OpenLineage names a file: the file system is the namespace. */
  private static void name(ObjectNode dataset, String path) {
    String whole = path.startsWith("/") ? fileSystem + path : path;
    int end = whole.indexOf('/', whole.indexOf("://") + "://".length());
    dataset.put("namespace", whole.substring(0, end)).put("name", whole.substring(end));
  }

  private static ApplicationReport report(Step step) throws Exception {
    ObjectNode report =
        MAPPER
            .createObjectNode()
            .put("application", "application_1_" + step.name())
            .put("user", user)
            .put("queue", "q")
            .put("name", step.name())
            .put("state", "RUNNING");
    step.reads().forEach(report.putArray("reads")::add);
    step.writes().forEach(report.putArray("writes")::add);
    return ApplicationReport.read(report.toString());
  }
}
