/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.mapreduce;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.PathLists;
import io.tierline.ldm.live.JobState;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads a submitted job's configuration: its inputs and outputs, under the new and the old names of
 * the properties, and the workflow it belongs to. The latter is, in this order, what a tag says,
 * what Oozie puts into the jobs it starts, and the {@code mapreduce.workflow.*} properties that
 * Pig, Hive and others set, which also tell what comes next.
 */
public final class JobConfiguration {
  private static final String ADJACENCY = "mapreduce.workflow.adjacency.";
  private static final String WORKFLOW_ID = "mapreduce.workflow.id";
  private static final String WORKFLOW_NAME = "mapreduce.workflow.name";
  private static final String WORKFLOW_NODE = "mapreduce.workflow.node.name";
  private static final String TAGS = "mapreduce.job.tags";
  private static final String OOZIE_JOB = "oozie.job.id";
  private static final String OOZIE_ACTION = "oozie.action.id";

  private static final List<String> INPUT =
      List.of("mapreduce.input.fileinputformat.inputdir", "mapred.input.dir");
  private static final List<String> OUTPUT =
      List.of("mapreduce.output.fileoutputformat.outputdir", "mapred.output.dir");

  /** Pairs of a path and a class, {@code path;class,path;class}. */
  private static final List<String> INPUTS_WITH_CLASS =
      List.of("mapreduce.input.multipleinputs.dir.formats", "mapred.input.dir.formats");

  /** TeraGen's, which writes rows of 100 bytes. */
  private static final List<String> ROWS = List.of("mapreduce.terasort.num-rows");

  private static final long ROW_BYTES = 100;

  /** What the random writers of Hadoop's examples write in all. */
  private static final List<String> TOTAL_BYTES =
      List.of("mapreduce.randomwriter.totalbytes", "mapreduce.randomtextwriter.totalbytes");

  private static final String COMPRESSED = "mapreduce.output.fileoutputformat.compress";

  /** Where distcp copies to; what its job names as its output is only its log. */
  private static final String DISTCP_TARGET = "distcp.target.final.path";

  private static final List<String> WORKING_DIRECTORY =
      List.of("mapreduce.job.working.dir", "mapred.working.dir");
  private static final List<String> FILE_SYSTEM = List.of("fs.defaultFS", "fs.default.name");

  /** Paths of a kind that are told; a job with more inputs is one of many small files. */
  private static final int MAX_PATHS = 5_000;

  private final Map<String, String> properties;

  private JobConfiguration(Map<String, String> properties) {
    this.properties = properties;
  }

  /** True for the properties that are read; all others may hold anything and are none of ours. */
  public static boolean isNeeded(String property) {
    return property.startsWith(ADJACENCY)
        || Set.of(WORKFLOW_ID, WORKFLOW_NAME, WORKFLOW_NODE, OOZIE_JOB, OOZIE_ACTION, TAGS)
            .contains(property)
        || INPUT.contains(property)
        || OUTPUT.contains(property)
        || INPUTS_WITH_CLASS.contains(property)
        || DISTCP_TARGET.equals(property)
        || ROWS.contains(property)
        || TOTAL_BYTES.contains(property)
        || COMPRESSED.equals(property)
        || WORKING_DIRECTORY.contains(property)
        || FILE_SYSTEM.contains(property);
  }

  /**
   * What is to be told of an application that has just been submitted.
   *
   * @param properties its job's configuration with variables filled in; empty when it could not be
   *     read, and then only what its tags say is known
   * @param tagPrefix what a tag begins with that names workflow and job, {@code
   *     PREFIX:WORKFLOW/JOB}
   */
  public static ApplicationReport report(
      Submission submission, Map<String, String> properties, String tagPrefix) {
    JobConfiguration job = new JobConfiguration(properties);
    Membership member = job.membership(submission, tagPrefix);
    return new ApplicationReport(
        submission.application(),
        submission.user(),
        submission.queue(),
        submission.name(),
        JobState.RUNNING,
        member.workflow(),
        member.name(),
        member.job(),
        member.followers(),
        job.reads(submission.user()),
        job.writes(submission.user()),
        job.outputBytes());
  }

  /** Which job of which workflow it is. */
  private record Membership(String workflow, String name, String job, Set<String> followers) {}

