/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One application: chained jobs and what could not be learnt about them.
 *
 * @param id what the workflow is registered under; registering the same id again replaces it
 * @param name the name its author gave it
 * @param jobs the jobs, in the order of the definition
 * @param notes what a reader should know about lineage that is missing or guessed
 */
public record Workflow(String id, String name, List<Job> jobs, List<Note> notes) {
  /** Jobs that one workflow may have; more are refused, so that a graph stays small. */
  public static final int MAX_JOBS = 5_000;

  /** Longest name of a job. */
  static final int MAX_JOB_NAME = 1_024;

  /** Copies the lists; the record is immutable. */
  public Workflow {
    jobs = List.copyOf(jobs);
    notes = List.copyOf(notes);
  }

  /**
   * Creates a workflow after checking what every source must hold: names are unique, and jobs refer
   * to jobs that exist.
   *
   * @param id not blank; the forms that come over the network restrict it further
   * @param jobs each named by 1 to 1,024 characters that are not all blank, none of them a control
   * @throws LineageException naming the job at fault
   */
  public static Workflow of(String id, String name, List<Job> jobs, List<Note> notes)
      throws LineageException {
    if (id.isBlank()) {
      throw new LineageException("a workflow needs an id");
    }
    if (jobs.size() > MAX_JOBS) {
      throw new LineageException(
          "workflow " + id + " has " + jobs.size() + " jobs; at most " + MAX_JOBS + " are taken");
    }
    Set<String> names = new HashSet<>();
    for (Job job : jobs) {
      requireName(id, job);
      if (!names.add(job.name())) {
        throw new LineageException("workflow " + id + " has two jobs named '" + job.name() + "'");
      }
    }
    for (Job job : jobs) {
      requireKnown(id, job, job.after(), names);
      requireKnown(id, job, job.excludes(), names);
      requireKnown(id, job, job.reading().until(), names);
    }
    return new Workflow(id, name, jobs, notes);
  }

  /** This workflow with every dataset replaced by what the function makes of it. */
  public Workflow mapDatasets(UnaryOperator<DatasetPath> function) {
    List<Job> mapped = jobs.stream().map(job -> job.mapDatasets(function)).toList();
    return new Workflow(id, name, mapped, notes);
  }

  /** This workflow under another id. */
  public Workflow withId(String other) {
    return other.equals(id) ? this : new Workflow(other, name, jobs, notes);
  }

  private static void requireName(String id, Job job) throws LineageException {
    String name = job.name();
    if (name.isBlank()
        || name.length() > MAX_JOB_NAME
        || name.chars().anyMatch(Character::isISOControl)) {
      throw new LineageException(
          "workflow %s has a job whose name is blank, has control characters or more than %d: '%s'"
              .formatted(id, MAX_JOB_NAME, name));
    }
  }

  private static void requireKnown(String id, Job job, Set<String> named, Set<String> known)
      throws LineageException {
    for (String other : named) {
      if (!known.contains(other)) {
        throw new LineageException(
            "workflow " + id + ": job '" + job.name() + "' names an unknown job '" + other + "'");
      }
    }
  }
}
