/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One coordinator, as the server knows it.
 *
 * @param id Oozie's id of the job
 * @param name what the server calls it, which a bundle may have given it; "" when it does not say
 * @param user who it runs as
 * @param status Oozie's word for how far it is
 * @param next the nominal time of the first action that the server has not made yet; none while it
 *     has not made any
 * @param until the time before which all its actions are: its end, or when it is to pause
 * @param properties what it was submitted with
 * @param actions those that the server has made and that have not ended
 */
public record CoordinatorStatus(
    String id,
    String name,
    String user,
    String status,
    Optional<Instant> next,
    Instant until,
    Map<String, String> properties,
    List<CoordinatorAction> actions) {
  private static final Set<String> OVER = Set.of("SUCCEEDED", "KILLED", "FAILED", "DONEWITHERROR");

  private static final Set<String> RUNS = Set.of("PREP", "RUNNING", "RUNNINGWITHERROR");

  /** Copies the collections; the record is immutable. */
  public CoordinatorStatus {
    status = status.toUpperCase(Locale.ROOT);
    properties = Map.copyOf(properties);
    actions = List.copyOf(actions);
  }

  /** True when it makes actions: it has not ended and is neither suspended nor paused. */
  public boolean isRunning() {
    return RUNS.contains(status);
  }

  /** True when it makes none any more. */
  public boolean isOver() {
    return OVER.contains(status);
  }

  /** The earliest time of an action that is still to be made, if there is one. */
  Optional<Instant> firstToMake() {
    return next.isEmpty() && status.equals("PREP") ? Optional.of(Instant.EPOCH) : next;
  }
}