  private Membership membership(Submission submission, String tagPrefix) {
    String start = tagPrefix + ":";
    for (String tag : tags(submission)) {
      int slash = tag.indexOf('/');
      boolean isOurs = tag.regionMatches(true, 0, start, 0, start.length());
      if (isOurs && slash > start.length() && slash < tag.length() - 1) {
        String workflow = tag.substring(start.length(), slash);
        String job = tag.substring(slash + 1);
        return new Membership(workflow, workflow, job, followers(job));
      }
    }
    Optional<String> oozieJob = value(List.of(OOZIE_JOB));
    Optional<String> oozieAction = value(List.of(OOZIE_ACTION));
    if (oozieAction.isPresent() && oozieAction.get().contains("@")) {
      String[] parts = oozieAction.get().split("@", 2);
      String name = value(List.of(WORKFLOW_NAME)).orElse("");
      return new Membership(oozieJob.orElse(parts[0]), name, parts[1], Set.of());
    }
    Optional<String> id = value(List.of(WORKFLOW_ID));
    Optional<String> node = value(List.of(WORKFLOW_NODE));
    if (id.isPresent() && node.isPresent()) {
      String name = value(List.of(WORKFLOW_NAME)).orElse(id.get());
      return new Membership(id.get(), name, node.get(), followers(node.get()));
    }
    return new Membership("", "", "", Set.of());
  }

  /** The configuration's first: YARN turns its own to lower case. */
  private Set<String> tags(Submission submission) {
    Set<String> tags = new LinkedHashSet<>();
    value(List.of(TAGS))
        .ifPresent(all -> List.of(all.split(",")).forEach(tag -> tags.add(tag.strip())));
    tags.addAll(new TreeSet<>(submission.tags()));
    return tags;
  }

  private Set<String> followers(String node) {
    Set<String> names = new LinkedHashSet<>();
    value(List.of(ADJACENCY + node))
        .ifPresent(all -> List.of(all.split(",")).forEach(name -> names.add(name.strip())));
    names.remove("");
    names.remove(node);
    return names;
  }

  private List<String> reads(String user) {
    Set<String> reads = new LinkedHashSet<>();
    value(INPUT)
        .map(PathLists::split)
        .ifPresent(all -> all.forEach(path -> place(path, user).ifPresent(reads::add)));
    value(INPUTS_WITH_CLASS)
        .ifPresent(
            pairs -> {
              for (String pair : PathLists.split(pairs)) {
                place(pair.split(";", 2)[0], user).ifPresent(reads::add);
              }
            });
    return reads.stream().limit(MAX_PATHS).toList();
  }

  /** One path, whatever commas are in it. */
  private List<String> writes(String user) {
    return value(List.of(DISTCP_TARGET))
        .or(() -> value(OUTPUT))
        .flatMap(path -> place(path, user))
        .map(List::of)
        .orElse(List.of());
  }

  /**
   * How much a generator will write; 0 where that is not said, or is said of what is compressed.
   */
  private long outputBytes() {
    if (value(List.of(COMPRESSED)).map(Boolean::parseBoolean).orElse(false)) {
      return 0;
    }
    long rows = number(ROWS);
    return rows > 0 ? Math.min(rows, Long.MAX_VALUE / ROW_BYTES) * ROW_BYTES : number(TOTAL_BYTES);
  }

  private long number(List<String> names) {
    try {
      return value(names).map(Long::parseLong).filter(number -> number > 0).orElse(0L);
    } catch (NumberFormatException none) {
      return 0;
    }
  }

  private Optional<String> value(List<String> names) {
    return names.stream()
        .map(properties::get)
        .filter(value -> value != null && !value.isBlank())
        .map(String::strip)
        .findFirst();
  }

  /** A path as the job would resolve it; empty for what no path can be. */
  private Optional<String> place(String path, String user) {
    String fileSystem = value(FILE_SYSTEM).orElse("").replaceFirst("/+$", "");
    String working = value(WORKING_DIRECTORY).orElse("/user/" + user);
    boolean isRelative = !path.startsWith("/") && !path.matches("[A-Za-z][A-Za-z0-9+.-]*:/.*");
    String absolute = isRelative ? working + "/" + path : path;
    String full = absolute.startsWith("/") ? fileSystem + absolute : absolute;
    if (full.length() > DatasetPath.MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      return Optional.of(DatasetPath.of(full).toString());
    } catch (IllegalArgumentException noPath) {
      return Optional.empty();
    }
  }
}
