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
 * What was written to an SSD in the last hours, so that a restart or a failover does not begin
 * another day's budget. In MiB, rounded up: a few hundred bytes for a volume.
 *
 * @param storage the volume's storage id
 * @param hour hours from the epoch to the newest of the counts, at least 0
 * @param moved MiB written by moves, by the hour, the newest first; at most {@value #MOST_HOURS}
 * @param all the same of everything that LDM has placed there
 */
public record WearRecord(String storage, long hour, long[] moved, long[] all) {
  /** More hours are not kept of a volume. */
  public static final int MOST_HOURS = 48;

  private static final String ATTRIBUTE = "wear";
  private static final long MOST_MIB = 1L << 40;

  /** What stands in the attribute. */
  record Form(String version, String storage, long hour, long[] moved, long[] all) {}

  /** Copies the counts. */
  public WearRecord {
    moved = moved.clone();
    all = all.clone();
  }

  /** The name of the record of that volume. */
  public static String name(String storage) {
    return RecordName.of(storage);
  }

  /** As attributes of a record in that form. */
  public Map<String, byte[]> encode(FormatVersion format) {
    Form form = new Form(format.toString(), storage, hour, moved, all);
    return Map.of(ATTRIBUTE, Json.write(form));
  }

  /**
   * Reads a record, whatever its bytes are.
   *
   * @param reader the latest form that is read
   * @throws NewerStateException when only a later version of Tierline reads it
   * @throws DamagedStateException when it cannot be read
   */
  public static WearRecord decode(Map<String, byte[]> attributes, FormatVersion reader)
      throws DamagedStateException, NewerStateException {
    Form form = Json.read(attributes.get(ATTRIBUTE), Form.class, ATTRIBUTE);
    reader.requireReads(FormatVersion.of(form.version()));
    boolean named = form.storage() != null && !form.storage().isEmpty() && form.hour() >= 0;
    if (!named || !areCounts(form.moved()) || !areCounts(form.all())) {
      throw new DamagedStateException("it names no volume, or counts that cannot be");
    }
    return new WearRecord(form.storage(), form.hour(), form.moved(), form.all());
  }

  private static boolean areCounts(long[] mib) {
    return mib != null
        && mib.length <= MOST_HOURS
        && Arrays.stream(mib).allMatch(count -> count >= 0 && count <= MOST_MIB);
  }
}
