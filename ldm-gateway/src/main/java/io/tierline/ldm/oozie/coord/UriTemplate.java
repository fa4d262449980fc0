/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.oozie.el.Expressions;
import io.tierline.ldm.oozie.el.Facts;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the instances of a dataset lie: a text with {@code ${YEAR}}, {@code ${MONTH}}, {@code
 * ${DAY}}, {@code ${HOUR}} and {@code ${MINUTE}}, always in UTC as in Oozie.
 */
final class UriTemplate {
  /** The variables that stand for an instance's time. */
  static final Pattern VARIABLE = Pattern.compile("\\$\\{\\s*(YEAR|MONTH|DAY|HOUR|MINUTE)\\s*}");

  private static final List<String> NAMES = List.of("YEAR", "MONTH", "DAY", "HOUR", "MINUTE");

  private static final Pattern NAMED =
      Pattern.compile("\\$\\{[^}]*\\b(?:YEAR|MONTH|DAY|HOUR|MINUTE)\\b[^}]*}");

  private final String text;
  private final boolean timed;

  /** Texts between expressions at even places; at odd ones the variable alone, or null. */
  private final List<String> pieces = new ArrayList<>();

  /** The expressions at odd places. */
  private final List<String> expressions = new ArrayList<>();

  private final KnownTexts known;

  private record Place(UriTemplate template, Instant time) {}

  private record Computed(String expression, Map<String, String> values) {}

  /**
   * Takes a template apart.
   *
   * @param known the texts that were made already, of this template and of others
   */
  UriTemplate(String text, KnownTexts known) {
    this.text = text;
    this.known = known;
    Matcher expression = NAMED.matcher(text);
    int end = 0;
    while (expression.find()) {
      Matcher variable = VARIABLE.matcher(expression.group());
      pieces.add(text.substring(end, expression.start()));
      pieces.add(variable.matches() ? variable.group(1) : null);
      expressions.add(expression.group());
      end = expression.end();
    }
    pieces.add(text.substring(end));
    this.timed = pieces.size() > 1;
  }

  /** True for an expression that only waits for an instance's time. */
  static boolean isTimed(String expression) {
    return NAMED.matcher(expression).find();
  }

  /** The text, its variables still in it. */
  String text() {
    return text;
  }

  /** True when different instances lie in different places. */
  boolean isTimed() {
    return timed;
  }

  /** What was made of it and of others is not remembered any more. */
  void forget() {
    known.forget();
  }

  /** Where the instance of that time lies. */
  String at(Instant time) {
    return known.of(new Place(this, time), () -> made(time));
  }

  private String made(Instant time) {
    ZonedDateTime utc = time.atZone(ZoneOffset.UTC);
    StringBuilder uri = new StringBuilder(text.length());
    for (int i = 0; i < pieces.size(); i++) {
      String piece = pieces.get(i);
      if (i % 2 == 0) {
        uri.append(piece);
      } else {
        uri.append(piece == null ? computed(expressions.get(i / 2), utc) : value(piece, utc));
      }
    }
    return uri.toString();
  }

  private String computed(String expression, ZonedDateTime time) {
    Map<String, String> values = new TreeMap<>();
    for (String name : NAMES) {
      if (expression.contains(name)) {
        values.put(name, value(name, time));
      }
    }
    return known.of(
        new Computed(expression, values),
        () -> new Expressions(Facts.NONE, values, Map.of()).resolve(expression).text());
  }

  private static String value(String name, ZonedDateTime time) {
    return switch (name) {
      case "YEAR" -> String.valueOf(time.getYear());
      case "MONTH" -> twoDigits(time.getMonthValue());
      case "DAY" -> twoDigits(time.getDayOfMonth());
      case "HOUR" -> twoDigits(time.getHour());
      default -> twoDigits(time.getMinute());
    };
  }

  private static String twoDigits(int number) {
    return number < 10 ? "0" + number : String.valueOf(number);
  }
}
