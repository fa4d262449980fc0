/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** The small attributes, as JSON; fields of later versions are passed over. */
final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  static byte[] write(Object form) {
    try {
      return MAPPER.writeValueAsBytes(form);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The attribute as an object with all its fields; null when it is none. */
  static ObjectNode object(byte[] attribute) {
    try {
      return attribute != null && MAPPER.readTree(attribute) instanceof ObjectNode node
          ? node
          : null;
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * Reads one attribute.
   *
   * @throws DamagedStateException when it is missing or is not such a form
   */
  static <T> T read(byte[] attribute, Class<T> form, String name) throws DamagedStateException {
    T read = null;
    try {
      read = attribute == null ? null : MAPPER.readValue(attribute, form);
    } catch (IOException e) {
      throw new DamagedStateException("its attribute '" + name + "' is not readable", e);
    }
    if (read == null) {
      throw new DamagedStateException("it has no attribute '" + name + "'");
    }
    return read;
  }
}
