/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name or path with the parts that differ from run to run taken out: dates, with or without time
 * of day and separators; UUIDs; ids of YARN; partition values such as {@code hr=13}; and runs of
 * six digits and more (timestamps, process ids, Oozie's ids). Shorter numbers stay: they tell
 * {@code 10tb} from {@code 20tb} and {@code step1} from {@code step2}.
 *
 * @param pattern the text with every such part replaced by a mark
 * @param values the parts, in order, in a form that does not depend on separators
 */
public record RunText(String pattern, List<String> values) {
  private static final String MARK = "{#}";
  private static final String DIGITS = "digits";
  private static final String PARTITION = "partition";
  private static final int DATE_DIGITS = 8;

  private static final Pattern VARIABLE =
      Pattern.compile(
          "(?:application|job|attempt)_\\d++_\\d++(?:_[mr]_\\d++_\\d++)?"
              + "|\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}"
              + "|(?<![A-Za-z0-9_])(?<partition>[A-Za-z][A-Za-z_]{0,31}=)\\d{1,5}(?![-_.\\d])"
              + "|(?<digits>"
              + "(?<!\\d)(?:19|20)\\d\\d(?<separator>[-_/.])"
              + "(?:0[1-9]|1[0-2])\\k<separator>(?:0[1-9]|[12]\\d|3[01])(?!\\d)"
              + "(?:[-_/T:.]\\d\\d(?!\\d)){0,3}"
              + "|\\d{6,}+)");

  /** Copies the list; the record is immutable. */
  public RunText {
    values = List.copyOf(values);
  }

  /** A text with its parts taken out. */
  public static RunText of(String text) {
    List<String> values = new ArrayList<>();
    Matcher matcher = VARIABLE.matcher(text);
    StringBuilder pattern = new StringBuilder();
    while (matcher.find()) {
      values.add(value(matcher));
      String kept = matcher.group(PARTITION) == null ? "" : matcher.group(PARTITION);
      matcher.appendReplacement(pattern, Matcher.quoteReplacement(kept + MARK));
    }
    return new RunText(matcher.appendTail(pattern).toString(), values);
  }

  /** Dates by their digits, so that 2026-11-21 and 20261121 are one. */
  private static String value(Matcher found) {
    return found.group(DIGITS) == null ? found.group() : digits(found.group());
  }

  private static String digits(String text) {
    return text.replaceAll("[^0-9]", "");
  }

  /**
   * What each part of an earlier run's texts has become in a later one's. Only texts whose pattern
   * is alone of its kind on both sides are compared; a part that has become two things is left out.
   */
  static Map<String, String> changes(List<RunText> earlier, List<RunText> later) {
    Map<String, String> changes = new HashMap<>();
    Set<String> ambiguous = new HashSet<>();
    for (RunText before : earlier) {
      Optional<RunText> after = only(before.pattern, later);
      if (only(before.pattern, earlier).isPresent() && after.isPresent()) {
        for (int i = 0; i < before.values.size(); i++) {
          change(before.values.get(i), after.get().values.get(i), changes, ambiguous);
        }
      }
    }
    changes.keySet().removeAll(ambiguous);
    return changes;
  }

  private static Optional<RunText> only(String pattern, List<RunText> texts) {
    List<RunText> same = texts.stream().filter(text -> text.pattern.equals(pattern)).toList();
    return same.size() == 1 ? Optional.of(same.get(0)) : Optional.empty();
  }

  private static void change(
      String before, String after, Map<String, String> changes, Set<String> ambiguous) {
    String known = changes.putIfAbsent(before, after);
    if (known != null && !known.equals(after)) {
      ambiguous.add(before);
    }
    if (before.length() > DATE_DIGITS
        && after.length() == before.length()
        && digits(before).equals(before)) {
      // The day of an hour: a daily consumer of hourly data has no more in its own paths.
      change(before.substring(0, DATE_DIGITS), after.substring(0, DATE_DIGITS), changes, ambiguous);
    }
  }

  /**
   * The text as it will read in the later run.
   *
   * @return empty when it is not known what a part of it has become
   */
  static Optional<String> rewritten(String text, Map<String, String> changes) {
    Matcher matcher = VARIABLE.matcher(text);
    StringBuilder result = new StringBuilder();
    while (matcher.find()) {
      String now = changes.get(value(matcher));
      String old = matcher.group();
      Optional<String> part =
          now == null || matcher.group(DIGITS) == null
              ? Optional.ofNullable(now)
              : between(old, now);
      if (part.isEmpty()) {
        return Optional.empty();
      }
      matcher.appendReplacement(result, Matcher.quoteReplacement(part.get()));
    }
    return Optional.of(matcher.appendTail(result).toString());
  }

  /** The new digits between the separators of the old. */
  private static Optional<String> between(String old, String now) {
    if (digits(old).length() != now.length()) {
      return Optional.empty();
    }
    StringBuilder result = new StringBuilder(old);
    int next = 0;
    for (int i = 0; i < old.length(); i++) {
      if (old.charAt(i) >= '0' && old.charAt(i) <= '9') {
        result.setCharAt(i, now.charAt(next++));
      }
    }
    return Optional.of(result.toString());
  }
}
