/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.limits;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Note;
import io.tierline.ldm.lineage.Rename;
import io.tierline.ldm.lineage.Workflow;
import java.util.Collection;

/**
 * What registered workflows take of the NameNode.
 *
 * <p>Memory is estimated, from above for what people register: the text as it is kept, and for each
 * job, path and link the objects that hold it in the document, the graphs and the indices. {@code
 * UsageTest} holds the estimate against a real heap.
 *
 * @param workflows how many
 * @param jobs their jobs
 * @param paths the datasets these name
 * @param notes the notes on them
 * @param memory bytes of the heap, estimated
 * @param links pairs in the graphs; see {@link Limit#LINKS}
 */
public record Usage(long workflows, long jobs, long paths, long notes, long memory, long links) {
  /** Nothing. */
  public static final Usage NONE = new Usage(0, 0, 0, 0, 0, 0);

  private static final int WORKFLOW_BYTES = 1_500;
  private static final int JOB_BYTES = 700;
  private static final int PATH_BYTES = 700;
  private static final int NAME_BYTES = 120;
  private static final int NOTE_BYTES = 120;
  private static final int LINK_BYTES = 8;

  /** What the workflow takes, without its links, which depend on what else is registered. */
  public static Usage of(Workflow workflow) {
    long paths = 0;
    long memory = WORKFLOW_BYTES + text(workflow.id()) + text(workflow.name());
    for (Job job : workflow.jobs()) {
      long named = job.uses().size() + 2L * job.renames().size();
      paths += named;
      memory += JOB_BYTES + text(job.name()) + text(job.type()) + PATH_BYTES * named;
      memory += names(job.after()) + names(job.excludes());
      for (DatasetUse use : job.uses()) {
        memory += text(use.dataset());
      }
      for (Rename rename : job.renames()) {
        memory += text(rename.source()) + text(rename.target());
      }
    }
    for (Note note : workflow.notes()) {
      memory += NOTE_BYTES + text(note.job()) + text(note.text());
    }
    return new Usage(1, workflow.jobs().size(), paths, workflow.notes().size(), memory, 0);
  }

  private static long names(Collection<String> names) {
    // The names are the jobs' own where a document was read; nothing promises that.
    return names.stream().mapToLong(name -> NAME_BYTES + text(name)).sum();
  }

  private static long text(DatasetPath path) {
    return text(path.fileSystem()) + text(path.path());
  }

  /** A string of other characters than Latin's takes two bytes for each. */
  private static long text(String text) {
    return text.chars().allMatch(c -> c <= 0xff) ? text.length() : 2L * text.length();
  }

  /** This usage with so many links. */
  public Usage withLinks(long count) {
    return new Usage(workflows, jobs, paths, notes, memory + LINK_BYTES * (count - links), count);
  }

  /** Both together. */
  public Usage plus(Usage other) {
    return new Usage(
        workflows + other.workflows,
        jobs + other.jobs,
        paths + other.paths,
        notes + other.notes,
        memory + other.memory,
        links + other.links);
  }

  /** This without the other. */
  public Usage minus(Usage other) {
    return new Usage(
        workflows - other.workflows,
        jobs - other.jobs,
        paths - other.paths,
        notes - other.notes,
        memory - other.memory,
        links - other.links);
  }

  /** What counts against that limit; 0 for one that is counted elsewhere. */
  public long of(Limit limit) {
    return switch (limit) {
      case WORKFLOWS -> workflows;
      case JOBS -> jobs;
      case PATHS -> paths;
      case NOTES -> notes;
      case MEMORY -> memory;
      case LINKS -> links;
      default -> 0;
    };
  }
}
