/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.common.Setting;
import io.tierline.common.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that are written from the rows of settings: the defaults, as Hadoop has them, and the
 * reference in the docs. A test holds them against the rows; {@code -Dtierline.help.write=true}
 * writes them.
 */
public final class SettingsFiles {
  private static final int WIDTH = 114;
  private static final Values NOTHING = key -> null;

  /** A key in a text; one with a star stands for several. */
  private static final Pattern KEY =
      Pattern.compile("(?<![\\w.])(tierline|dfs|hbase|hadoop|fs)(\\.[a-zA-Z0-9-]+)+(\\.\\*)?");

  /**
   * A part of the reference.
   *
   * @param title as a heading
   * @param rows the keys
   */
  public record Section(String title, Collection<Setting<?>> rows) {}

  private SettingsFiles() {}

  /** Each row says what it is for, and takes its own default. */
  public static void checkRows(Collection<Setting<?>> rows) {
    assertThat(rows).isNotEmpty();
    for (Setting<?> row : rows) {
      assertThat(row.doc()).as(row.key()).hasSizeGreaterThan(20).endsWith(".");
      if (!row.isComputed()) {
        assertThat(row.read(NOTHING)).as(row.key()).isEqualTo(row.parse(row.standard()));
      }
    }
  }

  /**
   * Holds a file of defaults against the rows.
   *
   * @param head what the file begins with, a line each
   */
  public static void checkDefaults(Path file, List<String> head, Collection<Setting<?>> rows)
      throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    lines.add("<?xml-stylesheet type=\"text/xsl\" href=\"configuration.xsl\"?>");
    lines.add("<!--");
    head.forEach(line -> lines.add("  " + line));
    lines.add("  Written from the rows in the code.");
    lines.add("-->");
    lines.add("<configuration>");
    for (Setting<?> row : rows) {
      lines.add("  <property>");
      lines.add("    <name>" + row.key() + "</name>");
      // Hadoop leaves out a property whose value is empty: a default of nothing is a blank.
      String value = row.standard().isEmpty() ? " " : escaped(row.standard());
      lines.add("    <value>" + value + "</value>");
      lines.addAll(wrapped("<description>" + escaped(description(row)) + "</description>"));
      lines.add("  </property>");
    }
    lines.add("</configuration>");
    check(file, lines);
  }

  /**
   * Holds a page of the docs against the rows.
   *
   * @param head what the page begins with, a line each
   * @param live how a key that is marked so comes into force while its part runs; empty for none
   */
  public static void checkReference(
      Path file, List<String> head, String live, List<Section> sections) throws IOException {
    List<String> lines = new ArrayList<>(head);
    lines.add("");
    lines.add(
        "Times are written as `100us`, `30s`, `7d`; sizes and numbers as `64k`, `512m`, `1t`"
            + " (powers of 1024); shares as `0.25` or `25%`.");
    if (!live.isEmpty()) {
      lines.add(live);
    }
    lines.add("This page is written from the code.");
    for (Section section : sections) {
      lines.add("");
      lines.add("## " + section.title());
      lines.add("| key | default | takes | what it is for |");
      lines.add("|---|---|---|---|");
      section.rows().forEach(row -> lines.add(line(row)));
    }
    check(file, lines);
  }

  private static String line(Setting<?> row) {
    String standard = row.isComputed() ? cell(row.standard()) : code(row.standard());
    String mark = row.isReloadable() ? " ↻" : "";
    return "| `%s`%s | %s | %s | %s |"
        .formatted(row.key(), mark, standard, cell(row.takes()), cell(row.doc()));
  }

  private static String code(String value) {
    return value.isEmpty() ? "none" : "`" + value + "`";
  }

  /** Keys as code; outside of them a star is no markup. */
  private static String cell(String text) {
    Matcher keys = KEY.matcher(text);
    StringBuilder cell = new StringBuilder();
    int from = 0;
    while (keys.find()) {
      cell.append(plain(text.substring(from, keys.start())));
      cell.append('`').append(keys.group()).append('`');
      from = keys.end();
    }
    return cell.append(plain(text.substring(from))).toString();
  }

  private static String plain(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*");
  }

  private static String description(Setting<?> row) {
    return row.doc()
        + " Takes "
        + row.takes()
        + "."
        + (row.isReloadable() ? " Can change while it runs." : "");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder("    ");
    for (String word : text.split(" ")) {
      if (line.length() + word.length() > WIDTH) {
        lines.add(line.toString().stripTrailing());
        line = new StringBuilder("      ");
      }
      line.append(word).append(' ');
    }
    lines.add(line.toString().stripTrailing());
    return lines;
  }

  private static void check(Path file, List<String> lines) throws IOException {
    String text = String.join("\n", lines) + "\n";
    if (Boolean.getBoolean("tierline.help.write")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
    assertThat(file).hasContent(text);
  }
}
