/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.live;

import io.tierline.ldm.limits.Limit;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.live.Conflict;
import io.tierline.ldm.live.LiveLimits;
import io.tierline.ldm.live.LiveLineage;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.SeenJobs;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.namenode.access.LimitsByUser;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.settings.LineageKeys;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Live lineage in a NameNode: gives it the clock, the configuration, metrics and the log. */
public final class LiveService {
  /** How often what has had its time is let go. */
  public static final long TICK_SECONDS = 5;

  private static final Logger LOG = LoggerFactory.getLogger(LiveService.class);

  private final LiveLineage lineage;
  private final LimitsByUser userLimits;
  private final Duration lostAfter;
  private final LdmMetrics metrics;
  private final Runnable changed;
  private volatile String term = newTerm();

  /**
   * Creates the service.
   *
   * @param changed told when jobs have come or ended
   */
  public LiveService(
      LineageRegistry registry,
      Configuration conf,
      LdmMetrics metrics,
      LimitsByUser userLimits,
      Runnable changed) {
    LiveLimits limits = limits(conf);
    this.userLimits = userLimits;
    this.lostAfter = limits.lostAfter();
    this.metrics = metrics;
    this.changed = changed;
    this.lineage = new LiveLineage(registry, limits, this::report);
  }

  /** How much is kept of what is seen, and for how long. */
  public static LiveLimits limits(Configuration conf) {
    return new LiveLimits(
        LineageKeys.LIVE_RETENTION.read(conf::get),
        LineageKeys.LIVE_LOST_AFTER.read(conf::get),
        LineageKeys.PREDICTION_EXPIRY.read(conf::get),
        LineageKeys.LIVE_JOBS_MAX.read(conf::get),
        LineageKeys.PREDICTION_APPLICATIONS.read(conf::get));
  }

  private void report(Conflict conflict) {
    metrics.lineageConflicts.incr();
    LOG.warn(
        "LDM: sources of lineage disagree on {} of {}: {} is believed, {} is not: {}",
        Printable.of(conflict.job()),
        Printable.of(conflict.workflow()),
        conflict.believed(),
        conflict.doubted(),
        Printable.of(conflict.text()));
  }

  private static Instant now() {
    return Instant.ofEpochMilli(Time.now());
  }

  /** Takes in what a source has seen of jobs. */
  public void observe(List<Observation> seen) throws LineageException {
    for (String owner : seen.stream().map(Observation::owner).distinct().toList()) {
      learn(owner);
    }
    taken(seen.size(), () -> lineage.observe(seen, now()));
  }

  /** Takes in what a source tells of one user's jobs. */
  public void take(SourceReport told) throws LineageException {
    learn(told.user());
    taken(told.jobs(), () -> lineage.take(told, now()));
  }

  /** Puts something into the lineage. */
  private interface Taking {
    void run() throws LineageException;
  }

  private void taken(int jobs, Taking taking) throws LineageException {
    try {
      taking.run();
      metrics.liveObservations.incr(jobs);
    } catch (LineageException e) {
      metrics.liveObservationsRefused.incr(jobs);
      throw e;
    } finally {
      count();
      changed.run();
    }
  }

  /** Groups are asked for before any lock is taken. */
  private void learn(String owner) throws LineageException {
    try {
      userLimits.learn(owner);
    } catch (IOException e) {
      throw new LineageException("the groups of " + owner + " are not known: " + e.getMessage());
    }
  }

  /** Has somebody told of every registered job that is seen to run or to have ended. */
  public void tellOfRegistered(Consumer<JobId> toWhom) {
    lineage.tellOfRegistered(toWhom);
  }

  /** Which jobs have been seen. */
  public SeenJobs seenJobs() {
    return lineage.seenJobs();
  }

  /** True when nobody has registered that workflow. */
  boolean isLive(String workflow) {
    return lineage.isLive(workflow);
  }

  /** The registry has been loaded: what is live is put in again. */
  public void restore() {
    lineage.restore(now());
    term = newTerm();
  }

  /** Another one when what sources have told is to be told again. */
  public String term() {
    return term;
  }

  /** How long a job that runs or is to come is known without a word of it. */
  public Duration lostAfter() {
    return lostAfter;
  }

  private static String newTerm() {
    return UUID.randomUUID().toString();
  }

  public void tick() {
    lineage.tick(now());
    count();
  }

  private void count() {
    metrics.liveJobs.set(lineage.jobs());
    metrics.expectedJobs.set(lineage.expectedJobs());
  }

  /** Sets how much live jobs may take of the heap. */
  public void limit(long heapBytes) {
    lineage.accounts().limit(userLimits::of, heapBytes);
  }

  /** What each user has of live jobs. */
  public Map<String, Map<Limit, Long>> usage() {
    return lineage.accounts().usage();
  }

  boolean register(Workflow workflow, String owner) throws LineageException {
    return lineage.register(workflow, owner, now());
  }

  Optional<Registration> withdraw(String id) throws LineageException {
    return lineage.withdraw(id);
  }

  void finish(String id, String job) throws LineageException {
    lineage.finish(id, job, now());
  }

  public Origin originOf(JobId job) {
    return lineage.originOf(job);
  }

  public List<Conflict> conflicts() {
    return lineage.conflicts();
  }
}
