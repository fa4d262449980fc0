/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.fair;

import io.tierline.ldm.oozie.run.FollowedCoordinator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One user's coordinators in one round, and what of the round they may take. */
public final class UsersTurn {
  /** Once his coordinators have taken so long to compute, the others wait for the next round. */
  static final Duration TIME_MAX = Duration.ofSeconds(10);

  private final List<String> ids = new ArrayList<>();
  private int needs;
  private int actions;
  private int uses;
  private int bytes;
  private int takenActions;
  private int takenUses;
  private int takenBytes;
  private long millis;

  /**
   * Adds one of them.
   *
   * @param followed null where it is not followed yet
   */
  public void add(String id, FollowedCoordinator followed) {
    ids.add(id);
    needs += followed == null ? 1 : followed.scheduled();
  }

  /** The actions that his coordinators had to come in the last round. */
  public int needs() {
    return needs;
  }

  public List<String> ids() {
    return ids;
  }

  /** What all of them may have in this round. */
  public void begin(int mostActions, int mostUses, int mostBytes) {
    actions = mostActions;
    uses = mostUses;
    bytes = mostBytes;
  }

  /** Actions that the others of them may still have. */
  public int actionsLeft() {
    return Math.max(0, actions - takenActions);
  }

  /** Uses that the others of them may still have. */
  public int usesLeft() {
    return Math.max(0, uses - takenUses);
  }

  /** Bytes that the definitions of the others of them may still have. */
  public int bytesLeft() {
    return bytes - takenBytes;
  }

  /** One of them was looked at, or keeps what it has had. */
  public void took(FollowedCoordinator followed) {
    takenActions += followed.coming();
    takenUses += followed.uses();
    takenBytes += followed.bytes();
  }

  /** So long it took to compute one of them. */
  public void spent(long more) {
    millis += more;
  }

  /** True while another one of them may be computed. */
  public boolean hasTime() {
    return millis < TIME_MAX.toMillis();
  }

  public int takenActions() {
    return takenActions;
  }

  public int takenUses() {
    return takenUses;
  }

  public int takenBytes() {
    return takenBytes;
  }
}
