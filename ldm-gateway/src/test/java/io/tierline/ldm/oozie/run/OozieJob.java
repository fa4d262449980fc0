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

/** A workflow as Oozie's web services tell of it. */
public final class OozieJob {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ObjectNode job = MAPPER.createObjectNode();
  private final ArrayNode actions = job.putArray("actions");
  private final StringBuilder conf = new StringBuilder();

  /** A running workflow of ann. */
  public OozieJob(String id) {
    job.put("id", id).put("appName", "flow").put("user", "ann").put("run", 0);
    job.putNull("group");
    status("RUNNING");
  }

  /** Sets how far it is. */
  public OozieJob status(String status) {
    job.put("status", status);
    return this;
  }

  /** Sets whose it is. */
  public OozieJob user(String user) {
    job.put("user", user);
    return this;
  }

  /** Sets how often it was run again. */
  public OozieJob run(int run) {
    job.put("run", run);
    return this;
  }

  /** Sets when it started, and when it had ended. */
  public OozieJob times(Instant started, Instant ended) {
    job.put("startTime", text(started)).put("endTime", text(ended));
    return this;
  }

  private static String text(Instant time) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atZone(ZoneOffset.UTC));
  }

  /** Sets what runs it. */
  public OozieJob parent(String id) {
    job.put("parentId", id);
    return this;
  }

  /** Sets what it was submitted with. */
  public OozieJob property(String name, String value) {
    conf.append("<property><name>%s</name><value>%s</value></property>".formatted(name, value));
    job.put("conf", "<configuration>" + conf + "</configuration>");
    return this;
  }

  /** Sets an action, or what has become of it; transition null while it was not left. */
  public OozieJob action(String name, String status, String transition) {
    ObjectNode node = null;
    for (var known : actions) {
      node = known.get("name").asText().equals(name) ? (ObjectNode) known : node;
    }
    node = node == null ? actions.addObject() : node;
    node.put("name", name).put("status", status).put("transition", transition);
    return this;
  }

  /** Sets what an action has started, and with what. */
  public OozieJob started(String name, String externalId, String conf) {
    for (var known : actions) {
      if (known.get("name").asText().equals(name)) {
        ((ObjectNode) known).put("externalId", externalId).put("conf", conf);
      }
    }
    return this;
  }

  /** As the server answers. */
  public String json() {
    return job.toString();
  }

  WorkflowStatus status() throws Exception {
    return OozieAnswers.workflow(json());
  }

  /** A definition around some nodes. */
  public static byte[] definition(String nodes) {
    return ("<workflow-app xmlns='uri:oozie:workflow:1.0' name='flow'>%s"
            + "<kill name='fail'><message/></kill><end name='end'/></workflow-app>")
        .formatted(nodes)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** A node that reads one path and writes another; "" for none. */
  public static String copy(String name, String in, String out, String ok, String error) {
    return ("<action name='%s'><map-reduce><configuration>%s%s</configuration></map-reduce>"
            + "<ok to='%s'/><error to='%s'/></action>")
        .formatted(name, stated("tierline.reads", in), stated("tierline.writes", out), ok, error);
  }

  private static String stated(String name, String value) {
    return value.isEmpty()
        ? ""
        : "<property><name>%s</name><value>%s</value></property>".formatted(name, value);
  }
}
