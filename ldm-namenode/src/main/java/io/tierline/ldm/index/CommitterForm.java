/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.index;

/**
 * The components that a committer puts between an output directory and what will be in it. A
 * position is that of the "/" before a component, or the path's length after the last one.
 */
final class CommitterForm {
  static final String HIVE_STAGING = ".hive-staging_hive_";

  private static final String TEMPORARY = "_temporary";
  private static final String ATTEMPT = "attempt_";
  private static final String TASK = "task_";
  private static final String MANIFEST_TASKS = "tasks";
  private static final String MAGIC = "__magic";
  private static final String MAGIC_JOB = "__magic_job-";
  private static final String MAGIC_BASE = "__base";
  private static final String SPARK_STAGING = ".spark-staging-";
  private static final String DISTCP = ".distcp.tmp.attempt_";
  private static final String[] HIVE_FINAL = {"-ext-", "_tmp.-ext-", "_task_tmp.-ext-"};

  private CommitterForm() {}

  /** Where a committer's form that starts at the slash ends; the slash itself if none does. */
  static int end(String path, int slash) {
    int next = next(path, slash);
    char first = slash + 1 < path.length() ? path.charAt(slash + 1) : '/';
    if (first == '_') {
      if (is(path, slash, TEMPORARY)) {
        return orElse(temporaryEnd(path, next), slash);
      }
      boolean magic = is(path, slash, MAGIC) || starts(path, slash, MAGIC_JOB);
      return magic ? orElse(magicEnd(path, next), slash) : slash;
    }
    if (first != '.') {
      return slash;
    }
    if (starts(path, slash, SPARK_STAGING)) {
      return next;
    }
    if (starts(path, slash, DISTCP)) {
      return path.length();
    }
    return starts(path, slash, HIVE_STAGING) ? orElse(hiveEnd(path, next), slash) : slash;
  }

  /** After {@code _temporary}. */
  private static int temporaryEnd(String path, int slash) {
    int next = next(path, slash);
    if (isNumber(path, slash)) {
      if (is(path, next, TEMPORARY)) {
        int attempt = next(path, next);
        return starts(path, attempt, ATTEMPT) ? next(path, attempt) : -1;
      }
      return starts(path, next, TASK) ? next(path, next) : next;
    }
    int tasks = next(path, next);
    boolean manifest = isNumber(path, next) && is(path, tasks, MANIFEST_TASKS);
    int attempt = manifest ? next(path, tasks) : path.length();
    return attempt < path.length() ? next(path, attempt) : -1;
  }

  /** After the job's magic directory: up to and with {@code __base}. */
  private static int magicEnd(String path, int slash) {
    for (int at = slash; at < path.length(); at = next(path, at)) {
      if (is(path, at, MAGIC_BASE)) {
        return next(path, at);
      }
    }
    return -1;
  }

  /** After Hive's staging directory. */
  private static int hiveEnd(String path, int slash) {
    for (String prefix : HIVE_FINAL) {
      if (starts(path, slash, prefix)) {
        return next(path, slash);
      }
    }
    return -1;
  }

  private static int orElse(int end, int slash) {
    return end < 0 ? slash : end;
  }

  private static int next(String path, int slash) {
    int next = path.indexOf('/', slash + 1);
    return next < 0 ? path.length() : next;
  }

  private static boolean starts(String path, int slash, String prefix) {
    return path.startsWith(prefix, slash + 1);
  }

  private static boolean is(String path, int slash, String name) {
    return starts(path, slash, name) && next(path, slash) == slash + 1 + name.length();
  }

  private static boolean isNumber(String path, int slash) {
    int end = next(path, slash);
    for (int i = slash + 1; i < end; i++) {
      if (path.charAt(i) < '0' || path.charAt(i) > '9') {
        return false;
      }
    }
    return end > slash + 1;
  }
}
