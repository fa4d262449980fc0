/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text of others as it may be shown: in a log, in the audit log, on a terminal, in a message. Paths
 * and names may hold whatever HDFS and users let them. What would break a line, move a cursor or
 * turn the direction of writing is shown as Java would escape it.
 */
public final class Printable {
  /** C0 and C1, separators of lines, and what changes the direction of writing. */
  private static final Pattern UNSHOWN =
      Pattern.compile(
          "[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]");

  private static final Pattern UNSHOWN_IN_LINES = Pattern.compile("(?!\\n)" + UNSHOWN.pattern());

  private Printable() {}

  /** The text in one line. */
  public static String of(Object text) {
    return shown(String.valueOf(text), UNSHOWN);
  }

  /** Text of several lines, such as JSON in which every string is in one. */
  public static String lines(String text) {
    return shown(text, UNSHOWN_IN_LINES);
  }

  private static String shown(String text, Pattern hidden) {
    Matcher found = hidden.matcher(text);
    return found.find()
        ? found.replaceAll(
            at -> Matcher.quoteReplacement("\\u%04x".formatted((int) at.group().charAt(0))))
        : text;
  }

  /** A failure as it may be logged, with where it comes from: messages name paths. */
  public static Throwable of(Throwable failure) {
    return of(String.valueOf(failure)).equals(String.valueOf(failure))
        ? failure
        : new Told(failure);
  }

  /** What stands for a failure in a log. */
  private static final class Told extends Exception {
    private static final long serialVersionUID = 1L;

    Told(Throwable failure) {
      super(Printable.of(String.valueOf(failure)), null, false, true);
      setStackTrace(failure.getStackTrace());
    }
  }
}
