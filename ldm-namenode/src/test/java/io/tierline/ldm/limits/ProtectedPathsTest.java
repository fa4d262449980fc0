/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.lineage.DatasetPath;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtectedPathsTest {
  private final ProtectedPaths paths =
      new ProtectedPaths(1, List.of("/tmp", "/user", "/user/*", "/hbase/**", "/a/b/**"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/tmp",
        "/user",
        "/user/ann",
        "/hbase",
        "/hbase/data/default",
        "/a",
        "/a/b",
        "/a/b/c",
        "/*",
        "/user/ann/*",
        "/user/{ann,bob}/x",
        "/tmp/*"
      })
  void whatIsProtectedOrWouldHoldItIsRefused(String path) {
    assertThat(paths.refusal(DatasetPath.of(path))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/out",
        "/tmp/x",
        "/user/ann/out",
        "/hbase2",
        "/a/c",
        "/tmpx",
        "/data/part-*",
        "s3a://bucket/tmp",
        "hdfs://other:8020/user"
      })
  void allElseIsTaken(String path) {
    assertThat(paths.refusal(DatasetPath.of(path))).isEmpty();
  }

  @Test
  void theLeastDepthCountsNames() {
    ProtectedPaths two = new ProtectedPaths(2, List.of());
    assertThat(two.refusal(DatasetPath.of("/out")).orElseThrow())
        .isEqualTo(
            "/out is too near the root to be what a job writes: at least 2 names"
                + " (tierline.ldm.paths.min-depth)");
    assertThat(two.refusal(DatasetPath.of("/out/a"))).isEmpty();
    assertThat(two.refusal(DatasetPath.of("/out/*"))).isPresent();
  }

  @Test
  void aPatternThatIsNoPathIsRefused() {
    assertThatThrownBy(() -> new ProtectedPaths(1, List.of("tmp"))).hasMessageContaining("'tmp'");
  }
}
