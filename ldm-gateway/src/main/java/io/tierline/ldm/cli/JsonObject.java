/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import java.io.IOException;
import java.util.Collection;

/** One object of many, which writes its fields itself: a plan may have a million of them. */
final class JsonObject extends JsonSerializable.Base {
  private final Fields fields;

  /** What writes the fields. */
  interface Fields {
    void write(JsonGenerator out) throws IOException;
  }

  JsonObject(Fields fields) {
    this.fields = fields;
  }

  /** Writes a field that is a list of texts. */
  static void texts(JsonGenerator out, String name, Collection<?> texts) throws IOException {
    out.writeArrayFieldStart(name);
    for (Object text : texts) {
      out.writeString(text.toString());
    }
    out.writeEndArray();
  }

  @Override
  public void serialize(JsonGenerator out, SerializerProvider serializers) throws IOException {
    out.writeStartObject();
    fields.write(out);
    out.writeEndObject();
  }

  @Override
  public void serializeWithType(
      JsonGenerator out, SerializerProvider serializers, TypeSerializer types) throws IOException {
    serialize(out, serializers);
  }
}
