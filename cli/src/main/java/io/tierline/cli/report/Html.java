/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.report;

import java.util.List;
import java.util.Locale;
import org.apache.commons.text.StringEscapeUtils;

/** Builds tables of text; every cell is escaped. */
public final class Html {
  private final StringBuilder page = new StringBuilder();
  private final List<Boolean> numeric;

  private Html(String caption, List<String> columns, List<Boolean> numeric) {
    this.numeric = numeric;
    page.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .append(escape(caption))
        .append("\"><table><caption>")
        .append(escape(caption))
        .append("</caption><thead><tr>");
    for (int i = 0; i < columns.size(); i++) {
      cell("th scope=\"col\"", "th", i, columns.get(i));
    }
    page.append("</tr></thead><tbody>\n");
  }

  /** Text as it stands in HTML. */
  public static String escape(String text) {
    return StringEscapeUtils.escapeHtml4(text);
  }

  /**
   * Starts a table.
   *
   * @param columns headings; one that starts with {@code #} is of a column of numbers
   */
  public static Html table(String caption, String... columns) {
    List<String> given = List.of(columns);
    return new Html(
        caption,
        given.stream().map(name -> name.replaceFirst("^#", "")).toList(),
        given.stream().map(name -> name.startsWith("#")).toList());
  }

  /** Adds the row with the commit that was built. */
  public Html commit() {
    return row(false, "Tierline commit", System.getProperty(Figures.COMMIT_PROPERTY, "unknown"));
  }

  /** Adds a row; its first cell is the row's heading. */
  public Html row(boolean startsGroup, Object... cells) {
    page.append(startsGroup ? "<tr class=\"group\">" : "<tr>");
    for (int i = 0; i < cells.length; i++) {
      String tag = i == 0 ? "th scope=\"row\"" : "td";
      cell(tag, i == 0 ? "th" : "td", i, String.valueOf(cells[i]));
    }
    page.append("</tr>\n");
    return this;
  }

  private void cell(String open, String close, int column, String text) {
    page.append('<').append(open);
    if (numeric.get(column)) {
      page.append(" class=\"number\"");
    } else if (text.equals("pass") || text.equals("FAIL")) {
      page.append(" class=\"").append(text.toLowerCase(Locale.ROOT)).append('"');
    }
    page.append('>').append(escape(text)).append("</").append(close).append('>');
  }

  /** Ends the table. */
  public String end() {
    return page.append("</tbody></table></div>").toString();
  }
}
