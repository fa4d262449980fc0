/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FoundPathsTest {
  private final List<String> asked = new ArrayList<>();
  private final Map<String, ManagedDataset> index = new HashMap<>();
  private final FoundPaths found =
      new FoundPaths(
          path -> {
            asked.add(path);
            return index.get(path);
          });

  private static ManagedDataset dataset(String root) {
    Vertex vertex = new Vertex(DatasetPath.of(root), List.of(), List.of(), 0, 0, List.of());
    return ManagedDataset.of(root, vertex, "ann");
  }

  @Test
  void indexIsAskedOnceForAPathWhateverItTells() {
    index.put("/d", dataset("/d"));
    for (int i = 0; i < 3; i++) {
      assertThat(found.lookup(new String("/d"))).isSameAs(index.get("/d"));
      assertThat(found.lookup("/none")).isNull();
    }
    assertThat(asked).containsExactly("/d", "/none");
  }

  /** These two have one hash, whatever comes before. */
  @Test
  void pathsOfOneSlotAreNotTakenForEachOther() {
    index.put("/Aa", dataset("/Aa"));
    index.put("/BB", dataset("/BB"));
    for (int i = 0; i < 2; i++) {
      assertThat(found.lookup("/Aa").root()).isEqualTo("/Aa");
      assertThat(found.lookup("/BB").root()).isEqualTo("/BB");
    }
    assertThat(asked).containsExactly("/Aa", "/BB", "/Aa", "/BB");
  }

  @Test
  void tellsWhatTheIndexTells() {
    for (int i = 0; i < 2_000; i++) {
      index.put("/some/" + i, dataset("/some/" + i));
    }
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < 20_000; i++) {
      String path = "/some/" + random.nextInt(3_000);
      assertThat(found.lookup(path)).isSameAs(index.get(path));
    }
    assertThat(asked).hasSizeLessThan(20_000);
  }
}
