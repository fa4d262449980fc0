/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.JobProperties;
import io.tierline.ldm.oozie.xml.Refusal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads what Oozie's web services answer. Unknown fields are skipped; what names a job later is
 * checked here, since it comes from definitions that anybody submits.
 */
public final class OozieAnswers {
  /** Longest name or id. */
  static final int NAME_MAX = 512;

  /** Actions of one workflow; a definition may have as many nodes. */
  static final int ACTIONS_MAX = 2_000;

  private static final String COORDINATOR_ID = "coordJobId";

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private OozieAnswers() {}

  /**
   * The jobs in one page of the list of workflows.
   *
   * @throws LineageException in one line, when it is no such list
   */
  public static List<ListedJob> workflows(String json) throws LineageException {
    return listed(json, "workflows", "id");
  }

  /**
   * The jobs in one page of the list of coordinators.
   *
   * @throws LineageException in one line, when it is no such list
   */
  public static List<ListedJob> coordinators(String json) throws LineageException {
    return listed(json, "coordinatorjobs", COORDINATOR_ID);
  }

  private static List<ListedJob> listed(String json, String list, String field)
      throws LineageException {
    JsonNode jobs = parse(json).path(list);
    if (!jobs.isArray()) {
      throw new LineageException("not a list of jobs of Oozie: it has no '" + list + "'");
    }
    List<ListedJob> listed = new ArrayList<>();
    for (JsonNode job : jobs) {
      listed.add(new ListedJob(id(job, field), text(job, "user")));
    }
    return listed;
  }

  /**
   * One workflow with its actions.
   *
   * @throws LineageException in one line, when it is none
   */
  public static WorkflowStatus workflow(String json) throws LineageException {
    JsonNode job = parse(json);
    String id = id(job, "id");
    List<ActionStatus> actions = new ArrayList<>();
    for (JsonNode action : job.path("actions")) {
      if (actions.size() == ACTIONS_MAX) {
        throw new LineageException(id + " has more than " + ACTIONS_MAX + " actions");
      }
      actions.add(
          new ActionStatus(
              name(action, "name"),
              name(action, "status"),
              text(action, "transition"),
              text(action, "externalId"),
              text(action, "conf")));
    }
    return new WorkflowStatus(
        id,
        text(job, "appName").isBlank() ? id : name(job, "appName"),
        name(job, "user"),
        name(job, "status"),
        job.path("run").asInt(),
        properties(id, text(job, "conf")),
        actions,
        text(job, "parentId"),
        time(job, "startTime"),
        time(job, "endTime"));
  }

  /**
   * One coordinator with actions of it that have not ended.
   *
   * @throws LineageException in one line, when it is none
   */
  public static CoordinatorStatus coordinator(String json) throws LineageException {
    JsonNode job = parse(json);
    String id = id(job, COORDINATOR_ID);
    List<CoordinatorAction> actions = new ArrayList<>();
    for (JsonNode action : job.path("actions")) {
      if (actions.size() == ACTIONS_MAX) {
        throw new LineageException(id + " has more than " + ACTIONS_MAX + " actions");
      }
      Optional<Instant> nominal = time(action, "nominalTime");
      if (nominal.isPresent()) {
        actions.add(
            new CoordinatorAction(
                name(action, "id"),
                nominal.get(),
                name(action, "status"),
                text(action, "externalId")));
      }
    }
    Instant end = time(job, "endTime").orElse(Instant.MAX);
    Instant pause = time(job, "pauseTime").orElse(Instant.MAX);
    return new CoordinatorStatus(
        id,
        text(job, "coordJobName").isBlank() ? "" : name(job, "coordJobName"),
        name(job, "user"),
        name(job, "status"),
        time(job, "nextMaterializedTime"),
        pause.isBefore(end) ? pause : end,
        properties(id, text(job, "conf")),
        actions);
  }

  private static Optional<Instant> time(JsonNode node, String field) throws LineageException {
    String text = text(node, field);
    if (text.isBlank()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text)));
    } catch (DateTimeException e) {
      throw new LineageException(
          "an answer of Oozie's has a '%s' that is no time: '%s'"
              .formatted(field, Refusal.oneLine(text)),
          e);
    }
  }

  private static JsonNode parse(String json) throws LineageException {
    try {
      JsonNode root = MAPPER.readTree(json);
      if (root != null && root.isObject()) {
        return root;
      }
    } catch (JsonProcessingException e) {
      throw new LineageException(
          "not an answer of Oozie: " + Refusal.oneLine(e.getOriginalMessage()), e);
    } catch (StackOverflowError deep) {
      throw new LineageException("not an answer of Oozie: it is nested too deeply", deep);
    }
    throw new LineageException("not an answer of Oozie: no object");
  }

  private static Map<String, String> properties(String id, String conf) throws LineageException {
    return conf.isBlank()
        ? Map.of()
        : JobProperties.read(id + "/conf", conf.getBytes(StandardCharsets.UTF_8));
  }

  /** An id becomes part of the path of later requests. */
  private static String id(JsonNode job, String field) throws LineageException {
    String id = text(job, field);
    if (id.length() > NAME_MAX || !id.matches("[A-Za-z0-9_-][A-Za-z0-9_.-]*")) {
      throw new LineageException("not an id of Oozie's: '" + Refusal.oneLine(id) + "'");
    }
    return id;
  }

  private static String name(JsonNode node, String field) throws LineageException {
    String text = text(node, field);
    if (text.isBlank()
        || text.length() > NAME_MAX
        || text.chars().anyMatch(Character::isISOControl)) {
      throw new LineageException(
          "an answer of Oozie needs '%s', of 1 to %d characters without controls: '%s'"
              .formatted(field, NAME_MAX, Refusal.oneLine(text)));
    }
    return text;
  }

  private static String text(JsonNode node, String field) {
    JsonNode value = node.path(field);
    return value.isValueNode() && !value.isNull() ? value.asText() : "";
  }
}
