/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a source of lineage tells of one user's jobs, to be taken in as one. Taken in twice it says
 * no more than once.
 *
 * @param source the source
 * @param user the user whose jobs all of them are
 * @param seen jobs that run or have ended
 * @param insteadOf the workflows by which those were scheduled, which they replace
 * @param coming jobs that a schedule says will run; of each workflow all
 * @param gone workflows that are scheduled no more
 * @param ended workflows that have ended: what was only expected of them comes no more
 * @param noJobs runs that have turned out to be no jobs
 */
public record SourceReport(
    Origin source,
    String user,
    List<Observation> seen,
    List<String> insteadOf,
    List<Observation> coming,
    List<String> gone,
    List<String> ended,
    List<String> noJobs) {

  /** Copies the lists, and checks that every job is that user's. */
  public SourceReport {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(user, "user");
    seen = List.copyOf(seen);
    insteadOf = List.copyOf(insteadOf);
    coming = List.copyOf(coming);
    gone = List.copyOf(gone);
    ended = List.copyOf(ended);
    noJobs = List.copyOf(noJobs);
    if (Stream.concat(seen.stream(), coming.stream()).anyMatch(job -> !job.owner().equals(user))) {
      throw new IllegalArgumentException("a job that is not of " + user);
    }
  }

  /** Jobs of one workflow, in the place of what was scheduled, and runs that are none. */
  public static SourceReport seen(
      Origin source,
      String user,
      List<Observation> seen,
      List<String> insteadOf,
      Collection<String> noJobs) {
    return new SourceReport(
        source,
        user,
        seen,
        insteadOf,
        List.of(),
        List.of(),
        List.of(),
        noJobs.stream().sorted().toList());
  }

  /** What is to come, and what is no longer. */
  public static SourceReport scheduled(
      Origin source, String user, List<Observation> coming, List<String> gone) {
    return new SourceReport(source, user, List.of(), List.of(), coming, gone, List.of(), List.of());
  }

  /** The end of a workflow, and runs of it of which no end is known. */
  public static SourceReport ended(
      Origin source, String user, String workflow, Collection<String> noJobs) {
    return new SourceReport(
        source,
        user,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(workflow),
        noJobs.stream().sorted().toList());
  }

  /** This report with other jobs. */
  public SourceReport with(List<Observation> otherSeen, List<Observation> otherComing) {
    return new SourceReport(source, user, otherSeen, insteadOf, otherComing, gone, ended, noJobs);
  }

  /** How many jobs it tells of. */
  public int jobs() {
    return seen.size() + coming.size();
  }

  /** This report, with other jobs that run or have ended. */
  public SourceReport withSeen(List<Observation> others) {
    return new SourceReport(source, user, others, insteadOf, coming, gone, ended, noJobs);
  }
}
