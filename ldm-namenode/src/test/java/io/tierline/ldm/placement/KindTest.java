/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A kind is told by its parts without being made, and must then be the same as if it were. */
class KindTest {
  private static final Place HERE = new Place("n1", "/r1");

  /** Each differs from the first in one part. */
  private static final List<Kind> KINDS =
      List.of(
          new Kind(2, 1, 3, new Latitude(false, 1), 3, HERE),
          new Kind(3, 1, 3, new Latitude(false, 1), 3, HERE),
          new Kind(2, 2, 3, new Latitude(false, 1), 3, HERE),
          new Kind(2, 1, 4, new Latitude(false, 1), 3, HERE),
          new Kind(2, 1, 3, new Latitude(true, 1), 3, HERE),
          new Kind(2, 1, 3, new Latitude(false, 2), 3, HERE),
          new Kind(2, 1, 3, new Latitude(false, 1), 2, HERE),
          new Kind(2, 1, 3, new Latitude(false, 1), 3, new Place("n2", "/r1")),
          new Kind(2, 1, 3, new Latitude(false, 1), 3, new Place("n1", "/r2")));

  private static boolean is(Kind kind, Kind other) {
    return kind.is(
        other.reusability(),
        other.slack(),
        other.stay(),
        other.latitude(),
        other.replicas(),
        other.writer());
  }

  private static int hash(Kind kind) {
    return Kind.hash(
        kind.reusability(),
        kind.slack(),
        kind.stay(),
        kind.latitude(),
        kind.replicas(),
        kind.writer());
  }

  @Test
  void partsAreOfAKindWhenTheKindsAreEqual() {
    for (Kind one : KINDS) {
      for (Kind other : KINDS) {
        assertThat(is(one, other)).as("%s, %s", one, other).isEqualTo(one.equals(other));
      }
    }
  }

  @Test
  void kindsThatDifferInOnePartHaveHashesOfTheirOwn() {
    assertThat(KINDS.stream().map(KindTest::hash)).doesNotHaveDuplicates();
    Kind same = new Kind(2, 1, 3, new Latitude(false, 1), 3, new Place("n" + 1, "/r" + 1));
    assertThat(hash(same)).isEqualTo(hash(KINDS.get(0)));
  }
}
