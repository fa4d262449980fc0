/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.el;

import java.util.ArrayList;
import java.util.List;

/**
 * A piece of a text: either literal characters or what stands between <code>${</code> and <code>}
 * </code>.
 */
record Segment(String text, boolean isExpression) {

  /**
   * Splits a text. An escaped <code>\${</code> and a <code>${</code> without its end are literal,
   * as is everything that starts with <code>#{</code>: Oozie knows no deferred expressions.
   */
  static List<Segment> split(String text) {
    List<Segment> segments = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    int i = 0;
    while (i < text.length()) {
      if (text.startsWith("\\${", i)) {
        literal.append("${");
        i += 3;
        continue;
      }
      int end = text.startsWith("${", i) ? endOf(text, i + 2) : -1;
      if (end < 0) {
        literal.append(text.charAt(i++));
        continue;
      }
      if (literal.length() > 0) {
        segments.add(new Segment(literal.toString(), false));
        literal.setLength(0);
      }
      segments.add(new Segment(text.substring(i + 2, end), true));
      i = end + 1;
    }
    if (literal.length() > 0) {
      segments.add(new Segment(literal.toString(), false));
    }
    return segments;
  }

  /** The closing brace, or -1; braces inside quotes do not count. */
  private static int endOf(String text, int start) {
    char quote = 0;
    for (int i = start; i < text.length() && i - start <= ExpressionGuard.LENGTH_MAX; i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        if (c == '\\') {
          i++;
        } else if (c == quote) {
          quote = 0;
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == '}') {
        return i;
      }
    }
    return -1;
  }
}
