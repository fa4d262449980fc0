/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.config;

import static io.tierline.ldm.namenode.config.LdmKeys.*;

import io.tierline.ldm.limits.ProtectedPaths;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils;

/**
 * What may be written by jobs whose lineage is known, and what of it an administrator must confirm.
 *
 * @param protectedPaths what may not be, whoever asks
 * @param filesShare of all files and directories, from which a registration is to be confirmed
 * @param fastShare of the fast media, likewise
 * @param leastFiles fewer are never to be confirmed
 * @param leastBytes fewer are never to be confirmed
 */
public record PathRules(
    ProtectedPaths protectedPaths,
    double filesShare,
    double fastShare,
    long leastFiles,
    long leastBytes) {
  /** Where LDM keeps its own state: protected whatever is configured. */
  private static final String OWN_STATE = "/system/tierline/**";

  private static final int DEPTH_MOST = 100;

  static PathRules from(Configuration conf) {
    List<String> patterns = new ArrayList<>(List.of(OWN_STATE));
    patterns.addAll(
        StringUtils.getTrimmedStringCollection(
            conf.get(PATHS_PROTECTED_KEY, PATHS_PROTECTED_DEFAULT)));
    int depth =
        LdmSettings.number(
            conf, PATHS_MIN_DEPTH_KEY, String.valueOf(PATHS_MIN_DEPTH_DEFAULT), 1, DEPTH_MOST);
    ProtectedPaths paths =
        LdmSettings.read(
            conf,
            PATHS_PROTECTED_KEY,
            "absolute paths, with * for a name and /** for all below",
            () -> new ProtectedPaths(depth, patterns),
            read -> true);
    return new PathRules(
        paths,
        share(conf, PATHS_CONFIRM_FILES_KEY, PATHS_CONFIRM_FILES_DEFAULT),
        share(conf, PATHS_CONFIRM_FAST_KEY, PATHS_CONFIRM_FAST_DEFAULT),
        LdmSettings.number(
            conf,
            PATHS_LEAST_FILES_KEY,
            String.valueOf(PATHS_LEAST_FILES_DEFAULT),
            0,
            Integer.MAX_VALUE),
        MigrationConfig.bytes(conf, PATHS_LEAST_BYTES_KEY, PATHS_LEAST_BYTES_DEFAULT, 0));
  }

  private static double share(Configuration conf, String key, double missing) {
    return LdmSettings.read(
        conf,
        key,
        "a share from 0 to 1",
        () -> conf.getDouble(key, missing),
        value -> value >= 0 && value <= 1);
  }

  /** Files and directories of so many in all from which a registration is to be confirmed. */
  public long mostFiles(long all) {
    return Math.max(leastFiles, (long) (filesShare * all));
  }

  /** Bytes from which a registration is to be confirmed, where fast media hold so many. */
  public long mostBytes(long fast) {
    return Math.max(leastBytes, (long) (fastShare * fast));
  }
}
