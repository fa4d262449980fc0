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
 * How long runs have taken, as attributes of a record: those of a coordinator, or how late the
 * instances of a dataset were there.
 *
 * @param user whose dataset it is; "" for a coordinator
 * @param name the coordinator's id, or the dataset's template
 * @param newest the time of the newest instance that was seen, in seconds from the epoch
 * @param waited for how long actions have waited, in seconds, the latest last
 * @param took for how long they have run, or how late instances were
 */
public record RunTimesRecord(String user, String name, long newest, long[] waited, long[] took) {
  /** Times of each kind. */
  public static final int MOST_TIMES = 5;

  /** Longest name. */
  public static final int NAME_MAX = 4_000;

  private static final String ATTRIBUTE = "runs";
  private static final long MOST_SECONDS = 1L << 40;

  /** What stands in the attribute. */
  record Form(String version, String user, String name, long newest, long[] waited, long[] took) {}

  /** Copies the times. */
  public RunTimesRecord {
    waited = waited.clone();
    took = took.clone();
  }

  /** The name of the record. */
  public String key() {
    return RecordName.of(user + "@" + name);
  }

  /** As attributes of a record in that form. */
  public Map<String, byte[]> encode(FormatVersion format) {
    return Map.of(
        ATTRIBUTE, Json.write(new Form(format.toString(), user, name, newest, waited, took)));
  }

  /**
   * Reads a record, whatever its bytes are.
   *
   * @param reader the latest form that is read
   * @throws NewerStateException when only a later version of Tierline reads it
   * @throws DamagedStateException when it cannot be read
   */
  public static RunTimesRecord decode(Map<String, byte[]> attributes, FormatVersion reader)
      throws DamagedStateException, NewerStateException {
    Form form = Json.read(attributes.get(ATTRIBUTE), Form.class, ATTRIBUTE);
    reader.requireReads(FormatVersion.of(form.version()));
    boolean isNamed =
        form.user() != null
            && form.name() != null
            && !form.name().isEmpty()
            && form.name().length() <= NAME_MAX
            && Math.abs(form.newest()) <= MOST_SECONDS;
    if (!isNamed || !areTimes(form.waited()) || !areTimes(form.took())) {
      throw new DamagedStateException("it names nothing, or times that cannot be");
    }
    return new RunTimesRecord(form.user(), form.name(), form.newest(), form.waited(), form.took());
  }

  private static boolean areTimes(long[] times) {
    return times != null
        && times.length <= MOST_TIMES
        && Arrays.stream(times).allMatch(time -> time >= 0 && time <= MOST_SECONDS);
  }
}
