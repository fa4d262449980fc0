/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathGlobTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "/a/* /a/x",
        "/a/* /a/x/y",
        "/a/part-? /a/part-0",
        "/a/part-[0-9] /a/part-7",
        "/a/part-[^a-z] /a/part-7",
        "/a/part-[!a-z] /a/part-7",
        "/a/x.{txt,csv} /a/x.csv",
        "/a/{x{1,2},y} /a/x2",
        "/a/{x,y /a/y",
        "/a/x}* /a/x}z",
        "/a/[x /a/[x",
        "/a/[]?b /a/[]xb",
        "/a/[^]?b /a/[^]xb",
        "/a/x,y* /a/x,yz",
        "/a/a.c* /a/a.c",
        "/a/[.]* /a/.x",
        "/a/[[]* /a/[x",
        "/logs/{2024/01,2023/12}/* /logs/2023/12/x",
        "/logs/{2024/{01,02},2023}/x /logs/2024/02/x",
        "/logs{/a,/b/c}/x /logs/b/c/x",
        "/l/{a/b,c}/{d,e/f} /l/c/e/f",
      })
  void globMatchesPathOrAncestor(String glob, String path) {
    assertThat(PathGlob.matchesPrefix(glob, path)).isTrue();
    assertThat(PathGlob.meets(glob, path)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "/a/? /a/xy",
        "/a/a.c* /a/abc",
        "/a/part-[0-9] /a/part-x",
        "/a/part-[^0-9] /a/part-7",
        "/a/[z-a] /a/b",
        "/a/{x,y} /a/z",
        "/a/*b/c /a/b/d",
        "/logs/{2024/01,2023/12}/* /logs/2024/12/x",
        "/a/[^]?b /a/xb",
      })
  void globPassesByWhatItDoesNotName(String glob, String path) {
    assertThat(PathGlob.matchesPrefix(glob, path)).isFalse();
    assertThat(PathGlob.meets(glob, path)).isFalse();
  }

  @Test
  void globDoesNotMatchTheDirectoryAbove() {
    assertThat(PathGlob.matchesPrefix("/a/*", "/a")).isFalse();
    assertThat(PathGlob.meets("/a/*", "/a")).isTrue();
    assertThat(PathGlob.meets("/{a/b,c/d}/*", "/c")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"*a", "?*", "{a,", "[a-", "{a/,", "[^a]*"})
  void hostilePatternEndsInAnAnswer(String piece) {
    // A backtracking matcher would not be done before the universe is; the limit only ends the
    // test.
    String glob = "/" + piece.repeat(2_000 / piece.length());
    String path = "/" + "a".repeat(1_000) + "b";
    assertTimeoutPreemptively(Duration.ofMinutes(1), () -> PathGlob.meets(glob, path));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[{", "{{a,b},", "{a,b}", "{/a,/b}"})
  void deepOrWideBracesEndInAnAnswer(String piece) {
    String glob = "/" + piece.repeat(8_000 / piece.length());
    assertThat(PathGlob.matchesPrefix(glob, "/x/y")).isFalse();
  }
}
