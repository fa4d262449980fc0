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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathIndexTest {
  private static final long SEED = 42;

  @ParameterizedTest
  @CsvSource({
    "/a/b, /a/b",
    "/a/b/, /a/b",
    "/a/b/c/d, /a/b",
    "/a/b//c, /a/b",
    "/a/bc, /a",
    "/a, /a",
    "/a/x/y, /a",
    "/ab, ",
    "/ab/c/d, /ab/c",
    "/ab/cd, ",
    "/b, ",
    "/, ",
    "a/b, ",
    "'', ",
  })
  void findsTheDeepestAncestor(String path, String entry) {
    PathIndex<String> index = PathIndex.of(Map.of("/a", "/a", "/a/b", "/a/b", "/ab/c", "/ab/c"));

    assertThat(index.lookup(path)).isEqualTo(entry);
  }

  @Test
  void givesTheRootWhenNothingIsDeeper() {
    PathIndex<Integer> index = PathIndex.of(Map.of("/", 0, "/a/b", 2));

    assertThat(index.lookup("/a/b/c")).isEqualTo(2);
    assertThat(index.lookup("/a")).isZero();
    assertThat(index.lookup("/a/c")).isZero();
    assertThat(index.lookup("/x/y")).isZero();
    assertThat(index.lookup("/")).isZero();
    assertThat(index.lookup("relative/path")).isNull();
    assertThat(index.lookup("a")).isNull();
  }

  @Test
  void holdsNothingOrTheRootAlone() {
    assertThat(PathIndex.of(Map.of()).lookup("/a/b")).isNull();
    assertThat(PathIndex.of(Map.of()).lookup("/")).isNull();
    assertThat(PathIndex.of(Map.of("/", 1)).lookup("/a/b")).isEqualTo(1);
  }

  @Test
  void registersWithoutTheTrailingSlash() {
    assertThat(PathIndex.of(Map.of("/a/b/", 1)).lookup("/a/b/c")).isEqualTo(1);
  }

  @Test
  void refusesWhatItCannotTellApart() {
    Map<String, Integer> twice = Map.of("/a/", 1, "/a", 2);
    assertThatThrownBy(() -> PathIndex.of(twice))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("registered twice: /a");
    Map<String, Integer> relative = Map.of("a/b", 1);
    assertThatThrownBy(() -> PathIndex.of(relative))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not an absolute path: 'a/b'");
  }

  @Test
  void refusesMoreCollisionsThanItWouldSearch() {
    Map<String, Integer> many = new HashMap<>();
    for (int i = 0; i < 1000; i++) {
      many.put("/d" + i, i);
    }
    assertThatThrownBy(() -> PathIndex.of(many, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the hashes of more than 1 paths collide");
  }

  /** Paths that String.hashCode takes for one: 2^16 of them would make a list of a map's bucket. */
  @Test
  void tellsPathsApartThatCollideInString() {
    Map<String, Integer> paths = new HashMap<>();
    for (int i = 0; i < 1 << 16; i++) {
      StringBuilder path = new StringBuilder("/");
      for (int bit = 0; bit < 16; bit++) {
        path.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      paths.put(path.toString(), i);
    }
    PathIndex<Integer> index = PathIndex.of(paths);

    paths.forEach((path, i) -> assertThat(index.lookup(path + "/x")).isEqualTo(i));
    assertThat(index.lookup("/AaBB")).isNull();
  }

  @Test
  void holdsAMillionEntries() {
    Map<String, Integer> paths = new HashMap<>(2_000_000);
    Random random = new Random(SEED);
    for (int i = 0; i < 1_000_000; i++) {
      paths.put("/d" + i % 97 + "/sub" + i % 1009 + "/n" + i, i);
    }
    PathIndex<Integer> index = PathIndex.of(paths);

    for (int n = 0; n < 100_000; n++) {
      int i = random.nextInt(1_000_000);
      String path = "/d" + i % 97 + "/sub" + i % 1009 + "/n" + i;
      assertThat(index.lookup(path + "/part-0")).isEqualTo(i);
      assertThat(index.lookup(path + "x/part-0")).isNull();
      assertThat(index.lookup("/e" + path)).isNull();
    }
  }
}
