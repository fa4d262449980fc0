/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.util.List;
import java.util.Map;

/** One line of a table that a native program printed; columns are found by name. */
final class Row {
  private static final String NOTHING = "-";

  private final Map<String, Integer> columns;
  private final String[] fields;

  Row(Map<String, Integer> columns, String[] fields) {
    this.columns = columns;
    this.fields = fields;
  }

  /** The names of the columns, in the order of the table. */
  List<String> columns() {
    return List.copyOf(columns.keySet());
  }

  /** The field as it was printed; {@code -} where there is no such column or no value. */
  String text(String column) {
    Integer at = columns.get(column);
    return at == null ? NOTHING : fields[at];
  }

  boolean has(String column) {
    return !text(column).equals(NOTHING);
  }

  /** The field as a number; NaN where it has no value or is not one. */
  double number(String column) {
    try {
      return Double.parseDouble(text(column));
    } catch (NumberFormatException notOne) {
      return Double.NaN;
    }
  }

  String contender() {
    return text("contender");
  }

  String workload() {
    return text("workload");
  }

  /** The field as JSON has it: null, a whole number, a number or a text. */
  Object value(String column) {
    String text = text(column);
    if (text.equals(NOTHING)) {
      return null;
    }
    if (text.matches("-?[0-9]{1,18}")) {
      return Long.valueOf(text);
    }
    double number = number(column);
    return Double.isFinite(number) ? (Object) number : text;
  }

  @Override
  public String toString() {
    return String.join("\t", fields);
  }
}
