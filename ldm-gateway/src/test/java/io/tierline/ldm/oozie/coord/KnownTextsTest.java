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

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownTextsTest {
  private static final Instant START = Instant.parse("2026-11-22T00:00:00Z");

  private final KnownTexts known = new KnownTexts();

  @Test
  void placeOfAnInstanceIsMadeOnce() {
    UriTemplate template = new UriTemplate("/a/${YEAR}", known);
    assertThat(template.at(START)).isEqualTo("/a/2026").isSameAs(template.at(START));
    assertThat(new UriTemplate("/b/${YEAR}", known).at(START)).isEqualTo("/b/2026");
  }

  @Test
  void templatesOfOneCoordinatorAreBoundedByTheirCharacters() {
    String directory = "/" + "a".repeat(7_000);
    List<UriTemplate> templates =
        List.of(
            new UriTemplate(directory + "/1/${MINUTE}", known),
            new UriTemplate(directory + "/2/${MINUTE}", known));
    for (int minute = 0; minute < 1_500; minute++) {
      for (UriTemplate template : templates) {
        template.at(START.plusSeconds(60L * minute));
      }
      assertThat(known.size() * 7_000L).isLessThanOrEqualTo(KnownTexts.CHARACTERS_MAX);
    }
  }

  @Test
  void shortTextsAndComputedOnesAreBoundedToo() {
    UriTemplate template = new UriTemplate("${concat(DAY, HOUR)}${MINUTE}", known);
    for (int minute = 0; minute < 50_000; minute++) {
      template.at(START.plusSeconds(60L * minute));
    }
    assertThat(known.size()).isLessThan(40_000);
    assertThat(template.at(START)).isEqualTo("220000");
  }
}
