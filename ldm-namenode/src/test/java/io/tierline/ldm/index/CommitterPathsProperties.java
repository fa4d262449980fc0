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

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CommitterPathsProperties {
  private static final List<String> COMPONENTS =
      List.of(
          "_temporary",
          "0",
          "1",
          "attempt_1_0001_m_000000_0",
          "task_1_0001_m_000000",
          "job_1_0001",
          "tasks",
          "__magic",
          "__magic_job-1",
          "__base",
          ".hive-staging_hive_1",
          "-ext-10000",
          "_task_tmp.-ext-10000",
          "_tmp.000000_0",
          ".spark-staging-1",
          ".distcp.tmp.attempt_1",
          "x._COPYING_",
          "a",
          "b",
          "");

  @Provide
  Arbitrary<String> soup() {
    return Arbitraries.of(COMPONENTS)
        .list()
        .ofMaxSize(10)
        .map(components -> "/" + String.join("/", components));
  }

  /** Whatever comes: an absolute path, no longer than before, that begins and ends as before. */
  @Property
  void dropsComponentsAndNothingElse(@ForAll("soup") String path) {
    String read = CommitterPaths.finalPath(path);

    assertThat(read).startsWith("/");
    assertThat(read.length()).isLessThanOrEqualTo(path.length());
    assertThat(isSubsequence(read, path)).isTrue();
  }

  @Property
  void keepsWhatIsAboveAndBelow(
      @ForAll("names") List<String> above, @ForAll("names") List<String> below) {
    String out = "/" + String.join("/", above);
    String rest = String.join("/", below);
    String written = out + "/_temporary/1/_temporary/attempt_1_0001_m_000000_0/" + rest;

    assertThat(CommitterPaths.finalPath(written)).isEqualTo(out + "/" + rest);
  }

  @Provide
  Arbitrary<List<String>> names() {
    return Arbitraries.strings()
        .withCharRange('a', 'z')
        .withChars("é日=._-")
        .ofMinLength(1)
        .ofMaxLength(8)
        .filter(name -> Character.isLetter(name.charAt(0)) && !name.endsWith("_"))
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }

  private static boolean isSubsequence(String read, String path) {
    int at = 0;
    for (int i = 0; i < path.length() && at < read.length(); i++) {
      at += path.charAt(i) == read.charAt(at) ? 1 : 0;
    }
    return at == read.length();
  }
}
