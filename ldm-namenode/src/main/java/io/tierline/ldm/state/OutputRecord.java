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
 * How much a job has read and written in its last runs, as attributes of a record.
 *
 * @param user whose job it is
 * @param job the pattern of its name
 * @param dataset the pattern of what it writes
 * @param inputs bytes that were read, a run each, the latest last
 * @param outputs bytes that were written, as many
 */
public record OutputRecord(String user, String job, String dataset, long[] inputs, long[] outputs) {
  /** Runs of each. */
  public static final int MOST_RUNS = 5;

  /** Longest name of each kind. */
  public static final int NAME_MAX = 4_000;

  private static final String ATTRIBUTE = "outputs";
  private static final long MOST_BYTES = 1L << 60;

  /** What stands in the attribute. */
  record Form(
      String version, String user, String job, String dataset, long[] inputs, long[] outputs) {}

  /** Copies the sizes. */
  public OutputRecord {
    inputs = inputs.clone();
    outputs = outputs.clone();
  }

  /** The name of the record. */
  public String key() {
    return RecordName.of(user + "@" + job + "@" + dataset);
  }

  /** As attributes of a record in that form. */
  public Map<String, byte[]> encode(FormatVersion format) {
    Form form = new Form(format.toString(), user, job, dataset, inputs, outputs);
    return Map.of(ATTRIBUTE, Json.write(form));
  }

  /**
   * Reads a record, whatever its bytes are.
   *
   * @param reader the latest form that is read
   * @throws NewerStateException when only a later version of Tierline reads it
   * @throws DamagedStateException when it cannot be read
   */
  public static OutputRecord decode(Map<String, byte[]> attributes, FormatVersion reader)
      throws DamagedStateException, NewerStateException {
    Form form = Json.read(attributes.get(ATTRIBUTE), Form.class, ATTRIBUTE);
    reader.requireReads(FormatVersion.of(form.version()));
    boolean isNamed = isName(form.user()) && isName(form.job()) && isName(form.dataset());
    if (!isNamed
        || !areSizes(form.inputs(), 0)
        || !areSizes(form.outputs(), 1)
        || form.inputs().length != form.outputs().length) {
      throw new DamagedStateException("it names no output, or sizes that cannot be");
    }
    return new OutputRecord(form.user(), form.job(), form.dataset(), form.inputs(), form.outputs());
  }

  private static boolean isName(String name) {
    return name != null && !name.isEmpty() && name.length() <= NAME_MAX;
  }

  private static boolean areSizes(long[] sizes, long least) {
    return sizes != null
        && sizes.length >= 1
        && sizes.length <= MOST_RUNS
        && Arrays.stream(sizes).allMatch(size -> size >= least && size <= MOST_BYTES);
  }
}
