/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.state.StateUnavailableException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Time;

/** Which requests can be answered in the NameNode's present state. */
final class StateGate {
  /** What a standby answers from what its own namespace holds. */
  private static final Set<String> IN_STANDBY = Set.of("workflows", "status");

  /** What is answered while LDM is being taken out. */
  private static final Set<String> WHILE_LEAVING = Set.of("uninstall", "status");

  private static final long DAY_MILLIS = 86_400_000;

  private final RestParts parts;
  private final boolean standby;

  private StateGate(RestParts parts, boolean standby) {
    this.parts = parts;
    this.standby = standby;
  }

  /**
   * Lets a request through.
   *
   * @param kind the first word of its resource
   * @throws StateUnavailableException when it cannot be answered now
   */
  static StateGate pass(RestParts parts, String method, String kind)
      throws StateUnavailableException {
    if (kind.equals("reconfigure")) {
      return new StateGate(parts, !parts.nameNode().isActiveState());
    }
    requireOn(parts, kind);
    if (kind.equals("devices")) {
      // Every NameNode keeps its own, as it does of blocks: a standby or an observer that is read
      // from orders replicas by the same ratings as the active one.
      return new StateGate(parts, !parts.nameNode().isActiveState());
    }
    if (parts.nameNode().isActiveState()) {
      if (!parts.state().isCurrent() && !kind.equals("status")) {
        throw new StateUnavailableException(
            "the registered lineage is being loaded; try again soon");
      }
      boolean isAnswered =
          !parts.uninstall().isOn()
              || WHILE_LEAVING.contains(kind)
              || (method.equals("GET") && kind.equals("workflows"));
      if (!isAnswered) {
        throw new StateUnavailableException(parts.uninstall().text());
      }
      return new StateGate(parts, false);
    }
    boolean answered =
        method.equals("GET")
            && IN_STANDBY.contains(kind)
            && parts.advisor().settings().durableState();
    if (!answered) {
      throw new StateUnavailableException("this NameNode is in standby; ask the active");
    }
    parts.state().readInStandby();
    return new StateGate(parts, true);
  }

  private static void requireOn(RestParts parts, String kind) throws StateUnavailableException {
    Optional<String> refusal = parts.state().refusal();
    if (refusal.isPresent() && !kind.equals("status")) {
      throw new StateUnavailableException(
          kind.equals("uninstall") ? parts.uninstall().whileOff(refusal.get()) : refusal.get());
    }
  }

  /** The body of an answer, marked when a standby gives it. */
  Object marked(Object body) {
    if (!standby || !(body instanceof Map<?, ?> answer)) {
      return body;
    }
    Map<Object, Object> marked = new LinkedHashMap<>();
    marked.put("standby", true);
    marked.putAll(answer);
    return marked;
  }

  /** The status, with that of the lineage; when it is told, and to whom. */
  Map<String, Object> status(UserGroupInformation caller) {
    Map<String, Object> status = Views.status(parts.advisor());
    status.put("at", Instant.ofEpochMilli(Time.now()).toString());
    status.put("user", caller.getShortUserName());
    status.put("expiringWithinADay", parts.expiry().endingBy(Time.now() + DAY_MILLIS));
    Map<String, Object> state = parts.state().status();
    if (parts.uninstall().isOn()) {
      state.put("mode", "UNINSTALL");
      state.put("why", parts.uninstall().text());
    }
    status.put("state", state);
    status.put("unknownKeys", Views.unknownKeys(parts.reconfiguration().unknown()));
    status.put("faults", parts.hostGuard().faults());
    status.put("threads", parts.chores().status());
    return status;
  }
}
