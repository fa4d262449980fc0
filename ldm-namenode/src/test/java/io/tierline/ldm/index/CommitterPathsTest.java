/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommitterPathsTest {
  private static final String ATTEMPT = "attempt_1700000000000_0001_r_000000_0";
  private static final String HIVE = ".hive-staging_hive_2026-01-02_03-04-05_678_1234-1";

  @ParameterizedTest
  @CsvSource({
    "/out/_temporary/1/_temporary/@/part-r-0, /out/part-r-0",
    "/out/_temporary/1/_temporary/@/day=1/part-r-0, /out/day=1/part-r-0",
    "/out/_temporary/1/_temporary/@, /out",
    "/out/_temporary/0/task_1700000000000_0001_r_000000/a/b, /out/a/b",
    "/out/_temporary/0/x, /out/x",
    "/out/_temporary/0, /out",
    "/_temporary/0/_temporary/@/x, /x",
    "/_temporary/0/_temporary/@, /",
    "/out/_temporary/job_1_0001/00/tasks/@/d/x, /out/d/x",
    "/out/_temporary/manifest_4f1c/01/tasks/@/x, /out/x",
    "/out/__magic_job-4f1c/job-4f1c/00/tasks/@/__base/d/x, /out/d/x",
    "/out/__magic/job-4f1c/00/tasks/@/__base/x, /out/x",
    "/out/__magic/app_1/@/__base/x, /out/x",
    "/t/.spark-staging-4f1c/day=1/part-0, /t/day=1/part-0",
    "/t/.spark-staging-4f1c/_temporary/0/_temporary/@/day=1/part-0, /t/day=1/part-0",
    "/target/.distcp.tmp.@.1700000000000, /target",
    "/in/file._COPYING_, /in/file",
    "/in/_logs/file._COPYING_, /in/_logs/file",
    "/out/_temporary/0/_temporary/@/x._COPYING_, /out/x",
  })
  void namesThePathAfterTheCommit(String written, String read) {
    assertThat(CommitterPaths.finalPath(written.replace("@", ATTEMPT))).isEqualTo(read);
  }

  @ParameterizedTest
  @CsvSource({
    "/t/@/-ext-10000/000000_0, /t/000000_0",
    "/t/@/_tmp.-ext-10000/000000_0, /t/000000_0",
    "/t/@/_task_tmp.-ext-10002/_tmp.000000_0, /t/000000_0",
    "/t/@/_task_tmp.-ext-10000/ds=1/_tmp.000000_0, /t/ds=1/000000_0",
    "/t/ds=1/@/-ext-10000/000000_0, /t/ds=1/000000_0",
  })
  void namesThePathAfterHivesMove(String written, String read) {
    assertThat(CommitterPaths.finalPath(written.replace("@", HIVE))).isEqualTo(read);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "",
        "/a",
        "/a/b/part-r-00000",
        "/user/u/.staging/job_1_0001/job.jar",
        "/out/_SUCCESS",
        "/out/_temporary",
        "/out/_temporary/",
        "/out/_temporary/mine/x",
        "/out/_temporary/1/_temporary/other/x",
        "/out/_temporary/job_1/00/manifests/task_1-manifest.json",
        "/out/_temporary/job_1/00/tasks",
        "/out/_temporary1/0/x",
        "/out/my_temporary/0/x",
        "/out/__magic/job-1/x",
        "/out/__magical/__base/x",
        "/t/.hive-staging_hive_1/-mr-10001/x",
        "/t/.hive-staging/-ext-1/x",
        "/t/_tmp.000000_0",
        "/t/.distcp.tmp",
        "/t/.",
        "/t/_",
        "/in/_COPYING_",
        "/in/file._COPYING_/x",
      })
  void returnsTheSameStringWhenNothingApplies(String path) {
    assertThat(CommitterPaths.finalPath(path)).isSameAs(path);
  }
}
