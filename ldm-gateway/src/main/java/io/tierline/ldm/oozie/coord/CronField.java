/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One field of a cron expression as a set of numbers: {@code 5}, {@code 1-5}, {@code 0/10}. */
final class CronField {
  private static final Pattern PART =
      Pattern.compile("(?:(\\*|\\?)|(\\w{1,4})(?:-(\\w{1,4}))?)(?:/(\\d{1,4}))?");

  private static final List<String> MONTHS =
      List.of("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" "));
  private static final List<String> DAYS = List.of("SUN MON TUE WED THU FRI SAT".split(" "));

  private final int least;
  private final int most;
  private final List<String> names;

  private CronField(int least, int most, List<String> names) {
    this.least = least;
    this.most = most;
    this.names = names;
  }

  static CronField minutes() {
    return new CronField(0, 59, List.of());
  }

  static CronField hours() {
    return new CronField(0, 23, List.of());
  }

  static CronField daysOfMonth() {
    return new CronField(1, 31, List.of());
  }

  static CronField months() {
    return new CronField(1, 12, MONTHS);
  }

  /** Days of the week; 1 is Sunday. */
  static CronField daysOfWeek() {
    return new CronField(1, 7, DAYS);
  }

  /** The numbers that a list of parts stands for; empty when it is not written right. */
  Optional<BitSet> parse(String list) {
    BitSet numbers = new BitSet();
    for (String part : list.split(",", -1)) {
      if (!add(part, numbers)) {
        return Optional.empty();
      }
    }
    return Optional.of(numbers);
  }

  private boolean add(String part, BitSet numbers) {
    Matcher form = PART.matcher(part);
    if (!form.matches()) {
      return false;
    }
    boolean stepped = form.group(4) != null;
    int step = stepped ? Integer.parseInt(form.group(4)) : 1;
    int from = form.group(1) != null ? least : number(form.group(2));
    boolean open = form.group(1) != null || stepped;
    int to = form.group(3) != null ? number(form.group(3)) : open ? most : from;
    if (from < least || from > most || to < least || to > most || step < 1) {
      return false;
    }
    int last = to < from ? to + most - least + 1 : to;
    for (int i = from; i <= last; i += step) {
      numbers.set(i > most ? i - most + least - 1 : i);
    }
    return true;
  }

  /** The number of a name or of digits; -1 when it is neither. */
  int number(String text) {
    int name = names.indexOf(text.toUpperCase(Locale.ROOT));
    if (name >= 0) {
      return name + least;
    }
    return text.matches("\\d{1,4}") ? Integer.parseInt(text) : -1;
  }
}
