/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.rest;

import java.util.HashMap;
import java.util.Map;

/** Memory that requests share: no user may have more of it than what is free. */
final class SharedRoom {
  private final long most;
  private final Map<String, Long> byUser = new HashMap<>();
  private long used;

  SharedRoom(long most) {
    this.most = most;
  }

  synchronized boolean take(String user, long bytes) {
    long own = byUser.getOrDefault(user, 0L);
    if (own + bytes > most - used) {
      return false;
    }
    used += bytes;
    byUser.put(user, own + bytes);
    return true;
  }

  synchronized void giveBack(String user, long bytes) {
    used -= bytes;
    byUser.computeIfPresent(user, (name, own) -> own == bytes ? null : own - bytes);
  }
}
