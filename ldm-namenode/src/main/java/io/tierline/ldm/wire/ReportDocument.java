/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.wire;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tierline.ldm.json.JsonErrors;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.SourceReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What sources of lineage tell a NameNode of jobs, in JSON, and the only thing that they tell it
 * beside documents to register:
 *
 * <pre>{@code
 * {"version": 1, "reports": [
 *   {"source": "oozie", "user": "ann",
 *    "seen": [{"run": "7-W@sort#0", "workflow": "7-W", "workflowName": "nightly", "job": "sort",
 *              "application": "nightly/sort", "state": "RUNNING",
 *              "reads": ["/in"], "writes": ["/out"], "followers": ["load"]}],
 *    "insteadOf": ["3-C@12"]},
 *   {"source": "oozie", "user": "ann",
 *    "coming": [{"run": "3-C@13/sort", "workflow": "3-C@13", "workflowName": "nightly",
 *                "job": "sort", "application": "nightly/sort", "state": "RUNNING",
 *                "reads": ["/in"], "start": "2026-11-24T01:00:00Z", "tookSeconds": 600}],
 *    "gone": ["3-C@11"], "ended": ["6-W"]}]}
 * }</pre>
 *
 * Fields that are not known are passed over, so that a sender may be newer; a document that an
 * older reader would misunderstand has another version, and is refused as a whole.
 */
public final class ReportDocument {
  /** The version that is written, and the only one that is read. */
  public static final int VERSION = 1;

  /** Reports in one document. */
  public static final int MAX_REPORTS = 1_000;

  /** Jobs of one report. */
  static final int MAX_JOBS = 10_000;

  /** Ids in one list. */
  static final int MAX_IDS = 10_000;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private record DocumentForm(int version, List<JsonNode> reports) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(Include.NON_EMPTY)
  private record ReportForm(
      String source,
      String user,
      List<JobForm> seen,
      List<String> insteadOf,
      List<JobForm> coming,
      List<String> gone,
      List<String> ended,
      List<String> noJobs) {}

  /**
   * Reports that came together, by their places in the document, from 0.
   *
   * @param reports those that could be read
   * @param refused why others could not, each in one line
   */
  public record Batch(
      SortedMap<Integer, SourceReport> reports, SortedMap<Integer, String> refused) {}

  private ReportDocument() {}

  /** Writes reports as {@link #read} takes them. */
  public static String write(List<SourceReport> reports) {
    List<JsonNode> forms = new ArrayList<>();
    for (SourceReport report : reports) {
      forms.add(MAPPER.valueToTree(form(report)));
    }
    try {
      return MAPPER.writeValueAsString(new DocumentForm(VERSION, forms));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static ReportForm form(SourceReport report) {
    return new ReportForm(
        report.source().toString(),
        report.user(),
        report.seen().stream().map(JobForm::of).toList(),
        report.insteadOf(),
        report.coming().stream().map(JobForm::of).toList(),
        report.gone(),
        report.ended(),
        report.noJobs());
  }

  /**
   * Reads a document. Reports that are none are told of, and hinder no others.
   *
   * @throws LineageException in one line, when it is no such document
   */
  public static Batch read(String json) throws LineageException {
    List<JsonNode> all = parse(json);
    SortedMap<Integer, SourceReport> reports = new TreeMap<>();
    SortedMap<Integer, String> refused = new TreeMap<>();
    for (int i = 0; i < all.size(); i++) {
      try {
        reports.put(i, report(all.get(i)));
      } catch (LineageException none) {
        refused.put(i, none.getMessage());
      }
    }
    return new Batch(reports, refused);
  }

  private static List<JsonNode> parse(String json) throws LineageException {
    JsonNode root;
    try {
      root = MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new LineageException("not a document of reports: " + JsonErrors.reason(e), e);
    } catch (StackOverflowError deep) {
      throw new LineageException("not a document of reports: it is nested too deeply", deep);
    }
    if (root == null || !root.path("version").isInt() || !root.path("reports").isArray()) {
      throw new LineageException("not a document of reports: it needs 'version' and 'reports'");
    }
    int version = root.path("version").intValue();
    if (version != VERSION) {
      throw new LineageException(
          "a document of reports of version %d; this NameNode reads %d"
              .formatted(version, VERSION));
    }
    List<JsonNode> all = new ArrayList<>();
    root.path("reports").forEach(all::add);
    if (all.size() > MAX_REPORTS) {
      throw new LineageException("at most %d reports in a document".formatted(MAX_REPORTS));
    }
    return all;
  }

  private static SourceReport report(JsonNode node) throws LineageException {
    ReportForm form;
    try {
      form = MAPPER.treeToValue(node, ReportForm.class);
    } catch (JsonProcessingException e) {
      throw new LineageException("not a report: " + JsonErrors.reason(e), e);
    } catch (StackOverflowError deep) {
      throw new LineageException("not a report: it is nested too deeply", deep);
    }
    if (form == null) {
      throw new LineageException("not a report: it is null");
    }
    JobForm.requireName("user", form.user());
    Origin source = source(form.source());
    return new SourceReport(
        source,
        form.user(),
        jobs(form.seen(), source, form.user()),
        ids("insteadOf", form.insteadOf()),
        jobs(form.coming(), Origin.SCHEDULED, form.user()),
        ids("gone", form.gone()),
        ids("ended", form.ended()),
        runs(form.noJobs(), form.user()));
  }

  /** A source that says of itself that it is another is believed no more than it deserves. */
  private static Origin source(String name) throws LineageException {
    String source = name == null ? "" : name.toLowerCase(Locale.ROOT);
    if (source.equals(Origin.OOZIE.toString())) {
      return Origin.OOZIE;
    }
    if (source.equals(Origin.OPENLINEAGE.toString())) {
      return Origin.OPENLINEAGE;
    }
    throw new LineageException("'source' is oozie or openlineage, not '" + name + "'");
  }

  private static List<Observation> jobs(List<JobForm> forms, Origin origin, String user)
      throws LineageException {
    if (forms == null) {
      return List.of();
    }
    if (forms.size() > MAX_JOBS) {
      throw new LineageException("a report has at most " + MAX_JOBS + " jobs");
    }
    List<Observation> jobs = new ArrayList<>();
    for (JobForm form : forms) {
      if (form == null) {
        throw new LineageException("a job is null");
      }
      jobs.add(form.observation(origin, user));
    }
    return jobs;
  }

  private static List<String> runs(List<String> texts, String user) throws LineageException {
    return ids("noJobs", texts).stream().map(run -> user + "/" + run).toList();
  }

  private static List<String> ids(String field, List<String> texts) throws LineageException {
    if (texts == null) {
      return List.of();
    }
    if (texts.size() > MAX_IDS) {
      throw new LineageException("'%s' has at most %d ids".formatted(field, MAX_IDS));
    }
    for (String text : texts) {
      JobForm.requireName(field, text);
    }
    return texts;
  }
}
