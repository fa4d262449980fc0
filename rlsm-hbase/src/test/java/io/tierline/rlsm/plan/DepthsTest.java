/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DepthsTest {
  private static FileMeta run(int index, int first, int last) {
    return FileMeta.builder("r" + index)
        .sequenceId(index)
        .rows(new byte[] {(byte) first}, new byte[] {(byte) last})
        .run()
        .build();
  }

  /** The layout of what is there when some files are one says how deep it is. */
  @Test
  void depthIsThatOfTheLayoutThatWouldBe() {
    Random random = new Random(11);
    for (int round = 0; round < 200; round++) {
      List<FileMeta> files = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(12); i++) {
        int first = random.nextInt(40);
        files.add(run(i, first, first + random.nextInt(12)));
      }
      int from = random.nextInt(files.size());
      int to = from + 1 + random.nextInt(files.size() - from);
      List<FileMeta> folded = files.subList(from, to);
      List<FileMeta> after = new ArrayList<>(files);
      after.removeAll(folded);
      after.add(
          run(
              99,
              folded.stream().mapToInt(file -> file.span().get().start()[0]).min().orElseThrow(),
              folded.stream().mapToInt(file -> file.span().get().end()[0]).max().orElseThrow()));
      assertThat(new Depths(files).whenOne(from, to)).isEqualTo(Layout.of(after).maxDepth());
    }
  }
}
