/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.el;

/**
 * Refuses expressions that the recursive parser must not see. It runs before anything is parsed:
 * the parser's depth follows the nesting and the operators of its input, and a stack that overflows
 * in a NameNode's thread is not ours to risk.
 */
final class ExpressionGuard {
  /** Longest expression, in characters. */
  static final int LENGTH_MAX = 2_048;

  /** Deepest nesting of brackets. */
  static final int NESTING_MAX = 64;

  /** Most operator characters, and most words that may be operators. */
  static final int OPERATORS_MAX = 200;

  private static final String OPERATORS = "!-+*/%<>=&|?:;~^";

  private ExpressionGuard() {}

  /** Throws {@link Unresolved} when the expression is beyond the bounds or holds a lambda. */
  static void check(String expression) {
    if (expression.length() > LENGTH_MAX) {
      throw new Unresolved("the expression is longer than " + LENGTH_MAX + " characters");
    }
    int depth = 0;
    int operators = 0;
    char quote = 0;
    for (int i = 0; i < expression.length(); i++) {
      char c = expression.charAt(i);
      if (quote != 0) {
        i += c == '\\' ? 1 : 0;
        quote = c == quote ? 0 : quote;
        continue;
      }
      if (c == '\'' || c == '"') {
        quote = c;
      } else if ("([{".indexOf(c) >= 0) {
        depth++;
      } else if (")]}".indexOf(c) >= 0) {
        depth--;
      } else if (expression.startsWith("->", i)) {
        throw new Unresolved("lambda expressions are not evaluated");
      } else if (OPERATORS.indexOf(c) >= 0 || Character.isWhitespace(c)) {
        operators++;
      }
      if (depth > NESTING_MAX || operators > OPERATORS_MAX) {
        throw new Unresolved("the expression is too deeply nested or has too many operators");
      }
    }
  }
}
