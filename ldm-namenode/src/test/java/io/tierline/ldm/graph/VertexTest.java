/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.JobId;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VertexTest {
  private static final Instant SOON = Instant.ofEpochSecond(1);
  private static final Instant LATER = Instant.ofEpochSecond(2);

  private final Vertex vertex =
      new Vertex(
          DatasetPath.of("/a"),
          List.of(new JobId("w", "writer")),
          List.of(new JobId("w", "one"), new JobId("w", "two"), new JobId("w", "three")),
          1,
          2,
          List.of(LATER, SOON));

  @Test
  void noMoreReadersAreBelievedThanAreAllowed() {
    Vertex believed = vertex.believing(1, 1, reader -> true);
    assertThat(believed.reusability()).isOne();
    assertThat(believed.uses()).containsExactly(SOON);
    assertThat(believed.writers()).isEqualTo(vertex.writers());
    assertThat(vertex.believing(0, 3, reader -> true).reusability()).isZero();
  }

  @Test
  void fewReadersAreAllBelieved() {
    assertThat(vertex.believing(3, 3, reader -> false)).isSameAs(vertex);
    assertThat(vertex.believing(3, 0, reader -> true)).isSameAs(vertex);
  }

  @Test
  void fewerAreBelievedOfThoseThatNobodyHasSeen() {
    JobId three = new JobId("w", "three");
    assertThat(vertex.believing(3, 1, three::equals).readers())
        .containsExactly(new JobId("w", "one"), three);
    assertThat(vertex.believing(3, 0, three::equals).readers()).containsExactly(three);
    assertThat(vertex.believing(1, 1, three::equals).reusability()).isOne();
  }

  @Test
  void ofVeryManyOnlyTheFirstAreLookedUp() {
    List<JobId> many =
        IntStream.range(0, 100_000).mapToObj(i -> new JobId("w", "reader" + i)).toList();
    AtomicInteger asked = new AtomicInteger();
    Vertex crowded = new Vertex(DatasetPath.of("/a"), List.of(), many, 0, 0, List.of());
    Vertex believed =
        crowded.believing(
            32,
            8,
            reader -> {
              asked.incrementAndGet();
              return false;
            });
    assertThat(believed.reusability()).isEqualTo(8);
    assertThat(asked).hasValue(256);
  }
}
