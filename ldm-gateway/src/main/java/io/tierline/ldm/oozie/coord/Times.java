/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Oozie's way of writing times and time zones. */
public final class Times {
  private static final Pattern TIME =
      Pattern.compile(
          "(\\d{4})-(\\d{1,4})-(\\d{1,4})(?:T(\\d{1,4}):(\\d{1,4})(?::\\d{2}(?:\\.\\d+)?)?)?"
              + "(Z|[+-]\\d{2}:?\\d{2})?");

  private static final DateTimeFormatter MINUTES =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm'Z'");

  private Times() {}

  /**
   * The instant of a text such as {@code 2026-03-29T01:00Z}; empty when it is no such text. Like
   * Oozie, it takes a number with too few or too many zeros in front.
   */
  public static Optional<Instant> parse(String text) {
    Matcher time = TIME.matcher(text.strip());
    if (!time.matches()) {
      return Optional.empty();
    }
    try {
      LocalDateTime local =
          LocalDateTime.of(
              Integer.parseInt(time.group(1)),
              Integer.parseInt(time.group(2)),
              Integer.parseInt(time.group(3)),
              time.group(4) == null ? 0 : Integer.parseInt(time.group(4)),
              time.group(5) == null ? 0 : Integer.parseInt(time.group(5)));
      String offset = time.group(6) == null ? "Z" : time.group(6);
      return Optional.of(local.toInstant(ZoneOffset.of(offset)));
    } catch (DateTimeException noSuchTime) {
      return Optional.empty();
    }
  }

  /** The instant as Oozie writes it, to the minute, in UTC. */
  public static String format(Instant time) {
    return format(time, ZoneOffset.UTC);
  }

  /** The local time in a zone, in Oozie's form, whose Z then means nothing. */
  static String format(Instant time, ZoneId zone) {
    return MINUTES.format(time.atZone(zone));
  }

  /** The zone of a name that Java's TimeZone knows, as Oozie asks it; empty for another. */
  static Optional<ZoneId> zone(String name) {
    TimeZone zone = TimeZone.getTimeZone(name.strip());
    boolean known =
        !zone.getID().equals("GMT") || name.strip().matches("(?i)GMT([+-]0{1,2}(:?00)?)?");
    return known ? Optional.of(zone.toZoneId()) : Optional.empty();
  }
}
