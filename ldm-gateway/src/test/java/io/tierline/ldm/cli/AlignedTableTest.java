/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class AlignedTableTest {
  private static String printed(int width, Object... cells) {
    AlignedTable table = new AlignedTable("path", "R", "why");
    table.row(cells);
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    table.print("Title", width, out);
    out.flush();
    return text.toString();
  }

  @Test
  void whatFitsStaysOnOneLine() {
    assertThat(printed(80, "/a/b", 1, "read").lines())
        .containsExactly("", "Title", "  path  R  why", "  /a/b  1  read");
  }

  @Test
  void wideCellsAreWrittenInSeveralLines() {
    assertThat(printed(30, "/warehouse/sales/dt=2026", 1, "it is read soon").lines())
        .containsExactly(
            "",
            "Title",
            "  path         R  why",
            "  /warehouse/  1  it is read",
            "  sales/dt=       soon",
            "  2026");
  }

  @Test
  void whatATerminalWouldObeyIsShown() {
    assertThat(printed(80, "a\u001b[31mb", 1, "c\nd")).contains("a\\u001b[31mb", "c\\u000ad");
  }

  @Property
  void noLineIsLongerAndNothingIsLost(
      @ForAll @StringLength(max = 300) String text,
      @ForAll @IntRange(min = 1, max = 90) int width) {
    var lines = Wrapped.lines(text, width);
    assertThat(lines).isNotEmpty().allMatch(line -> line.length() <= width);
    assertThat(solid(String.join("", lines))).isEqualTo(solid(text));
  }

  private static String solid(String text) {
    return text.chars()
        .filter(c -> !Character.isWhitespace(c))
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
