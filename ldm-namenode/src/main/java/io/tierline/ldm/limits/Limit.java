/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.limits;

import java.util.Optional;

/**
 * Something that one user may only have so much of. The names are the last words of configuration
 * keys and stand in answers.
 */
public enum Limit {
  /** Registered workflows. */
  WORKFLOWS("workflows", "registered workflows", Sort.HELD),
  /** Jobs of them. */
  JOBS("jobs", "registered jobs", Sort.HELD),
  /** Datasets that these name, of whatever file system, each as often as it is named. */
  PATHS("paths", "paths named by registered jobs", Sort.HELD),
  /** Notes on workflows. */
  NOTES("notes", "notes on registered workflows", Sort.HELD),
  /** The NameNode's memory that they take, as {@link Usage} estimates it. */
  MEMORY("memory", "bytes of the NameNode's memory for registered workflows", Sort.HELD),
  /** Pairs of a dataset and a job that uses it, or of two jobs with one dataset between. */
  LINKS("links", "links between registered jobs and datasets", Sort.HELD),
  /** Jobs that were seen or are expected, without being registered. */
  LIVE_JOBS("live-jobs", "live jobs", Sort.LIVE),
  /** The memory that these take. */
  LIVE_MEMORY("live-memory", "bytes of the NameNode's memory for live jobs", Sort.LIVE),
  /** Readers of one of his datasets that count; further ones are taken in, and count nothing. */
  READERS("readers", "readers of one dataset that count", Sort.BELIEVED),
  /** Those among them that nobody has seen run. */
  UNSEEN_READERS("unseen-readers", "readers of one dataset that count unseen", Sort.BELIEVED),
  /** Data that lie on fast media, in percent of what these media hold. */
  LYING("fast-percent", "% of the fast media taken by data", Sort.LYING),
  /** First placements on fast media in 24 hours, in percent of what these media hold. */
  PLACED("placed-percent-per-day", "% of the fast media placed in 24 hours", Sort.DAILY),
  /** What is written to them in 24 hours by first placements and by moves, likewise. */
  WRITTEN("written-percent-per-day", "% of the fast media written in 24 hours", Sort.DAILY),
  /** Moves of replicas in 24 hours. */
  MOVES("moves-per-day", "moves of replicas in 24 hours", Sort.DAILY);

  /** How it is counted. */
  public enum Sort {
    /** From what is registered, which is durable. */
    HELD,
    /** From what is known of running jobs, which is not. */
    LIVE,
    /** Not at all: what is over it is passed over when it is gone by. */
    BELIEVED,
    /** By looking where data lie, now and then. */
    LYING,
    /** As it is spent, over 24 hours. */
    DAILY
  }

  private final String key;
  private final String text;
  private final Sort sort;

  Limit(String key, String text, Sort sort) {
    this.key = key;
    this.text = text;
    this.sort = sort;
  }

  /** The limit of that name in keys. */
  public static Optional<Limit> named(String key) {
    for (Limit limit : values()) {
      if (limit.key.equals(key)) {
        return Optional.of(limit);
      }
    }
    return Optional.empty();
  }

  /** Its name in keys and answers. */
  public String key() {
    return key;
  }

  /** What it limits, in words. */
  public String text() {
    return text;
  }

  /** How it is counted. */
  public Sort sort() {
    return sort;
  }
}
