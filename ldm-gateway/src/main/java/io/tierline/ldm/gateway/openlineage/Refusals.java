/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import io.tierline.ldm.lineage.Printable;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last reports that a NameNode would not have, for people to look at. */
public final class Refusals {
  private static final int SHOWN = 100;

  /**
   * One of them.
   *
   * @param user whose it was
   * @param job what it told of
   * @param why in one line
   */
  public record Refusal(Instant at, String user, String job, String why) {}

  private final Deque<Refusal> last = new ArrayDeque<>();

  synchronized void add(Instant at, String user, String job, String why) {
    last.addFirst(new Refusal(at, user, Printable.of(job), Printable.of(why)));
    if (last.size() > SHOWN) {
      last.removeLast();
    }
  }

  /** The newest first. */
  public synchronized List<Refusal> list() {
    return List.copyOf(last);
  }
}
