/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.LineageSource;
import io.tierline.ldm.lineage.Note;
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.lineage.Rename;
import io.tierline.ldm.lineage.Workflow;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A workflow in JSON:
 *
 * <pre>{@code
 * {"id": "nightly", "name": "nightly",
 *  "jobs": [{"name": "extract", "type": "spark", "writes": ["/stage/a"]},
 *           {"name": "load", "after": ["extract"], "reads": ["/stage/a"], "writes": ["/out"]}]}
 * }</pre>
 *
 * Unknown fields are refused, so that a misspelt one is not lost in silence. An id has 1 to 256
 * letters, digits or characters of {@code . _ - @ : +}, and not only dots, which a URL would lose.
 */
public final class LineageDocument implements LineageSource {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  /** What an id may look like: it stands in URLs and logs. Those that Oozie gives are such. */
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._@:+-]{1,256}");

  /** Longest name of a workflow, and type of a job. */
  private static final int MAX_SHOWN = 1_024;

  private static final Pattern ONLY_DOTS = Pattern.compile("[.]+");

  record WorkflowForm(
      String id,
      String name,
      List<JobForm> jobs,
      @JsonInclude(Include.NON_EMPTY) List<NoteForm> notes) {}

  @JsonInclude(Include.NON_EMPTY)
  record JobForm(
      String name,
      String type,
      @JsonInclude(Include.NON_DEFAULT) int line,
      Set<String> after,
      Set<String> excludes,
      @JsonInclude(Include.NON_DEFAULT) boolean onError,
      List<String> reads,
      List<String> writes,
      List<String> inferredReads,
      List<String> inferredWrites,
      List<RenameForm> renames,
      String start,
      String data,
      Set<String> readsUntil,
      @JsonInclude(Include.NON_DEFAULT) int tasks,
      @JsonInclude(Include.NON_DEFAULT) long outputBytes) {}

  record RenameForm(String source, String target) {}

  record NoteForm(int line, String job, String text) {}

  private final String json;

  /** A source bound to the text. */
  public LineageDocument(String json) {
    this.json = json;
  }

  /** The workflow as a tree that Jackson writes as a document. */
  public static JsonNode tree(Workflow workflow) {
    List<JobForm> jobs = workflow.jobs().stream().map(LineageDocument::form).toList();
    List<NoteForm> notes = workflow.notes().stream().map(LineageDocument::form).toList();
    return MAPPER.valueToTree(new WorkflowForm(workflow.id(), workflow.name(), jobs, notes));
  }

  /** Writes the workflow as a document that {@link #read} takes. */
  public static String write(Workflow workflow) {
    try {
      return MAPPER.writeValueAsString(tree(workflow));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Writes the document of one workflow, or an array of those of several. */
  public static String write(List<Workflow> workflows) {
    if (workflows.size() == 1) {
      return write(workflows.get(0));
    }
    return workflows.stream()
        .map(LineageDocument::write)
        .collect(Collectors.joining(",\n", "[", "]"));
  }

  /**
   * Reads an array of documents, each of which has an id.
   *
   * @throws LineageException telling which of them is none
   */
  public static List<Workflow> readAll(String json) throws LineageException {
    List<Workflow> workflows = new ArrayList<>();
    for (JsonNode document : array(json)) {
      try {
        workflows.add(new LineageDocument(document.toString()).read(""));
      } catch (LineageException none) {
        throw new LineageException(
            "document %d: %s".formatted(workflows.size(), none.getMessage()), none);
      }
    }
    return workflows;
  }

  private static JsonNode array(String json) throws LineageException {
    try {
      JsonNode array = MAPPER.readTree(json);
      if (array.isArray() && !array.isEmpty()) {
        return array;
      }
      throw new LineageException("not an array of lineage documents");
    } catch (JsonProcessingException e) {
      throw new LineageException("not an array of lineage documents: " + JsonErrors.reason(e), e);
    } catch (StackOverflowError deep) {
      throw new LineageException("not an array of lineage documents: nested too deeply", deep);
    }
  }

  private static JobForm form(Job job) {
    return new JobForm(
        job.name(),
        job.type(),
        job.line(),
        new TreeSet<>(job.after()),
        new TreeSet<>(job.excludes()),
        job.onError(),
        paths(job, Access.READ, false),
        paths(job, Access.WRITE, false),
        paths(job, Access.READ, true),
        paths(job, Access.WRITE, true),
        job.renames().stream()
            .map(r -> new RenameForm(r.source().toString(), r.target().toString()))
            .toList(),
        job.start().map(Instant::toString).orElse(null),
        job.reading().data().map(Instant::toString).orElse(null),
        new TreeSet<>(job.reading().until()),
        job.reading().tasks(),
        job.outputBytes());
  }

  /** A document has lines of one definition; where another is meant, the text says which. */
  private static NoteForm form(Note note) {
    return note.file().isEmpty()
        ? new NoteForm(note.line(), note.job(), note.text())
        : new NoteForm(0, note.job(), "%s:%d: %s".formatted(note.file(), note.line(), note.text()));
  }

  private static List<String> paths(Job job, Access access, boolean inferred) {
    return job.uses().stream()
        .filter(use -> use.access() == access && use.inferred() == inferred)
        .map(use -> use.dataset().toString())
        .toList();
  }

  /**
   * Reads the document.
   *
   * @param workflowId the id to use when the document has none
   */
  @Override
  public Workflow read(String workflowId) throws LineageException {
    return workflow(workflowId, MAPPER.readerFor(WorkflowForm.class));
  }

  /**
   * Reads a document of a later version than this one: fields that are not known are passed over.
   */
  public Workflow readKnown() throws LineageException {
    return workflow(
        "",
        MAPPER
            .readerFor(WorkflowForm.class)
            .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));
  }

  private Workflow workflow(String workflowId, ObjectReader reader) throws LineageException {
    WorkflowForm form = parse(reader);
    if (form == null || form.jobs() == null) {
      throw new LineageException("not a lineage document: it has no 'jobs'");
    }
    String id = form.id() == null ? workflowId : form.id();
    requireId(id);
    requireShown("name", form.name());
    List<Job> jobs = new ArrayList<>();
    for (JobForm job : form.jobs()) {
      jobs.add(job(job));
    }
    List<Note> notes = new ArrayList<>();
    for (NoteForm note : or(form.notes())) {
      if (note == null) {
        throw new LineageException("not a lineage document: a note is null");
      }
      notes.add(new Note(note.line(), text(note.job()), text(note.text())));
    }
    return Workflow.of(id, form.name() == null ? id : form.name(), jobs, notes);
  }

  private WorkflowForm parse(ObjectReader reader) throws LineageException {
    try {
      return reader.readValue(json);
    } catch (JsonProcessingException e) {
      throw new LineageException("not a lineage document: " + JsonErrors.reason(e), e);
    }
  }

  private static void requireId(String id) throws LineageException {
    if (!ID.matcher(id).matches() || ONLY_DOTS.matcher(id).matches()) {
      throw new LineageException(
          "a workflow's id has 1 to 256 letters, digits or . _ - @ : + (and not only dots): '"
              + id
              + "'");
    }
  }

  /** What people are shown: of a bounded length, and nothing that a terminal would obey. */
  private static void requireShown(String field, String text) throws LineageException {
    if (text != null
        && (text.length() > MAX_SHOWN || text.chars().anyMatch(Character::isISOControl))) {
      throw new LineageException(
          "%s has at most %d characters, none of them a control".formatted(field, MAX_SHOWN));
    }
  }

  private static Job job(JobForm form) throws LineageException {
    if (form == null || form.name() == null || form.name().isBlank()) {
      throw new LineageException("a job of the lineage document has no 'name'");
    }
    requireShown("job '" + form.name() + "': type", form.type());
    if (form.tasks() < 0 || form.outputBytes() < 0) {
      throw new LineageException(
          "job '" + form.name() + "': 'tasks' and 'outputBytes' are at least 0");
    }
    List<DatasetUse> uses = new ArrayList<>();
    addUses(form.name(), form.reads(), Access.READ, false, uses);
    addUses(form.name(), form.writes(), Access.WRITE, false, uses);
    addUses(form.name(), form.inferredReads(), Access.READ, true, uses);
    addUses(form.name(), form.inferredWrites(), Access.WRITE, true, uses);
    List<Rename> renames = new ArrayList<>();
    for (RenameForm rename : or(form.renames())) {
      if (rename == null) {
        throw new LineageException("job '" + form.name() + "': a rename is null");
      }
      renames.add(
          new Rename(path(form.name(), rename.source()), path(form.name(), rename.target())));
    }
    return new Job(
        form.name(),
        form.type() == null ? "job" : form.type(),
        form.line(),
        or(form.after()),
        or(form.excludes()),
        form.onError(),
        uses,
        renames,
        new Reading(
            time(form, "start", form.start()),
            time(form, "data", form.data()),
            or(form.readsUntil()),
            Optional.empty(),
            form.tasks()),
        form.outputBytes());
  }

  private static Optional<Instant> time(JobForm form, String field, String text)
      throws LineageException {
    try {
      return Optional.ofNullable(text).map(Instant::parse);
    } catch (DateTimeParseException e) {
      throw new LineageException(
          "job '%s': %s is a time such as 2026-03-29T01:00:00Z, not '%s'"
              .formatted(form.name(), field, text),
          e);
    }
  }

  private static void addUses(
      String job, List<String> paths, Access access, boolean inferred, List<DatasetUse> uses)
      throws LineageException {
    for (String path : or(paths)) {
      uses.add(new DatasetUse(path(job, path), access, inferred));
    }
  }

  private static DatasetPath path(String job, String text) throws LineageException {
    String given = text(text);
    if (given.length() > DatasetPath.MAX_LENGTH) {
      throw new LineageException(
          "job '%s': a path has at most %d characters".formatted(job, DatasetPath.MAX_LENGTH));
    }
    try {
      return DatasetPath.of(given);
    } catch (IllegalArgumentException e) {
      throw new LineageException("job '" + job + "': " + e.getMessage(), e);
    }
  }

  private static String text(String text) {
    return text == null ? "" : text;
  }

  private static <T> List<T> or(List<T> list) {
    return list == null ? List.of() : list;
  }

  private static Set<String> or(Set<String> set) throws LineageException {
    if (set == null) {
      return Set.of();
    }
    if (set.contains(null)) {
      throw new LineageException("a job of the lineage document names a null job");
    }
    return new LinkedHashSet<>(set);
  }
}
