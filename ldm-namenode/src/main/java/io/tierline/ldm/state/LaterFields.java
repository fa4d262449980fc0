/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps the fields that a later minor version has put into a record when this one changes it: what
 * is not known here is not ours to throw away.
 */
public final class LaterFields {
  private static final String VERSION = "version";

  private LaterFields() {}

  /**
   * The attributes to write.
   *
   * @param before those of the record as it lies there; none when it is new
   * @param now those that are to be written, JSON objects all
   */
  public static Map<String, byte[]> kept(Map<String, byte[]> before, Map<String, byte[]> now) {
    Map<String, byte[]> kept = new TreeMap<>(before);
    now.forEach((name, value) -> kept.put(name, kept(before.get(name), value)));
    return kept;
  }

  /**
   * The attribute to write.
   *
   * @param before the one that lies there, whatever its bytes are; null when there is none
   * @param now the one to be written, a JSON object
   */
  static byte[] kept(byte[] before, byte[] now) {
    ObjectNode earlier = Json.object(before);
    ObjectNode wanted = Json.object(now);
    if (earlier == null || wanted == null) {
      return now;
    }
    boolean same = true;
    for (var names = earlier.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      boolean later = name.equals(VERSION) && isLater(earlier, wanted);
      if (later || !wanted.has(name)) {
        wanted.set(name, earlier.get(name));
        same = false;
      }
    }
    return same ? now : Json.write(wanted);
  }

  private static boolean isLater(ObjectNode earlier, ObjectNode wanted) {
    try {
      FormatVersion before = FormatVersion.of(earlier.path(VERSION).asText());
      return before.compareTo(FormatVersion.of(wanted.path(VERSION).asText())) > 0;
    } catch (DamagedStateException e) {
      return false;
    }
  }
}
