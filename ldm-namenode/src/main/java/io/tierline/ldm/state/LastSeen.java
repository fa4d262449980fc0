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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * When something was last seen of each registered workflow, and which of that is kept. It stands in
 * the record's attribute of what has ended, as a field that earlier versions pass over, so that it
 * takes no attribute of its own.
 */
final class LastSeen {
  /** A later time is kept when the kept one is this much older: an edit every ten minutes. */
  private static final long KEEP_MILLIS = 600_000;

  private static final long NEVER = Long.MIN_VALUE;
  private static final String FIELD = "seen";

  /** What the attribute gets. */
  private record Field(long seen) {}

  private record Seen(long at, long kept) {}

  private final Map<String, Seen> byWorkflow = new ConcurrentHashMap<>();

  /** The attribute with the time in it. */
  static byte[] with(byte[] attribute, long at) {
    return LaterFields.kept(attribute, Json.write(new Field(at)));
  }

  /** The time in the attribute, if it is there. */
  static OptionalLong in(byte[] attribute) {
    ObjectNode fields = Json.object(attribute);
    return fields != null && fields.path(FIELD).canConvertToLong()
        ? OptionalLong.of(fields.path(FIELD).asLong())
        : OptionalLong.empty();
  }

  void clear() {
    byWorkflow.clear();
  }

  void kept(String workflow, long at) {
    byWorkflow.put(workflow, new Seen(at, at));
  }

  /** Seen at that time, which is not kept. */
  void seen(String workflow, long at) {
    byWorkflow.merge(
        workflow, new Seen(at, NEVER), (old, now) -> new Seen(Math.max(old.at, at), old.kept));
  }

  void forget(String workflow) {
    byWorkflow.remove(workflow);
  }

  boolean knows(String workflow) {
    return byWorkflow.containsKey(workflow);
  }

  OptionalLong of(String workflow) {
    Seen seen = byWorkflow.get(workflow);
    return seen == null ? OptionalLong.empty() : OptionalLong.of(seen.at);
  }

  /** True when what is kept is none, or much too old. */
  boolean isToBeKept(String workflow) {
    Seen seen = byWorkflow.get(workflow);
    return seen != null && (seen.kept == NEVER || seen.at - seen.kept >= KEEP_MILLIS);
  }

  /** Some of those of which it is so. */
  List<String> toBeKept(int most) {
    List<String> some = new ArrayList<>();
    for (String workflow : byWorkflow.keySet()) {
      if (some.size() < most && isToBeKept(workflow)) {
        some.add(workflow);
      }
    }
    return some;
  }
}
