/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.mapreduce;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tierline.ldm.json.JsonErrors;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.Chain;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.Uses;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a ResourceManager tells the NameNode of an application, in JSON.
 *
 * @param application its id
 * @param user the user it runs as
 * @param queue the queue it was put in
 * @param name the name it was given
 * @param state how far it is
 * @param workflow id of the workflow it belongs to; empty when nothing says
 * @param workflowName name of that workflow, the same in every run
 * @param job its name in that workflow
 * @param followers names of the jobs that come directly after it there
 * @param reads paths or URIs read
 * @param writes paths or URIs written
 * @param outputBytes how much it will write, as its configuration says; 0 when that says nothing
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ApplicationReport(
    String application,
    String user,
    String queue,
    String name,
    JobState state,
    String workflow,
    String workflowName,
    String job,
    Set<String> followers,
    List<String> reads,
    List<String> writes,
    long outputBytes) {

  private static final int MAX_NAME = 512;
  private static final int MAX_PATHS = 10_000;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** Takes what is missing as empty. */
  public ApplicationReport {
    queue = orEmpty(queue);
    workflow = orEmpty(workflow);
    workflowName = orEmpty(workflowName);
    job = orEmpty(job);
    followers = followers == null ? Set.of() : withoutNull(followers);
    reads = reads == null ? List.of() : List.copyOf(withoutNull(reads));
    writes = writes == null ? List.of() : List.copyOf(withoutNull(writes));
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  private static Set<String> withoutNull(Iterable<String> texts) {
    Set<String> kept = new LinkedHashSet<>();
    texts.forEach(text -> kept.add(orEmpty(text)));
    kept.remove("");
    return kept;
  }

  /** True when it says nothing that lineage could be made of. */
  @JsonIgnore
  public boolean isEmpty() {
    return workflow.isEmpty() && reads.isEmpty() && writes.isEmpty();
  }

  /** This application in another state. */
  public ApplicationReport in(JobState now) {
    return new ApplicationReport(
        application,
        user,
        queue,
        name,
        now,
        workflow,
        workflowName,
        job,
        followers,
        reads,
        writes,
        outputBytes);
  }

  /** Writes the report as {@link #read} takes it. */
  public String json() {
    try {
      return MAPPER.writeValueAsString(this);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Reads a report.
   *
   * @throws LineageException in one line, when the text is none
   */
  public static ApplicationReport read(String json) throws LineageException {
    ApplicationReport report;
    try {
      report = MAPPER.readValue(json, ApplicationReport.class);
    } catch (JsonProcessingException e) {
      throw new LineageException("not an application report: " + JsonErrors.reason(e), e);
    }
    if (report == null || report.state() == null) {
      throw new LineageException("not an application report: it has no 'state'");
    }
    requireName("application", report.application());
    requireName("user", report.user());
    requireName("name", report.name());
    if (!report.workflow().isEmpty()) {
      requireName("workflow", report.workflow());
      requireName("job", report.job());
    }
    for (String follower : report.followers()) {
      requireName("followers", follower);
    }
    if (report.reads().size() > MAX_PATHS || report.writes().size() > MAX_PATHS) {
      throw new LineageException(
          "an application report has at most " + MAX_PATHS + " paths of a kind");
    }
    return report;
  }

  private static void requireName(String field, String text) throws LineageException {
    if (text == null
        || text.isBlank()
        || text.length() > MAX_NAME
        || text.chars().anyMatch(Character::isISOControl)) {
      throw new LineageException(
          "an application report needs '%s', of 1 to %d characters without controls: '%s'"
              .formatted(field, MAX_NAME, text));
    }
  }

  /**
   * What the report says of a job. Without a workflow, jobs of one user and queue stand together.
   *
   * @throws LineageException when a path is none
   */
  public Observation observation() throws LineageException {
    boolean isStated = !workflow.isEmpty();
    String lasting = workflowName.isEmpty() ? workflow : workflowName;
    return new Observation(
        Origin.YARN,
        // Users cannot touch each other's jobs, whatever id they give theirs.
        user + "/" + application,
        user,
        isStated ? Chain.stated(workflow, lasting) : Chain.adHoc("yarn:" + user + ":" + queue),
        isStated ? job : name + " " + application,
        isStated ? lasting + "/" + job : name,
        state,
        Uses.of(paths(reads), paths(writes)),
        isStated ? followers : Set.of());
  }

  private List<DatasetPath> paths(List<String> texts) throws LineageException {
    List<DatasetPath> paths = new ArrayList<>();
    for (String text : texts) {
      if (text.length() > DatasetPath.MAX_LENGTH) {
        throw new LineageException(
            "a path has at most " + DatasetPath.MAX_LENGTH + " characters: " + application);
      }
      try {
        paths.add(DatasetPath.of(text));
      } catch (IllegalArgumentException e) {
        throw new LineageException(application + ": " + e.getMessage(), e);
      }
    }
    return paths;
  }
}
