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

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {
  @ParameterizedTest
  @ValueSource(
      ints = {
        0, 7, 8, '\t', '\n', 0xb, '\r', 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9b, 0x9f, 0x61c, 0x200e,
        0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069
      })
  void whatMovesOrTurnsIsShown(int hidden) {
    String shown = Printable.of("a" + (char) hidden + "b");
    assertThat(shown).isEqualTo("a\\u%04xb".formatted(hidden));
    assertThat(Printable.of(shown)).isEqualTo(shown);
  }

  @Test
  void allElseStaysAsItIs() {
    String text = "/daten/Größe/日本/\\a $1 \"x\" <b> 😀";
    assertThat(Printable.of(text)).isSameAs(text);
    assertThat(Printable.of((Object) null)).isEqualTo("null");
  }

  @Test
  void linesStayLines() {
    assertThat(Printable.lines("{\n  \"a\": \"\u009b\"\n}"))
        .isEqualTo("{\n  \"a\": \"\\u009b\"\n}");
  }

  @Test
  void failureIsToldWithWhereItComesFromAndNothingElse() {
    IOException plain = new IOException("/a is gone");
    assertThat(Printable.of((Throwable) plain)).isSameAs(plain);
    IOException forged = new IOException("/a\n2026-01-01 ERROR all is lost", plain);
    Throwable told = Printable.of((Throwable) forged);
    assertThat(told).hasMessage("java.io.IOException: /a\\u000a2026-01-01 ERROR all is lost");
    assertThat(told.getStackTrace()).isEqualTo(forged.getStackTrace());
    assertThat(told.getCause()).isNull();
  }

  @Test
  void refusalIsOneLine() {
    assertThat(new LineageException("a\n  b\u009bc")).hasMessage("a b\\u009bc");
  }
}
