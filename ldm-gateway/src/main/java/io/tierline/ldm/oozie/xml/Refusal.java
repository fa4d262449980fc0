/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.xml;

import io.tierline.ldm.lineage.LineageException;

/** Makes the one-line message of a refused file: {@code file:line: reason}. */
public final class Refusal {
  /** Characters of a quoted name or reason that are shown; a file may hold names of megabytes. */
  private static final int SHOWN_MAX = 400;

  private Refusal() {}

  /** An exception that points at a line of a file; line 0 stands for the whole and is not named. */
  public static LineageException at(String file, int line, String reason) {
    String where = line == 0 ? "" : ":" + line;
    return new LineageException(oneLine(file) + where + ": " + oneLine(reason));
  }

  /** The text on one line and of a length that can be shown. */
  public static String oneLine(String text) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < text.length() && line.length() < SHOWN_MAX; i++) {
      char c = text.charAt(i);
      boolean breaks = Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
      line.append(breaks ? ' ' : c);
    }
    return text.length() > SHOWN_MAX ? line + "…" : line.toString();
  }
}
