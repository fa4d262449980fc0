/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.limits.Limit;
import io.tierline.ldm.limits.UserLimits;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * How many live jobs there are of whom, what they take of the heap, and how many more there may be.
 * What there is beyond a limit that was lowered stays.
 */
public final class LiveAccounts {
  /** Datasets of a job on average, by which memory is bounded. */
  private static final int DATASETS_PER_JOB = 50;

  /** One of so many parts of the room is kept for what runs. */
  private static final int PARTS = 4;

  /** What there is of one user. */
  private record Account(int jobs, long memory) {
    static final Account EMPTY = new Account(0, 0);

    Account plus(int moreJobs, long more) {
      return new Account(jobs + moreJobs, memory + more);
    }
  }

  private final int mostJobs;
  private final Map<String, Account> byOwner = new HashMap<>();
  private Function<String, UserLimits> limits = owner -> UserLimits.NONE;
  private long mostMemory = Long.MAX_VALUE;
  private Account all = Account.EMPTY;
  private long datasets;

  LiveAccounts(int mostJobs) {
    this.mostJobs = mostJobs;
  }

  /**
   * Sets how much there may be of one user, and of all together.
   *
   * @param byOwner the limits of a user; must not wait
   * @param memory bytes of the heap for all live jobs
   */
  public synchronized void limit(Function<String, UserLimits> byOwner, long memory) {
    limits = byOwner;
    mostMemory = memory;
  }

  /** How many live jobs each user has, and bytes that they take of the heap. */
  public synchronized Map<String, Map<Limit, Long>> usage() {
    Map<String, Map<Limit, Long>> usage = new HashMap<>();
    byOwner.forEach(
        (owner, account) ->
            usage.put(
                owner,
                Map.of(
                    Limit.LIVE_JOBS, (long) account.jobs(), Limit.LIVE_MEMORY, account.memory())));
    return usage;
  }

  /** Live jobs, those expected among them. */
  synchronized int jobs() {
    return all.jobs();
  }

  /** Refuses one more job in a chain that has so many. */
  synchronized void requireRoomForJob(String owner, int inChain) throws LineageException {
    if (all.jobs() >= mostJobs || inChain >= Workflow.MAX_JOBS) {
      throw new LineageException("more than " + mostJobs + " live jobs are not kept");
    }
    int jobs = of(owner).jobs();
    limits.apply(owner).require(owner, Limit.LIVE_JOBS, jobs, jobs + 1L);
  }

  /** Refuses what takes its user, or all together, over what may be kept. */
  synchronized void requireRoomFor(Observation seen) throws LineageException {
    long most = (long) mostJobs * DATASETS_PER_JOB;
    if (datasets + seen.uses().size() > most) {
      throw new LineageException("more than " + most + " datasets of live jobs are not kept");
    }
    long before = of(seen.owner()).memory();
    long more = seen.memory();
    limits.apply(seen.owner()).require(seen.owner(), Limit.LIVE_MEMORY, before, before + more);
    if (all.memory() + more > mostMemory) {
      throw new LineageException(
          "live jobs take as much of the NameNode's memory as they are given"
              + " (tierline.ldm.limits.heap-share)");
    }
  }

  /**
   * Refuses the same, unless it only takes the place of what is known of the job.
   *
   * @param known the job; null where it is new
   */
  synchronized void requireRoomFor(Observation seen, LiveJob known) throws LineageException {
    if (known == null || known.takesMoreFor(seen)) {
      requireRoomFor(seen);
    }
  }

  /**
   * Refuses what is only to come where it would take the room of what runs: of all that a user, or
   * all together, may have a quarter is kept for that.
   *
   * @param coming what else is scheduled
   */
  synchronized void requireRoomToCome(Observation next, ComingJobs coming) throws LineageException {
    ComingJobs.Sum his = coming.of(next.owner());
    UserLimits ofOwner = limits.apply(next.owner());
    boolean isTooMuch =
        isOver(coming.all().jobs(), mostJobs)
            || isOver(his.jobs(), ofOwner.of(Limit.LIVE_JOBS))
            || isOver(coming.all().memory() + next.memory(), mostMemory)
            || isOver(his.memory() + next.memory(), ofOwner.of(Limit.LIVE_MEMORY));
    if (isTooMuch) {
      throw new LineageException(
          "with this one %d scheduled jobs of %s would take more than three quarters of the room"
                  .formatted(his.jobs() + 1, next.owner())
              + " for live jobs; the rest is for those that run");
    }
  }

  private static boolean isOver(long taken, long most) {
    return taken >= most / PARTS * (PARTS - 1) + most % PARTS;
  }

  /** A job has come. */
  synchronized void came(LiveJob liveJob) {
    count(liveJob, 1, 1);
  }

  /** A job has gone. */
  synchronized void left(LiveJob liveJob) {
    count(liveJob, -1, -1);
  }

  /** More is known of a job when the work is done. */
  synchronized void changed(LiveJob liveJob, Runnable work) {
    count(liveJob, 0, -1);
    work.run();
    count(liveJob, 0, 1);
  }

  private void count(LiveJob liveJob, int jobs, int sign) {
    long memory = sign * liveJob.memory();
    datasets += (long) sign * liveJob.datasets();
    all = all.plus(jobs, memory);
    byOwner.compute(
        liveJob.owner(),
        (owner, before) -> {
          Account now = (before == null ? Account.EMPTY : before).plus(jobs, memory);
          return now.jobs() == 0 ? null : now;
        });
  }

  private Account of(String owner) {
    return byOwner.getOrDefault(owner, Account.EMPTY);
  }
}
