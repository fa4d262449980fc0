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
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.lineage.Rename;
import io.tierline.ldm.live.Chain;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.Uses;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A job in a report, in JSON. What is missing is empty.
 *
 * @param run tells the run from the others of its source
 * @param workflow id of its workflow
 * @param workflowName name of that workflow, the same in every run
 * @param job its name there
 * @param application its name as it comes again with every run
 * @param state how far it is
 * @param reads paths or URIs read
 * @param writes paths or URIs written
 * @param renames paths moved
 * @param followers names of the jobs that come directly after it
 * @param start its nominal time
 * @param data when all that it waits for can be there
 * @param until names of the jobs until whose end it counts as a reader
 * @param tookSeconds how long such jobs have run so far
 * @param tasks how many tasks read an input
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(Include.NON_EMPTY)
record JobForm(
    String run,
    String workflow,
    String workflowName,
    String job,
    String application,
    JobState state,
    List<String> reads,
    List<String> writes,
    List<RenameForm> renames,
    Set<String> followers,
    String start,
    String data,
    Set<String> until,
    Long tookSeconds,
    Integer tasks) {
  private static final int MAX_NAME = 1_024;
  private static final int MAX_NAMES = 10_000;
  private static final int MAX_PATHS = 10_000;

  /** A move. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record RenameForm(String source, String target) {}

  static JobForm of(Observation seen) {
    Reading reading = seen.reading();
    return new JobForm(
        seen.run(),
        seen.chain().id(),
        seen.chain().name(),
        seen.job(),
        seen.application(),
        seen.state(),
        texts(seen.uses().reads()),
        texts(seen.uses().writes()),
        seen.uses().renames().stream()
            .map(each -> new RenameForm(each.source().toString(), each.target().toString()))
            .toList(),
        new TreeSet<>(seen.followers()),
        reading.start().map(Instant::toString).orElse(null),
        reading.data().map(Instant::toString).orElse(null),
        new TreeSet<>(reading.until()),
        reading.took().map(Duration::toSeconds).orElse(null),
        reading.tasks() == 0 ? null : Integer.valueOf(reading.tasks()));
  }

  private static List<String> texts(List<DatasetPath> paths) {
    return paths.stream().map(DatasetPath::toString).toList();
  }

  /** The job as one of the user's. */
  Observation observation(Origin origin, String user) throws LineageException {
    requireName("run", run);
    requireName("workflow", workflow);
    requireName("workflowName", workflowName);
    requireName("job", job);
    requireName("application", application);
    if (state == null) {
      throw new LineageException("a job needs 'state'");
    }
    return new Observation(
        origin,
        // Users cannot touch each other's jobs, whatever they call theirs.
        user + "/" + run,
        user,
        Chain.stated(workflow, workflowName),
        job,
        application,
        state,
        new Uses(paths(reads), paths(writes), moves()),
        names("followers", followers),
        reading());
  }

  private Reading reading() throws LineageException {
    try {
      return new Reading(
          Optional.ofNullable(start).map(Instant::parse),
          Optional.ofNullable(data).map(Instant::parse),
          names("until", until),
          Optional.ofNullable(tookSeconds).map(Duration::ofSeconds),
          Math.max(0, tasks == null ? 0 : tasks));
    } catch (DateTimeException e) {
      throw new LineageException(job + ": no moment in UTC: " + e.getMessage(), e);
    }
  }

  private List<Rename> moves() throws LineageException {
    List<Rename> moves = new ArrayList<>();
    for (RenameForm each : bounded("renames", renames)) {
      if (each == null) {
        throw new LineageException(job + ": a rename is null");
      }
      moves.add(new Rename(path(each.source()), path(each.target())));
    }
    return moves;
  }

  private List<DatasetPath> paths(List<String> texts) throws LineageException {
    List<DatasetPath> paths = new ArrayList<>();
    for (String text : bounded("paths", texts)) {
      paths.add(path(text));
    }
    return paths;
  }

  private <T> List<T> bounded(String what, List<T> all) throws LineageException {
    if (all == null) {
      return List.of();
    }
    if (all.size() > MAX_PATHS) {
      throw new LineageException("%s: at most %d %s".formatted(job, MAX_PATHS, what));
    }
    return all;
  }

  private DatasetPath path(String text) throws LineageException {
    if (text == null || text.length() > DatasetPath.MAX_LENGTH) {
      throw new LineageException(
          "%s: a path has up to %d characters".formatted(job, DatasetPath.MAX_LENGTH));
    }
    try {
      return DatasetPath.of(text);
    } catch (IllegalArgumentException e) {
      throw new LineageException(job + ": " + e.getMessage(), e);
    }
  }

  private static Set<String> names(String field, Set<String> names) throws LineageException {
    if (names == null) {
      return Set.of();
    }
    if (names.size() > MAX_NAMES) {
      throw new LineageException("'%s' has at most %d names".formatted(field, MAX_NAMES));
    }
    for (String name : names) {
      requireName(field, name);
    }
    return names;
  }

  /** Refuses what is no name: empty, too long, or with what a terminal would obey. */
  static void requireName(String field, String text) throws LineageException {
    if (text == null
        || text.isBlank()
        || text.length() > MAX_NAME
        || text.chars().anyMatch(Character::isISOControl)) {
      throw new LineageException(
          "'%s' needs 1 to %d characters without controls: '%s'".formatted(field, MAX_NAME, text));
    }
  }
}
