/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import java.util.Arrays;
import java.util.Map;

/**
 * What was spent for a user, as attributes of a record.
 *
 * @param user the name
 * @param hour hours from the epoch to the first of the counts
 * @param placed MiB of first placements on fast media by the hour, the newest first
 * @param moved MiB that moves have written there, likewise
 * @param moves how many moves, likewise
 */
public record SpendingRecord(String user, long hour, long[] placed, long[] moved, long[] moves) {
  /** More hours are not kept. */
  public static final int MOST_HOURS = 48;

  private static final String ATTRIBUTE = "spending";
  private static final long MOST_COUNT = 1L << 40;

  /** What stands in the attribute. */
  record Form(String version, String user, long hour, long[] placed, long[] moved, long[] moves) {}

  /** Copies the counts. */
  public SpendingRecord {
    placed = placed.clone();
    moved = moved.clone();
    moves = moves.clone();
  }

  /** The name of the record of that user. */
  public static String name(String user) {
    return RecordName.of(user);
  }

  /** As attributes of a record in that form. */
  public Map<String, byte[]> encode(FormatVersion format) {
    return Map.of(
        ATTRIBUTE, Json.write(new Form(format.toString(), user, hour, placed, moved, moves)));
  }

  /**
   * Reads a record, whatever its bytes are.
   *
   * @param reader the latest form that is read
   * @throws NewerStateException when only a later version of Tierline reads it
   * @throws DamagedStateException when it cannot be read
   */
  public static SpendingRecord decode(Map<String, byte[]> attributes, FormatVersion reader)
      throws DamagedStateException, NewerStateException {
    Form form = Json.read(attributes.get(ATTRIBUTE), Form.class, ATTRIBUTE);
    reader.requireReads(FormatVersion.of(form.version()));
    boolean isNamed = form.user() != null && !form.user().isEmpty() && form.hour() >= 0;
    for (long[] counts : Arrays.asList(form.placed(), form.moved(), form.moves())) {
      isNamed &= areCounts(counts);
    }
    if (!isNamed) {
      throw new DamagedStateException("it names no user, or counts that cannot be");
    }
    return new SpendingRecord(form.user(), form.hour(), form.placed(), form.moved(), form.moves());
  }

  private static boolean areCounts(long[] counts) {
    return counts != null
        && counts.length <= MOST_HOURS
        && Arrays.stream(counts).allMatch(count -> count >= 0 && count <= MOST_COUNT);
  }
}
