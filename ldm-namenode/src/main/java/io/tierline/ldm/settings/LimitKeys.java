/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.settings;

import io.tierline.common.Bytes;
import io.tierline.common.Rows;
import io.tierline.common.Setting;
import io.tierline.ldm.limits.Limit;
import io.tierline.ldm.limits.LimitBook;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Keys of what one user may have. */
public final class LimitKeys {
  private static final Rows ROWS = new Rows("tierline.ldm.limits.");

  /** What the keys of all limits begin with. */
  public static final String PREFIX = "tierline.ldm.limits.";

  private static final Map<Limit, Setting<Long>> BY_LIMIT = new EnumMap<>(Limit.class);
  private static final long UNLIMITED = -1;

  public static final Setting<Double> HEAP_SHARE =
      ROWS.share("heap-share", "0.15")
          .above(0.0)
          .atMost(0.5)
          .reloadable()
          .doc(
              """
              Share of the NameNode's largest heap that all registered workflows together may
              take, by estimate, and all live jobs as much again. The limits below are for one
              user. Each can also be set for one user or for each member of a group, with keys
              such as tierline.ldm.limits.user.ann.workflows and
              tierline.ldm.limits.group.etl.jobs. A user's own limit comes before those of the
              user's groups, of which the most generous counts. Administrators have only
              limits that are set for them by name.""");

  public static final Setting<Long> WORKFLOWS =
      of(
          Limit.WORKFLOWS,
          "1000",
          """
              Workflows that one user may have registered at a time.""");

  public static final Setting<Long> JOBS =
      of(
          Limit.JOBS,
          "10000",
          """
              Jobs that one user may have registered, in all workflows together.""");

  public static final Setting<Long> PATHS =
      of(
          Limit.PATHS,
          "100000",
          """
              Paths that the registered jobs of one user may name, on this file system or another,
              each as often as it is named.""");

  public static final Setting<Long> NOTES =
      of(
          Limit.NOTES,
          "5000",
          """
              Notes that one user may have on registered workflows.""");

  public static final Setting<Long> MEMORY =
      of(
          Limit.MEMORY,
          "64m",
          """
              Bytes of the NameNode's heap that the registered workflows of one user may take,
              by estimate: names and notes in full, and some 700 bytes for each job and path.""");

  public static final Setting<Long> LINKS =
      of(
          Limit.LINKS,
          "1000000",
          """
              Links that the registered workflows of one user may create: pairs of a dataset
              and a job that uses it, whoever owns the dataset, and pairs of jobs of which one
              reads what the other writes. A job that reads a directory is linked with every
              dataset below it.""");

  public static final Setting<Long> LIVE_JOBS =
      of(
          Limit.LIVE_JOBS,
          "2000",
          """
              Jobs of one user that may be known without being registered, running, ended or
              expected.""");

  public static final Setting<Long> LIVE_MEMORY =
      of(
          Limit.LIVE_MEMORY,
          "32m",
          """
              Bytes of the NameNode's heap that the live jobs of one user may take, by
              estimate.""");

  public static final Setting<Long> READERS =
      of(
          Limit.READERS,
          "32",
          """
              Most readers of one dataset that count for placement and moves. A registered job
              need never run, so without a limit a user could register readers to make his
              data worth more than that of others.""");

  public static final Setting<Long> UNSEEN_READERS =
      of(
          Limit.UNSEEN_READERS,
          "8",
          """
              Most of these whose job has not been seen by a ResourceManager's listener, run
              events or Oozie. A job that runs or has run under the same registration, a
              coordinator's action, and a job that ran last time count as seen. Without any
              such source no job is ever seen, and this is the most that count.""");

  public static final Setting<Long> FAST =
      of(
          Limit.LYING,
          "100",
          """
              Most of the fast media that one user's data may take, in percent of their total
              capacity: the user's managed datasets, and the user's files in datasets that
              have left the lineage but are still there. Counted every hour, and every half
              minute while some user is at a limit, with what was placed and moved since. A
              user over the limit gets no further fast replicas.""");

  public static final Setting<Long> PLACED =
      of(
          Limit.PLACED,
          "100",
          """
              Most bytes that first placements for one user's datasets may put on fast media
              in 24 hours, in percent of the total capacity of these media. Stock places what
              exceeds it.""");

  public static final Setting<Long> WRITTEN =
      of(
          Limit.WRITTEN,
          "200",
          """
              Most bytes that LDM may write to fast media for one user's datasets in 24 hours,
              by first placements and moves, in percent of the total capacity of these media.""");

  public static final Setting<Long> MOVES =
      of(
          Limit.MOVES,
          "50000",
          """
              Most replicas of one user's datasets that LDM may move up in 24 hours.""");

  private LimitKeys() {}

  /** All rows, in order. */
  static List<Setting<?>> all() {
    return ROWS.all();
  }

  private static Setting<Long> of(Limit limit, String standard, String doc) {
    Setting<Long> row =
        ROWS.of(limit.key(), standard, "a number from 0, or -1 for no limit", LimitKeys::limit)
            .reloadable()
            .doc(doc);
    BY_LIMIT.put(limit, row);
    return row;
  }

  /** The row of a limit of everybody. */
  public static Setting<Long> of(Limit limit) {
    return Objects.requireNonNull(BY_LIMIT.get(limit));
  }

  /** The row of a limit of a certain user or group. */
  public static Setting<Long> ofSomebody(String key) {
    String name = key.substring(key.lastIndexOf('.') + 1);
    return of(Limit.named(name).orElseThrow()).named(key);
  }

  /** Whether a key states a limit of a certain user or group. */
  public static boolean isOfSomebody(String key) {
    return key.startsWith(PREFIX) && LimitBook.isOverride(key.substring(PREFIX.length()));
  }

  private static Long limit(String text) {
    long limit = Bytes.parse(text);
    if (limit < UNLIMITED) {
      throw new IllegalArgumentException(text);
    }
    return limit == UNLIMITED ? Long.MAX_VALUE : limit;
  }
}
