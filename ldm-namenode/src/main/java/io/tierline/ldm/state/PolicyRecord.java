/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import java.util.Map;

/**
 * What is kept of a directory that carries a storage policy of ours, so that it gets back what it
 * had, whichever NameNode restores it.
 *
 * @param path the directory
 * @param policy the policy we set
 * @param before the id of the policy it had; 0 when none was set
 */
public record PolicyRecord(String path, String policy, byte before) {
  private static final String ATTRIBUTE = "policy";

  /** What stands in the attribute. */
  record Form(String version, String path, String policy, int before) {}

  /** The name of the record for a directory: paths are longer than file names may be. */
  public static String name(String path) {
    return RecordName.sha256(path);
  }

  /** As attributes of a record in that form. */
  public Map<String, byte[]> encode(FormatVersion format) {
    Form form = new Form(format.toString(), path, policy, before);
    return Map.of(ATTRIBUTE, Json.write(form));
  }

  /**
   * Reads a record, whatever its bytes are.
   *
   * @param reader the latest form that is read
   * @throws NewerStateException when only a later version of Tierline reads it
   * @throws DamagedStateException when it cannot be read
   */
  public static PolicyRecord decode(Map<String, byte[]> attributes, FormatVersion reader)
      throws DamagedStateException, NewerStateException {
    Form form = Json.read(attributes.get(ATTRIBUTE), Form.class, ATTRIBUTE);
    reader.requireReads(FormatVersion.of(form.version()));
    if (form.path() == null
        || !form.path().startsWith("/")
        || form.policy() == null
        || form.before() != (byte) form.before()) {
      throw new DamagedStateException("it names no directory and no policies");
    }
    return new PolicyRecord(form.path(), form.policy(), (byte) form.before());
  }
}
