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
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One workflow, as the server knows it.
 *
 * @param id Oozie's id of the job
 * @param name the workflow's name, evaluated
 * @param user who it runs as
 * @param status Oozie's word for how far it is
 * @param run how often it was run again, from 0
 * @param properties what it was submitted with
 * @param actions what it has come to so far
 * @param parent the action of a coordinator, or the workflow, that runs it; "" for none
 * @param started when it started
 * @param ended when it had ended
 */
public record WorkflowStatus(
    String id,
    String name,
    String user,
    String status,
    int run,
    Map<String, String> properties,
    List<ActionStatus> actions,
    String parent,
    Optional<Instant> started,
    Optional<Instant> ended) {
  private static final Set<String> ENDS = Set.of("SUCCEEDED", "KILLED", "FAILED");

  /** Copies the collections; the record is immutable. */
  public WorkflowStatus {
    properties = Map.copyOf(properties);
    actions = List.copyOf(actions);
  }

  /** True when it runs no more. */
  public boolean isEnded() {
    return ENDS.contains(status);
  }

  boolean isSucceeded() {
    return status.equals("SUCCEEDED");
  }

  Optional<ActionStatus> action(String name) {
    return actions.stream().filter(action -> action.name().equals(name)).findFirst();
  }

  /** It is not known any more, and so has ended; nobody can tell how. */
  WorkflowStatus lost() {
    return new WorkflowStatus(
        id, name, user, "KILLED", run, properties, actions, parent, started, ended);
  }
}
