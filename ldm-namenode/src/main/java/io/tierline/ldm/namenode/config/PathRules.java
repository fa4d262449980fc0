/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.config;

import static io.tierline.ldm.settings.LineageKeys.*;

import io.tierline.ldm.limits.ProtectedPaths;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

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

  static PathRules from(Configuration conf) {
    List<String> patterns = new ArrayList<>(List.of(OWN_STATE));
    patterns.addAll(PATHS_PROTECTED.read(conf::get));
    return new PathRules(
        new ProtectedPaths(PATHS_MIN_DEPTH.read(conf::get), patterns),
        PATHS_CONFIRM_FILES.read(conf::get),
        PATHS_CONFIRM_FAST.read(conf::get),
        PATHS_LEAST_FILES.read(conf::get),
        PATHS_LEAST_BYTES.read(conf::get));
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
