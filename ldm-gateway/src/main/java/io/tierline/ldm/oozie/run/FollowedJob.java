/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import io.tierline.ldm.oozie.coord.Finding;
import java.util.List;

/**
 * What people are told of a job of Oozie's.
 *
 * @param id Oozie's id of it
 * @param kind what it is
 * @param name what the server calls it; "" when that is not known
 * @param user who it runs as; "" when that is not known
 * @param scheduled how many actions of it are to come
 * @param refused why it is not followed; "" when it is
 * @param findings what could not be resolved of it, or was assumed
 */
public record FollowedJob(
    String id,
    Kind kind,
    String name,
    String user,
    int scheduled,
    String refused,
    List<Finding> findings) {

  /** The kinds of jobs. */
  public enum Kind {
    /** A workflow. */
    WORKFLOW,
    /** A coordinator. */
    COORDINATOR
  }

  /** Copies the list; the record is immutable. */
  public FollowedJob {
    findings = List.copyOf(findings);
  }

  /** A coordinator that is followed. */
  public static FollowedJob of(CoordinatorStatus status, FollowedCoordinator followed) {
    return new FollowedJob(
        status.id(),
        Kind.COORDINATOR,
        followed.name(),
        status.user(),
        followed.scheduled(),
        "",
        followed.findings());
  }

  /** A workflow that is followed. */
  public static FollowedJob of(WorkflowStatus status) {
    return new FollowedJob(
        status.id(), Kind.WORKFLOW, status.name(), status.user(), 0, "", List.of());
  }

  /** One that is not followed. */
  public static FollowedJob refused(String id, Kind kind, String name, String user, String reason) {
    return new FollowedJob(id, kind, name, user, 0, reason, List.of());
  }
}
