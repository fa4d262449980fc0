/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.live.Uses;
import io.tierline.ldm.openlineage.RunAssembler;
import io.tierline.ldm.wire.ReportDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs that were told and have not ended, kept in the queue's file: a NameNode that has become
 * active is told of them by the next process too, and what their earlier events said is not
 * forgotten. Used by one thread.
 */
final class KeptJobs {
  private static final Logger LOG = LoggerFactory.getLogger(KeptJobs.class);

  /** Beside the jobs, whose names have a line break: the term that knows all of them. */
  private static final String TERM = "term";

  /** A line with the place among all, and the job. */
  private record Kept(long place, Observation job) {}

  private final int mostJobs;
  private final long mostBytes;

  /** What each that is kept takes; those that were told longest ago come first. */
  private final Map<String, Long> sizes = new LinkedHashMap<>();

  /** Of an earlier process. */
  private final Map<String, Observation> inherited = new LinkedHashMap<>();

  private String term = "";
  private long bytes;
  private long last;

  /**
   * Takes over what is kept.
   *
   * @param mostJobs that are kept; those told of longest ago are forgotten first
   * @param mostBytes that they may take
   */
  KeptJobs(Map<String, String> kept, int mostJobs, long mostBytes) {
    this.mostJobs = mostJobs;
    this.mostBytes = mostBytes;
    Map<String, Kept> jobs = new LinkedHashMap<>();
    kept.forEach(
        (name, text) -> {
          if (name.equals(TERM)) {
            term = text;
          } else {
            read(name, text).ifPresent(job -> jobs.put(name, job));
          }
        });
    jobs.entrySet().stream()
        .sorted(Comparator.comparing(each -> each.getValue().place()))
        .forEach(
            each -> {
              last = each.getValue().place();
              put(each.getKey(), kept.get(each.getKey()).length());
              inherited.put(each.getKey(), each.getValue().job());
            });
  }

  /** One that another version of ours may have written is no reason not to start. */
  private static Optional<Kept> read(String name, String text) {
    try {
      int end = text.indexOf('\n');
      SourceReport report =
          ReportDocument.read(text.substring(end + 1)).reports().values().iterator().next();
      return Optional.of(
          new Kept(Long.parseLong(text.substring(0, end)), withoutUser(report.seen().get(0))));
    } catch (LineageException | RuntimeException e) {
      LOG.warn("a job that was kept is forgotten: {} cannot be read", name.replace('\n', '/'), e);
      return Optional.empty();
    }
  }

  /** A reader puts the user's name before the run's, which has it already. */
  private static Observation withoutUser(Observation job) {
    return new Observation(
        job.origin(),
        job.run().substring(job.owner().length() + 1),
        job.owner(),
        job.chain(),
        job.job(),
        job.application(),
        job.state(),
        job.uses(),
        job.followers(),
        job.reading());
  }

  private static String name(String user, String run) {
    return user + "\n" + run;
  }

  private static String name(Observation job) {
    return name(job.owner(), job.run());
  }

  private void put(String name, long size) {
    drop(name);
    sizes.put(name, size);
    bytes += size;
  }

  private void drop(String name) {
    Long size = sizes.remove(name);
    bytes -= size == null ? 0 : size;
  }

  /** The term of the NameNode that knows all that is kept; empty where that is not known. */
  String term() {
    return term;
  }

  /** What is to be written once that term knows all. */
  Map<String, Optional<String>> known(String now) {
    term = now;
    return Map.of(TERM, Optional.of(now));
  }

  /** The report, with what an earlier process was told of the same runs. */
  SourceReport complete(SourceReport report) {
    if (inherited.isEmpty()) {
      return report;
    }
    List<Observation> seen = report.seen().stream().map(this::complete).toList();
    return report.withSeen(seen);
  }

  private Observation complete(Observation job) {
    Observation before = inherited.get(name(job));
    return before == null
        ? job
        : placed(job, before)
            .with(
                new Uses(
                    both(before.uses().reads(), job.uses().reads()),
                    both(before.uses().writes(), job.uses().writes()),
                    both(before.uses().renames(), job.uses().renames())));
  }

  /**
   * The job in the workflow in which an earlier process has told of it. What started a run need not
   * stand in each of its events, and who started that stands in events of other runs, which ended
   * with that process.
   */
  private static Observation placed(Observation job, Observation before) {
    if (RunAssembler.isAlone(before)) {
      return job;
    }
    Set<String> followers = new HashSet<>(before.followers());
    if (job.job().equals(before.job())) {
      followers.addAll(job.followers());
    }
    return new Observation(
        job.origin(),
        job.run(),
        job.owner(),
        before.chain(),
        before.job(),
        before.application(),
        job.state(),
        job.uses(),
        followers,
        job.reading());
  }

  private static <T> List<T> both(List<T> before, List<T> now) {
    return Stream.concat(before.stream(), now.stream()).toList();
  }

  /** All that runs: what this process has heard of, and what an earlier one has left. */
  List<SourceReport> running(List<SourceReport> heard) {
    Map<String, List<Observation>> byUser = new LinkedHashMap<>();
    Set<String> named = new HashSet<>();
    for (SourceReport report : heard) {
      List<Observation> jobs = byUser.computeIfAbsent(report.user(), user -> new ArrayList<>());
      for (Observation job : report.seen()) {
        jobs.add(complete(job));
        named.add(name(job));
      }
    }
    inherited.forEach(
        (name, job) -> {
          if (!named.contains(name)) {
            byUser.computeIfAbsent(job.owner(), user -> new ArrayList<>()).add(job);
          }
        });
    List<SourceReport> all = new ArrayList<>();
    byUser.forEach(
        (user, jobs) ->
            all.add(SourceReport.seen(Origin.OPENLINEAGE, user, jobs, List.of(), List.of())));
    return all;
  }

  /** What is to be written, and what to be forgotten (empty), once that was told. */
  Map<String, Optional<String>> told(SourceReport report) {
    Map<String, Optional<String>> changes = new LinkedHashMap<>();
    for (Observation job : report.seen()) {
      if (job.state().isEnd()) {
        forget(name(job), changes);
      } else {
        String text = ++last + "\n" + ReportDocument.write(List.of(alone(job)));
        put(name(job), text.length());
        changes.put(name(job), Optional.of(text));
      }
    }
    report.noJobs().forEach(run -> forget(name(report.user(), run), changes));
    Iterator<String> oldest = List.copyOf(sizes.keySet()).iterator();
    while ((sizes.size() > mostJobs || bytes > mostBytes) && oldest.hasNext()) {
      forget(oldest.next(), changes);
    }
    return changes;
  }

  private void forget(String name, Map<String, Optional<String>> changes) {
    inherited.remove(name);
    if (sizes.containsKey(name)) {
      drop(name);
      changes.put(name, Optional.empty());
    }
  }

  private static SourceReport alone(Observation job) {
    return SourceReport.seen(job.origin(), job.owner(), List.of(job), List.of(), List.of());
  }
}
