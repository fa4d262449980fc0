/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Kept from the moment on that an administrator has LDM taken out: it does nothing any more,
 * through restarts and failovers, until the record is deleted.
 *
 * @param by who said so
 * @param begun when
 * @param done when nothing of LDM was left but this; empty before
 */
public record UninstallRecord(String by, Instant begun, Optional<Instant> done) {
  /** The only record of its kind. */
  public static final String NAME = "mark";

  private static final String ATTRIBUTE = "uninstall";

  /** What stands in the attribute. */
  record Form(String version, String by, String begun, String done) {}

  /** As attributes of a record in that form. */
  public Map<String, byte[]> encode(FormatVersion format) {
    String end = done.map(Instant::toString).orElse(null);
    return Map.of(ATTRIBUTE, Json.write(new Form(format.toString(), by, begun.toString(), end)));
  }

  /**
   * Reads a record, whatever its bytes are.
   *
   * @param reader the latest form that is read
   * @throws NewerStateException when only a later version of Tierline reads it
   * @throws DamagedStateException when it cannot be read
   */
  public static UninstallRecord decode(Map<String, byte[]> attributes, FormatVersion reader)
      throws DamagedStateException, NewerStateException {
    Form form = Json.read(attributes.get(ATTRIBUTE), Form.class, ATTRIBUTE);
    reader.requireReads(FormatVersion.of(form.version()));
    try {
      return new UninstallRecord(
          String.valueOf(form.by()),
          Instant.parse("" + form.begun()),
          Optional.ofNullable(form.done()).map(Instant::parse));
    } catch (DateTimeException e) {
      throw new DamagedStateException("it does not say when it was made", e);
    }
  }
}
