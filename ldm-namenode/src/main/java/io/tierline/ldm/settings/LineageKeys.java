/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.settings;

import io.tierline.common.Rows;
import io.tierline.common.Setting;
import io.tierline.ldm.limits.ProtectedPaths;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Keys of what is known: registrations, live jobs, predictions, and the paths that they may name.
 */
public final class LineageKeys {
  private static final Rows ROWS = new Rows("tierline.ldm.");

  /** Stands for any name in {@link #FILE_SYSTEM_OTHERS}. */
  public static final String ANY = "*";

  /** A name of some HDFS; an expression in it is not resolved, so it is no name yet. */
  public static final Pattern HDFS_NAME = Pattern.compile("s?(web)?hdfs://[^/${}]+");

  private static final String FILE_SYSTEMS =
      "hdfs://NAME, webhdfs://NAME or swebhdfs://NAME, with commas between them";

  public static final Setting<List<String>> FILE_SYSTEM_NAMES =
      ROWS.of("file-system.names", "", FILE_SYSTEMS, LineageKeys::fileSystems)
          .doc(
              """
              Further names of this file system, comma separated: what clients write before a path
              and the NameNode's configuration does not say, such as
              "hdfs://ns-fed,hdfs://router1:8888" for routers whose mounts keep paths as they are.
              Its own addresses, its nameservice and client-side mounts are known without it.""");

  public static final Setting<List<String>> FILE_SYSTEM_OTHERS =
      ROWS.of("file-system.others", "", FILE_SYSTEMS, LineageKeys::fileSystems)
          .doc(
              """
              Names of other clusters' HDFS that lineage may lead to, comma separated, such as
              "hdfs://archive:8020"; * for any. Nameservices in dfs.nameservices are known without
              it, unless their port is a router's (8888). A registration that names an HDFS which
              is neither known as this one nor as another is refused; what jobs are seen to do
              there is left out.""");

  public static final Setting<Integer> WORKFLOWS_MAX =
      ROWS.integer("workflows.max", "10000")
          .atLeast(1)
          .atMost(1 << 20)
          .reloadable()
          .doc(
              """
              Workflows that can be registered at a time. What was registered under a higher limit
              stays registered, and is loaded at a start.""");

  public static final Setting<Boolean> STATE_DURABLE =
      ROWS.flag("state.durable", true)
          .doc(
              """
              Whether registered lineage, and the storage policies that directories had before,
              are kept in the namespace under /system/tierline/ldm, so that they survive a restart
              and a failover. It needs dfs.namenode.xattrs.enabled; a workflow's document,
              compressed, must fit into dfs.namenode.fs-limits.max-xattrs-per-inode less 2
              attributes of dfs.namenode.fs-limits.max-xattr-size. When false, lineage is kept in
              memory, and must be registered again after either.""");

  public static final Setting<Duration> REGISTRATION_EXPIRY =
      ROWS.durationOrNever("registration.expiry", "7d")
          .reloadable()
          .doc(
              """
              How long a registration may go without one of its jobs being seen or ending before
              it is withdrawn: its chain does not run, or nobody tells of it. Jobs with a start
              are not missed before it. Also how long a single job may be due without being seen,
              while others of its workflow are, before it counts as ended. 0: never.""");

  public static final Setting<Duration> REGISTRATION_RETENTION =
      ROWS.durationOrNever("registration.retention", "1h")
          .reloadable()
          .doc(
              """
              How long a registration is kept after all of its jobs have ended, before it is
              withdrawn. 0: for ever.""");

  public static final Setting<Duration> LIVE_RETENTION =
      ROWS.duration("live.retention", "1h")
          .doc(
              """
              How long a job that came by itself (from a ResourceManager or by run events) is kept
              after its end. A job that failed stays a reader of its inputs for as long, since
              such a job is usually run again.""");

