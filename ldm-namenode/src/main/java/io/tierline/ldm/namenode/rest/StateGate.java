/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tierline.ldm.namenode.rest.Route.Served;
import io.tierline.ldm.namenode.state.StateLifeCycle;
import io.tierline.ldm.state.StateUnavailableException;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.util.Time;

/** Which requests can be answered in the NameNode's present state. */
final class StateGate {
  private static final long DAY_MILLIS = 86_400_000;

  private final boolean standby;

  private StateGate(boolean standby) {
    this.standby = standby;
  }

  /**
   * Lets a request through.
   *
   * @throws StateUnavailableException when it cannot be answered now
   */
  static StateGate pass(RestParts parts, Served served) throws StateUnavailableException {
    boolean isActive = parts.nameNode().isActiveState();
    if (served == Served.ALWAYS) {
      return new StateGate(!isActive);
    }
    requireOn(parts, served);
    if (served == Served.BY_EACH) {
      // Every NameNode keeps its own, as it does of blocks: a standby or an observer that is read
      // from orders replicas by the same ratings as the active one.
      return new StateGate(!isActive);
    }
    if (isActive) {
      requireCurrent(parts, served);
      return new StateGate(false);
    }
    boolean isAnswered =
        (served == Served.IN_STANDBY || served == Served.AS_STATUS)
            && parts.advisor().settings().durableState();
    if (!isAnswered) {
      throw new StateUnavailableException("this NameNode is in standby; ask the active");
    }
    parts.state().readInStandby();
    return new StateGate(true);
  }

  private static void requireCurrent(RestParts parts, Served served)
      throws StateUnavailableException {
    if (!parts.state().isCurrent() && served != Served.AS_STATUS) {
      throw new StateUnavailableException("the registered lineage is being loaded; try again soon");
    }
    if (parts.uninstall().isOn() && served == Served.BY_ACTIVE) {
      throw new StateUnavailableException(parts.uninstall().text());
    }
  }

  private static void requireOn(RestParts parts, Served served) throws StateUnavailableException {
    Optional<String> refusal = parts.state().refusal();
    if (refusal.isPresent() && served != Served.AS_STATUS) {
      throw new StateUnavailableException(
          served == Served.TO_LEAVE ? parts.uninstall().whileOff(refusal.get()) : refusal.get());
    }
  }

  private record InStandby(boolean standby, @JsonUnwrapped Object document) {}

  /** The body of an answer, marked when a standby gives it. */
  Object marked(Object document) {
    return standby ? new InStandby(true, document) : document;
  }

  /** The status, with that of the lineage; when it is told, and to whom. */
  static Answer status(Asked asked) {
    RestParts parts = asked.parts();
    StateLifeCycle.Status state = parts.state().status();
    return Answer.ok(
        new StatusDocument(
            StatusDocument.Placement.of(parts.advisor()),
            Instant.ofEpochMilli(Time.now()).toString(),
            asked.user(),
            parts.live().expiry().endingBy(Time.now() + DAY_MILLIS),
            parts.uninstall().isOn() ? state.leaving(parts.uninstall().text()) : state,
            StatusDocument.Unknown.all(parts.serving().reconfiguration().unknown()),
            parts.hostGuard().faults(),
            parts.serving().chores().status()));
  }
}
