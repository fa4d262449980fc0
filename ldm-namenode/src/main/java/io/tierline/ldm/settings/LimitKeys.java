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
              take, as they are estimated, and as much again all live jobs. The limits below are
              those of one user. Each of them can be stated of a certain user or of the members of
              a group too, in keys such as tierline.ldm.limits.user.ann.workflows and
              tierline.ldm.limits.group.etl.jobs; a user's own comes before those of his groups,
              of which the most generous counts. Administrators are limited only by what is stated
              of them by name.""");

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
              Bytes of the NameNode's heap that the registered workflows of one user may take, as
              they are estimated: names and notes in full, and some 700 bytes for each job and
              path.""");

  public static final Setting<Long> LINKS =
      of(
          Limit.LINKS,
          "1000000",
          """
              Links that the registered workflows of one user may make: pairs of a dataset and a
              job that uses it, whosever it is, and pairs of jobs of which one reads what the
              other writes. A job that reads a directory is linked with every dataset below.""");

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
              Bytes of the NameNode's heap that the live jobs of one user may take, as they are
              estimated.""");

  public static final Setting<Long> READERS =
      of(
          Limit.READERS,
          "32",
          """
              How many readers of one dataset count, for its placement and for moves: R is
              believed up to this. Nobody has to run the jobs that he registers, and each of them
              would make his data worth more than those of others.""");

  public static final Setting<Long> UNSEEN_READERS =
      of(
          Limit.UNSEEN_READERS,
          "8",
          """
              How many of these may be readers whose job nobody has seen: no ResourceManager's
              listener, run events, or Oozie. A job that runs, or that has run under the same
              registration, a coordinator's action and a job that came last time count as seen.
              Where nothing tells of jobs nobody is seen, so this is then the most that count.""");

  public static final Setting<Long> FAST =
      of(
          Limit.LYING,
          "100",
          """
              How much of the fast media the data of one user may take, in percent of what these
              media hold together: data of his managed datasets, and files of his in datasets that
              have left the lineage and still lie there. Counted every hour, and soon when
              somebody has all that he may, with what was placed and moved since. Who has more
              gets no further fast replicas.""");

  public static final Setting<Long> PLACED =
      of(
          Limit.PLACED,
          "100",
          """
              How much of what LDM first places for the datasets of one user may go to fast media
              in 24 hours, in percent of what these media hold together. What is over it is placed
              by stock.""");

  public static final Setting<Long> WRITTEN =
      of(
          Limit.WRITTEN,
          "200",
          """
              How much LDM may write to fast media in 24 hours for the datasets of one user, by
              first placements and by moves, in percent of what these media hold together.""");

  public static final Setting<Long> MOVES =
      of(
          Limit.MOVES,
          "50000",
          """
              Replicas of the datasets of one user that LDM may move up in 24 hours.""");

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
