/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;

/** A coordinator as Oozie's web services tell of it. */
public final class OozieCoordinator {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ObjectNode job = MAPPER.createObjectNode();
  private final ArrayNode actions = job.putArray("actions");
  private final StringBuilder conf = new StringBuilder();

  /** A running coordinator of ann without end. */
  public OozieCoordinator(String id) {
    job.put("coordJobId", id).put("coordJobName", "hourly").put("user", "ann");
    for (String none : new String[] {"pauseTime", "endTime", "bundleId", "group", "acl"}) {
      job.putNull(none);
    }
    job.put("frequency", "60").put("timeUnit", "MINUTE").put("mat_throttling", 12);
    status("RUNNING");
  }

  private static String text(Instant time) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atZone(ZoneOffset.UTC));
  }

  /** Sets who it runs as. */
  public OozieCoordinator user(String user) {
    job.put("user", user);
    return this;
  }

  /** Sets the name that a bundle has given it. */
  public OozieCoordinator called(String name) {
    job.put("coordJobName", name);
    return this;
  }

  /** Sets how far it is. */
  public OozieCoordinator status(String status) {
    job.put("status", status);
    return this;
  }

  /** Sets when the next action is due that is not made yet. */
  public OozieCoordinator next(Instant time) {
    job.put("nextMaterializedTime", text(time));
    return this;
  }

  /** Sets its end. */
  public OozieCoordinator end(Instant time) {
    job.put("endTime", text(time));
    return this;
  }

  /** Sets when it is to pause. */
  public OozieCoordinator pause(Instant time) {
    job.put("pauseTime", text(time));
    return this;
  }

  /** Sets what it was submitted with. */
  public OozieCoordinator property(String name, String value) {
    conf.append("<property><name>%s</name><value>%s</value></property>".formatted(name, value));
    job.put("conf", "<configuration>" + conf + "</configuration>");
    return this;
  }

  /** Sets an action, or what has become of it; workflow null before it runs one. */
  public OozieCoordinator action(int number, Instant nominal, String status, String workflow) {
    String id = job.get("coordJobId").asText() + "@" + number;
    ObjectNode node = null;
    for (var known : actions) {
      node = known.get("id").asText().equals(id) ? (ObjectNode) known : node;
    }
    node = node == null ? actions.addObject() : node;
    node.put("id", id).put("actionNumber", number).put("nominalTime", text(nominal));
    node.put("status", status).put("externalId", workflow).putNull("createdConf");
    return this;
  }

  /** As the server answers. */
  public String json() {
    return job.toString();
  }

  CoordinatorStatus status() throws Exception {
    return OozieAnswers.coordinator(json());
  }

  /** A definition with an hourly dataset "hours" at /hours/TIME and one, "out", at /out/TIME. */
  public static byte[] definition(String start, int minutes, String events) {
    return ("<coordinator-app xmlns='uri:oozie:coordinator:0.4' name='hourly' frequency='%d'"
            + " start='%s' end='2036-01-01T00:00Z' timezone='UTC'><datasets>%s%s</datasets>%s"
            + "<action><workflow><app-path>/app</app-path><configuration><property>"
            + "<name>out</name><value>${coord:dataOut('o')}</value></property></configuration>"
            + "</workflow></action></coordinator-app>")
        .formatted(minutes, start, dataset("hours"), dataset("out"), events)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Events that read this hour's instance of a dataset. */
  public static String reads(String dataset) {
    return ("<input-events><data-in name='i' dataset='%s'><instance>${coord:current(0)}"
            + "</instance></data-in></input-events>")
        .formatted(dataset);
  }

  /** The same definition, but that it includes its datasets from there. */
  public static byte[] including(String path) {
    String own = new String(definition("2026-11-22T00:00Z", 60, copies()), StandardCharsets.UTF_8);
    String include = "<datasets><include>" + path + "</include></datasets>";
    return own.replaceFirst("<datasets>.*</datasets>", Matcher.quoteReplacement(include))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** A file of the datasets of {@link #definition}. */
  public static byte[] datasets() {
    String all = "<datasets>" + dataset("hours") + dataset("out") + "</datasets>";
    return all.getBytes(StandardCharsets.UTF_8);
  }

  private static String dataset(String name) {
    return ("<dataset name='%s' frequency='60' initial-instance='2026-01-01T00:00Z'"
            + " timezone='UTC'><uri-template>/%s/${YEAR}${MONTH}${DAY}${HOUR}</uri-template>"
            + "</dataset>")
        .formatted(name, name);
  }

  /** Events that read this hour's instance and write this hour's. */
  public static String copies() {
    return "<input-events><data-in name='i' dataset='hours'><instance>${coord:current(0)}"
        + "</instance></data-in></input-events><output-events><data-out name='o' dataset='out'>"
        + "<instance>${coord:current(0)}</instance></data-out></output-events>";
  }
}
