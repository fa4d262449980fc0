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
import java.util.regex.Pattern;

/**
 * A plan of somebody's that was under way: kept from its start to its end, so that it does not
 * vanish without a word with the NameNode that carried it out.
 *
 * @param id 1 to 64 letters, digits or dashes
 * @param by who had it made
 * @param created when
 */
public record PlanRecord(String id, String by, Instant created) {
  private static final String ATTRIBUTE = "plan";
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,64}");

  /** What stands in the attribute. */
  record Form(String version, String id, String by, String created) {}

  /** The name of the record of that plan. */
  public String name() {
    return RecordName.of(id);
  }

  /** As attributes of a record in that form. */
  public Map<String, byte[]> encode(FormatVersion format) {
    Form form = new Form(format.toString(), id, by, created.toString());
    return Map.of(ATTRIBUTE, Json.write(form));
  }

  /**
   * Reads a record, whatever its bytes are.
   *
   * @param reader the latest form that is read
   * @throws NewerStateException when only a later version of Tierline reads it
   * @throws DamagedStateException when it cannot be read
   */
  public static PlanRecord decode(Map<String, byte[]> attributes, FormatVersion reader)
      throws DamagedStateException, NewerStateException {
    Form form = Json.read(attributes.get(ATTRIBUTE), Form.class, ATTRIBUTE);
    reader.requireReads(FormatVersion.of(form.version()));
    if (form.id() == null || !ID.matcher(form.id()).matches() || form.by() == null) {
      throw new DamagedStateException("it names no plan");
    }
    try {
      return new PlanRecord(form.id(), form.by(), Instant.parse("" + form.created()));
    } catch (DateTimeException e) {
      throw new DamagedStateException("it does not say when its plan was made", e);
    }
  }
}
