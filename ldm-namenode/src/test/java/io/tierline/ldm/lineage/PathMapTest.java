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

import org.junit.jupiter.api.Test;

class PathMapTest {
  private final PathMap<String> map = new PathMap<>();

  @Test
  void theFirstValueOfAPathStays() {
    assertThat(map.at("/a", () -> "one")).isEqualTo("one");
    assertThat(map.at("/a", () -> "other")).isEqualTo("one");
    assertThat(map.get("/a")).isEqualTo("one");
    assertThat(map.get("/b")).isNull();
  }

  @Test
  void whatLiesBelowAPathComesInTheOrderOfPaths() {
    for (String path : new String[] {"/a/c", "/a", "/a/b/d", "/a-b", "/a0", "/b"}) {
      map.at(path, () -> path);
    }
    assertThat(map.under("/a").values()).containsExactly("/a/b/d", "/a/c");
    assertThat(map.under("/").values())
        .containsExactly("/a", "/a-b", "/a/b/d", "/a/c", "/a0", "/b");
    assertThat(map.under("/b")).isEmpty();
  }

  @Test
  void whatIsAddedAfterAQuestionIsFoundByTheNext() {
    map.at("/a/b", () -> "b");
    assertThat(map.under("/a")).hasSize(1);
    map.at("/a/c", () -> "c");
    assertThat(map.under("/a").values()).containsExactly("b", "c");
  }
}