  public static final Setting<Duration> LIVE_LOST_AFTER =
      ROWS.duration("live.lost-after", "7d")
          .doc(
              """
              How long a running job that came by itself may go without a word before it is
              forgotten. Its end may have been missed; a job that runs longer than this loses its
              part in placement, nothing else.""");

  public static final Setting<Integer> LIVE_JOBS_MAX =
      ROWS.integer("live.jobs.max", "20000")
          .atLeast(1)
          .atMost(1 << 20)
          .doc(
              """
              Jobs that came by themselves kept at a time, those expected among them. More are
              refused.""");

  public static final Setting<Integer> PREDICTION_APPLICATIONS =
      ROWS.integer("prediction.applications.max", "10000")
          .atLeast(0)
          .atMost(1 << 20)
          .doc(
              """
              Recurring applications whose last run is remembered as a prediction of the next, the
              least recently seen forgotten first. 0 switches prediction off.""");

  public static final Setting<Duration> PREDICTION_EXPIRY =
      ROWS.duration("prediction.expiry", "1h")
          .doc(
              """
              How long a job that is expected, because it came last time or because another names
              it as its follower, may stay away after the jobs before it have ended. It then
              counts as a reader no longer.""");

  public static final Setting<Integer> PATHS_MIN_DEPTH =
      ROWS.integer("paths.min-depth", "1")
          .atLeast(1)
          .atMost(100)
          .reloadable()
          .doc(
              """
              Names that a path of this cluster must have that a job is said to write or move: 1
              refuses the root, 2 the directories in it too.""");

  public static final Setting<List<String>> PATHS_PROTECTED =
      ROWS.list(
              "paths.protected",
              "/tmp,/user,/user/*,/system,/apps,/hbase/**,/apps/hbase/**",
              "absolute paths, with * for a name and /** for all below, with commas between them")
          .where(LineageKeys::arePatterns)
          .reloadable()
          .doc(
              """
              Directories of this cluster that no job is said to write or move, whoever says so,
              and that nothing may hold that one is said to; * stands for any one name, /** at the
              end for the directory and all below. Name HBase's root directory here if it is
              another. LDM's own state is protected besides.""");

  public static final Setting<Double> PATHS_CONFIRM_FILES =
      ROWS.share("paths.confirm.files-share", "0.05")
          .reloadable()
          .doc(
              """
              Share of all files and directories from which on a registration that would make so
              many managed which are there already needs an administrator, and his confirmation
              (?confirm=true, hdfs ldm -confirm).""");

  public static final Setting<Double> PATHS_CONFIRM_FAST =
      ROWS.share("paths.confirm.fast-share", "0.25")
          .reloadable()
          .doc(
              """
              The same for the bytes of these files, as a share of what all fast media hold.""");

  public static final Setting<Integer> PATHS_LEAST_FILES =
      ROWS.integer("paths.confirm.least-files", "10000")
          .atLeast(0)
          .reloadable()
          .doc(
              """
              Files and directories up to which no confirmation is needed, whatever the share.""");

  public static final Setting<Long> PATHS_LEAST_BYTES =
      ROWS.size("paths.confirm.least-bytes", "10g")
          .atLeast(0L)
          .reloadable()
          .doc(
              """
              Bytes up to which no confirmation is needed, whatever the share.""");

  private LineageKeys() {}

  /** All rows, in order. */
  static List<Setting<?>> all() {
    return ROWS.all();
  }

  private static boolean arePatterns(List<String> patterns) {
    return new ProtectedPaths(1, patterns) != null;
  }

  private static List<String> fileSystems(String text) {
    List<String> names =
        Rows.parts(text).stream()
            .map(name -> name.replaceFirst("/+$", "").toLowerCase(Locale.ROOT))
            .toList();
    if (names.stream().allMatch(name -> name.equals(ANY) || HDFS_NAME.matcher(name).matches())) {
      return names;
    }
    throw new IllegalArgumentException(text);
  }
}
