/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Says to whoever wrote a text what of it cannot be read, and what should stand there. */
public final class JsonErrors {
  private JsonErrors() {}

  /** In one line: where it is, what is wrong, and the line of the text if it is known. */
  public static String reason(JsonProcessingException e) {
    int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
    return what(e) + (line > 0 ? " (line " + line + ")" : "");
  }

  private static String what(JsonProcessingException e) {
    if (e instanceof UnrecognizedPropertyException unknown) {
      return "unknown field '%s'; known are %s"
          .formatted(unknown.getPropertyName(), new TreeSet<>(unknown.getKnownPropertyIds()));
    }
    String original =
        String.valueOf(e.getOriginalMessage())
            .replaceFirst("(?s) \\((start marker|for \\w+ starting) at .*", "")
            .lines()
            .findFirst()
            .orElse("");
    if (!(e instanceof MismatchedInputException mismatch) || mismatch.getTargetType() == null) {
      return original;
    }
    if (original.startsWith("Trailing token")) {
      return "there is more after its end";
    }
    if (original.startsWith("No content")) {
      return "it is empty";
    }
    String place = place(mismatch.getPath());
    return (place.isEmpty() ? "it" : "'" + place + "'")
        + " has to be "
        + expected(mismatch.getTargetType());
  }

  /** Such as {@code jobs[2].reads}. */
  private static String place(List<JsonMappingException.Reference> path) {
    StringBuilder place = new StringBuilder();
    for (JsonMappingException.Reference step : path) {
      if (step.getFieldName() == null) {
        place.append('[').append(step.getIndex()).append(']');
      } else {
        place.append(place.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return place.toString();
  }

  private static String expected(Class<?> type) {
    if (type.isEnum()) {
      return "one of " + Arrays.toString(type.getEnumConstants());
    }
    if (type.isArray() || Collection.class.isAssignableFrom(type)) {
      return "a list";
    }
    if (type == String.class) {
      return "a text";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type == double.class || type == Double.class) {
      return "a number";
    }
    return type.isPrimitive() || Number.class.isAssignableFrom(type)
        ? "a whole number"
        : "an object";
  }
}
