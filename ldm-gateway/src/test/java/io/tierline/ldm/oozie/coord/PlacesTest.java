/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.DatasetPath;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PlacesTest {
  private static final int MOST = 100;
  private static final int MANY = 10 * MOST;

  private final Places places = new Places(MOST);
  private final Function<String, Optional<DatasetPath>> literal =
      places.in("here", text -> Optional.of(DatasetPath.of(text)));

  @Test
  void equalPlacesAreOne() {
    DatasetPath first = literal.apply("/a/b").orElseThrow();
    assertThat(literal.apply("/a//b").orElseThrow()).isSameAs(first);
    assertThat(places.same(DatasetPath.of("/a/b"))).isSameAs(first);
  }

  @Test
  void textsThatMeanNoPlaceAreNotRemembered() {
    Function<String, Optional<DatasetPath>> none = places.in("there", text -> Optional.empty());
    for (int i = 0; i < MANY; i++) {
      assertThat(none.apply("{{" + i)).isEmpty();
    }
    assertThat(places.size()).isZero();
  }

  @Test
  void textsOfOnePlaceAreBounded() {
    for (int i = 0; i < MANY; i++) {
      literal.apply("/".repeat(1 + i % (2 * MOST)) + "a");
      assertThat(places.size()).isLessThanOrEqualTo(2 * MOST);
    }
  }

  @Test
  void placesOfWorkflowsAreBounded() {
    for (int i = 0; i < MANY; i++) {
      places.same(DatasetPath.of("/a/" + i));
      assertThat(places.size()).isLessThanOrEqualTo(MOST);
    }
  }

  @Test
  void longPlacesAreBoundedByTheirCharacters() {
    String directory = "/" + "a".repeat(5_000) + "/";
    for (int i = 0; i < MOST; i++) {
      literal.apply(directory + i);
      assertThat(places.size() * 5_000L).isLessThanOrEqualTo(MOST * 128L);
    }
  }
}
