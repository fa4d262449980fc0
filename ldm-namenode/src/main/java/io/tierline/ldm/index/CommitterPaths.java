/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.index;

import org.jspecify.annotations.Nullable;

/**
 * Where a file that is being written will be read. Writers put their output under a temporary name
 * and rename it when they commit; a block is placed before that.
 *
 * <table>
 * <caption>Temporary forms and what becomes of them; rest may be empty</caption>
 * <tr><th>Writer</th><th>Written as</th><th>Read as</th></tr>
 * <tr><td>FileOutputCommitter 1 and 2, task attempt</td>
 *   <td>{@code out/_temporary/N/_temporary/attempt_*}{@code /rest}</td>
 *   <td>{@code out/rest}</td></tr>
 * <tr><td>FileOutputCommitter 1, committed task</td>
 *   <td>{@code out/_temporary/N/task_*}{@code /rest}</td><td>{@code out/rest}</td></tr>
 * <tr><td>FileOutputCommitter, job attempt</td>
 *   <td>{@code out/_temporary/N/rest}</td><td>{@code out/rest}</td></tr>
 * <tr><td>Manifest committer (job id of any form)</td>
 *   <td>{@code out/_temporary/JOB/N/tasks/ATTEMPT/rest}</td><td>{@code out/rest}</td></tr>
 * <tr><td>Magic committer</td>
 *   <td>{@code out/__magic_job-*}{@code /…/__base/rest}, before Hadoop 3.4 {@code
 *   out/__magic/…/__base/rest}</td><td>{@code out/rest}</td></tr>
 * <tr><td>Hive</td>
 *   <td>{@code table/.hive-staging_hive_*}{@code /-ext-N/rest}, also {@code _tmp.-ext-N} and {@code
 *   _task_tmp.-ext-N}, with a file {@code _tmp.name} while it is written</td>
 *   <td>{@code table/rest}</td></tr>
 * <tr><td>Spark, dynamic partition overwrite</td>
 *   <td>{@code table/.spark-staging-*}{@code /rest}, rest may be a FileOutputCommitter's</td>
 *   <td>{@code table/rest}</td></tr>
 * <tr><td>distcp</td>
 *   <td>{@code target/.distcp.tmp.attempt_*}</td><td>{@code target}: the name does not tell which
 *   file below it</td></tr>
 * <tr><td>{@code hdfs dfs -put, -cp}</td><td>{@code file._COPYING_}</td><td>{@code file}</td></tr>
 * </table>
 *
 * <p>Anything else stays as it is, in particular what is never renamed: manifests, Hive's {@code
 * -mr-N} between two stages. Not recognised: Hive's staging under another name ({@code
 * hive.exec.stagingdir}), distcp's {@code -atomic}, whose work directory ends in a number of
 * unknown length.
 *
 * <p>Sources: the path methods of FileOutputCommitter, ManifestCommitterSupport, MagicCommitPaths,
 * RetriableFileCopyCommand and CommandWithDestination (Hadoop 3.4.2); Utilities and Context (Hive);
 * HadoopMapReduceCommitProtocol (Spark).
 */
public final class CommitterPaths {
  private static final String COPYING = "._COPYING_";
  private static final String HIVE_PARTIAL_FILE = "_tmp.";

  private CommitterPaths() {}

  /**
   * The path that a file will be read under once its writer has committed.
   *
   * @param path an absolute path
   * @return the same string when no committer's form is in it: nothing is allocated then
   */
  public static String finalPath(String path) {
    // Two scans of the virtual machine's own tell nearly all paths from those worth a closer look.
    boolean marked = path.indexOf("/_") >= 0 || path.indexOf("/.") >= 0;
    String resolved = marked ? withoutTemporaries(path) : path;
    if (resolved.endsWith(COPYING)) {
      return resolved.substring(0, resolved.length() - COPYING.length());
    }
    return resolved;
  }

  private static String withoutTemporaries(String path) {
    StringBuilder kept = null;
    int copied = 0;
    boolean hive = false;
    int slash = path.indexOf('/');
    while (slash >= 0) {
      int resumed = CommitterForm.end(path, slash);
      if (resumed > slash) {
        hive |= path.startsWith(CommitterForm.HIVE_STAGING, slash + 1);
        kept = append(kept, path, copied, slash);
        copied = resumed;
        slash = resumed < path.length() ? resumed : -1;
      } else {
        if (hive && path.startsWith(HIVE_PARTIAL_FILE, slash + 1)) {
          kept = append(kept, path, copied, slash + 1);
          copied = slash + 1 + HIVE_PARTIAL_FILE.length();
        }
        slash = path.indexOf('/', slash + 1);
      }
    }
    if (kept == null) {
      return path;
    }
    kept.append(path, copied, path.length());
    return kept.isEmpty() ? "/" : kept.toString();
  }

  private static StringBuilder append(
      @Nullable StringBuilder kept, String path, int start, int end) {
    return (kept == null ? new StringBuilder(path.length()) : kept).append(path, start, end);
  }
}
