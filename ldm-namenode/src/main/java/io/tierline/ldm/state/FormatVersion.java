/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import java.util.Comparator;
import java.util.regex.Pattern;

/**
 * The version of the form a record is in. A minor version adds fields, or kinds of records, that
 * older readers may pass over; a major one changes what the known ones mean, and is refused by
 * older readers.
 *
 * @param major at least 1
 * @param minor at least 0
 */
public record FormatVersion(int major, int minor) implements Comparable<FormatVersion> {
  /**
   * The form that is written. 1.0: workflows, storage policies, what is leaving, plans. 1.1: the
   * mark on the directory of all records, and what was written to SSDs. 1.2: when something of a
   * workflow was last seen. 1.3: jobs say from when and until when they read.
   */
  public static final FormatVersion CURRENT = new FormatVersion(1, 3);

  private static final Comparator<FormatVersion> ORDER =
      Comparator.comparingInt(FormatVersion::major).thenComparingInt(FormatVersion::minor);

  private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,5})\\.([0-9]{1,6})");

  /** What stands in the mark. */
  record Mark(String version) {}

  /** As the mark that says up to which form the records of a store may be in. */
  public byte[] mark() {
    return Json.write(new Mark(toString()));
  }

  /**
   * Reads a mark of any version.
   *
   * @throws DamagedStateException when it is none
   */
  public static FormatVersion ofMark(byte[] mark) throws DamagedStateException {
    return of(Json.read(mark, Mark.class, "format").version());
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @throws DamagedStateException when the text is not that
   */
  static FormatVersion of(String text) throws DamagedStateException {
    var numbers = TEXT.matcher(text == null ? "" : text);
    if (!numbers.matches()) {
      throw new DamagedStateException("has no format version");
    }
    return new FormatVersion(
        Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)));
  }

  /**
   * Refuses a form of a later major version than this one.
   *
   * @throws NewerStateException when it is one
   */
  public void requireReads(FormatVersion found) throws NewerStateException {
    if (found.major > major) {
      throw new NewerStateException(found, this);
    }
  }

  @Override
  public int compareTo(FormatVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
