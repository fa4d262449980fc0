/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.limits;

import java.util.HashMap;
import java.util.Map;

/** Who holds how much, by what is registered. Not thread-safe. */
public final class Holdings {
  private record Held(String owner, Usage usage) {}

  private final Map<String, Held> byId = new HashMap<>();
  private final Map<String, Usage> byOwner = new HashMap<>();
  private Usage total = Usage.NONE;

  /** What the owner holds. */
  public Usage of(String owner) {
    return byOwner.getOrDefault(owner, Usage.NONE);
  }

  /** What is held under that id; nothing when it is not known. */
  public Usage under(String id) {
    Held held = byId.get(id);
    return held == null ? Usage.NONE : held.usage();
  }

  /** What the owner would hold if what stands under that id were his and this. */
  public Usage with(String id, String owner, Usage usage) {
    Held held = byId.get(id);
    Usage before = of(owner);
    Usage rest = held != null && held.owner().equals(owner) ? before.minus(held.usage()) : before;
    return rest.plus(usage);
  }

  /** Takes note of what stands under an id now, in the place of what stood there. */
  public void put(String id, String owner, Usage usage) {
    remove(id);
    byId.put(id, new Held(owner, usage));
    byOwner.merge(owner, usage, Usage::plus);
    total = total.plus(usage);
  }

  /** Forgets what stands under that id; nothing happens when that is not known. */
  public void remove(String id) {
    Held held = byId.remove(id);
    if (held != null) {
      total = total.minus(held.usage());
      byOwner.compute(
          held.owner(),
          (owner, before) -> {
            Usage rest = before.minus(held.usage());
            return rest.workflows() == 0 ? null : rest;
          });
    }
  }

  /** What all hold together. */
  public Usage total() {
    return total;
  }

  /** What each owner of something holds. */
  public Map<String, Usage> all() {
    return Map.copyOf(byOwner);
  }
}
