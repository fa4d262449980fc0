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
      "hdfs://NAME, webhdfs://NAME or swebhdfs://NAME, separated by commas";

  public static final Setting<List<String>> FILE_SYSTEM_NAMES =
      ROWS.of("file-system.names", "", FILE_SYSTEMS, LineageKeys::fileSystems)
          .doc(
              """
              Further names of this file system, separated by commas: names that clients write
              before a path and that the NameNode's configuration does not contain, such as
              "hdfs://ns-fed,hdfs://router1:8888" for routers whose mounts keep paths as they
              are. Its own addresses, its nameservice and client-side mounts are known without
              this key.""");

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
              Most workflows registered at a time. Workflows registered under a higher limit
              stay registered, and are loaded at a start.""");

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
              How long a registration may go without any of its jobs being seen or ending
              before it is withdrawn, because its chain does not run or nothing reports it. A
              job with a start time is not expected before that time. Also how long a single
              job may be due without being seen, while others of its workflow are, before it
              counts as ended. 0 means never.""");

  public static final Setting<Duration> REGISTRATION_RETENTION =
      ROWS.durationOrNever("registration.retention", "1h")
          .reloadable()
          .doc(
              """
              How long a registration is kept after all of its jobs have ended, before it is
              withdrawn. 0 means forever.""");

  public static final Setting<Duration> LIVE_RETENTION =
      ROWS.duration("live.retention", "1h")
          .doc(
              """
              How long a live job (reported by a ResourceManager, by Oozie or by run events)
              is kept after its end. A failed job stays a reader of its inputs for this time,
              because it is usually run again.""");

  public static final Setting<Duration> LIVE_LOST_AFTER =
      ROWS.duration("live.lost-after", "7d")
          .doc(
              """
              How long a running live job may go without a report before it is forgotten,
              because its end may have been missed. A job that runs longer only loses its
              influence on placement.""");

  public static final Setting<Integer> LIVE_JOBS_MAX =
      ROWS.integer("live.jobs.max", "20000")
          .atLeast(1)
          .atMost(1 << 20)
          .doc(
              """
              Most live jobs kept at a time, expected ones included. Further jobs are refused.""");

  public static final Setting<Integer> PREDICTION_APPLICATIONS =
      ROWS.integer("prediction.applications.max", "10000")
          .atLeast(0)
          .atMost(1 << 20)
          .doc(
              """
              Most recurring applications whose last run is remembered as a prediction of the
              next. The least recently seen are forgotten first. 0 switches prediction off.""");

  public static final Setting<Duration> PREDICTION_EXPIRY =
      ROWS.duration("prediction.expiry", "1h")
          .doc(
              """
              How long an expected job (it ran last time, or another job names it as its
              successor) may be missing after the jobs before it have ended. After that it no
              longer counts as a reader.""");

  public static final Setting<Integer> PATHS_MIN_DEPTH =
      ROWS.integer("paths.min-depth", "1")
          .atLeast(1)
          .atMost(100)
          .reloadable()
          .doc(
              """
              Least number of names in a path of this cluster that a job may be declared to
              write or move: 1 refuses the root, 2 also the directories in it.""");

  public static final Setting<List<String>> PATHS_PROTECTED =
      ROWS.list(
              "paths.protected",
              "/tmp,/user,/user/*,/system,/apps,/hbase/**,/apps/hbase/**",
              "absolute paths, with * for a name and /** for all below, separated by commas")
          .where(LineageKeys::arePatterns)
          .reloadable()
          .doc(
              """
              Directories of this cluster that no job may be declared to write or move,
              whoever declares it, nor a directory that contains one of them. * stands for any
              one name, /** at the end for the directory and everything below. Add HBase's
              root directory if it has another name. LDM's own state is always protected.""");

  public static final Setting<Double> PATHS_CONFIRM_FILES =
      ROWS.share("paths.confirm.files-share", "0.05")
          .reloadable()
          .doc(
              """
              A registration that would make more than this share of all existing files and
              directories managed needs an administrator's confirmation (?confirm=true, hdfs
              ldm -confirm).""");

  public static final Setting<Double> PATHS_CONFIRM_FAST =
      ROWS.share("paths.confirm.fast-share", "0.25")
          .reloadable()
          .doc(
              """
              The same for the bytes of these files, as a share of the capacity of all fast
              media.""");

  public static final Setting<Integer> PATHS_LEAST_FILES =
      ROWS.integer("paths.confirm.least-files", "10000")
          .atLeast(0)
          .reloadable()
          .doc(
              """
              Number of files and directories up to which no confirmation is needed, whatever
              the share.""");

  public static final Setting<Long> PATHS_LEAST_BYTES =
      ROWS.size("paths.confirm.least-bytes", "10g")
          .atLeast(0L)
          .reloadable()
          .doc(
              """
              Number of bytes up to which no confirmation is needed, whatever the share.""");

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
