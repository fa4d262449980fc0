/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.migration.PlanProgress;
import io.tierline.ldm.namenode.namespace.Audit;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * Migration plans in REST:
 *
 * <pre>
 * POST /ldm/v1/plans              make a plan; nothing is moved (201)
 * GET  /ldm/v1/plans              list them, newest first
 * GET  /ldm/v1/plans/ID           one plan and what has become of its moves
 * POST /ldm/v1/plans/ID/apply     move; also pause, resume, undo
 * </pre>
 *
 * Administrators may do all; others may list, and of one plan see the moves of files that they
 * could list themselves.
 */
final class PlansResource {
  private record Listed(List<PlanDocument.Summary> plans) {}

  private final RestParts parts;
  private final Asked asked;

  private PlansResource(Asked asked) {
    this.parts = asked.parts();
    this.asked = asked;
  }

  static Answer list(Asked asked) {
    return Answer.ok(
        new Listed(
            asked.parts().migration().plans().newestFirst().stream()
                .map(PlanDocument.Summary::of)
                .toList()));
  }

  static Answer one(Asked asked) throws IOException {
    PlansResource plans = new PlansResource(asked);
    return Answer.ok(plans.visible(plans.find(asked.variable("id"))));
  }

  static Answer make(Asked asked) throws IOException {
    PlansResource plans = new PlansResource(asked);
    return change(
        asked,
        "new",
        () -> {
          PlanProgress plan = asked.parts().migration().plan(asked.user());
          return Answer.created(PlanDocument.of(plan, index -> true, plans::host));
        });
  }

  static Answer apply(Asked asked) throws IOException {
    return tell(asked, asked.parts().migration()::apply);
  }

  static Answer pause(Asked asked) throws IOException {
    return tell(asked, PlanProgress::pause);
  }

  static Answer resume(Asked asked) throws IOException {
    return tell(asked, asked.parts().migration()::resume);
  }

  static Answer undo(Asked asked) throws IOException {
    return tell(asked, asked.parts().migration()::undo);
  }

  /** What a plan can be told. */
  private interface Verb {
    void tell(PlanProgress plan) throws IOException;
  }

  private static Answer tell(Asked asked, Verb verb) throws IOException {
    String id = asked.variable("id");
    return change(
        asked,
        id,
        () -> {
          PlanProgress plan = new PlansResource(asked).find(id);
          verb.tell(plan);
          return Answer.ok(PlanDocument.Summary.of(plan));
        });
  }

  private static Answer change(Asked asked, String plan, Audit.Work<Answer> work)
      throws IOException {
    return asked.logged(
        plan,
        () -> {
          try {
            return work.run();
          } catch (IllegalStateException e) {
            throw new HttpError(HttpServletResponse.SC_CONFLICT, e.getMessage());
          }
        });
  }

  private PlanProgress find(String id) throws HttpError {
    return parts
        .migration()
        .plans()
        .find(id)
        .orElseThrow(
            () -> new HttpError(HttpServletResponse.SC_NOT_FOUND, "there is no plan '" + id + "'"));
  }

  private PlanDocument visible(PlanProgress plan) throws IOException {
    if (asked.authority().isAdmin()) {
      return PlanDocument.of(plan, index -> true, this::host);
    }
    Map<String, Boolean> seen = new HashMap<>();
    for (var move : plan.plan().moves()) {
      String directory = directory(move.file());
      if (!seen.containsKey(directory)) {
        seen.put(directory, asked.authority().maySee(directory));
      }
    }
    return PlanDocument.of(
        plan, index -> seen.get(directory(plan.plan().moves().get(index).file())), this::host);
  }

  /** Its id where the DataNode is known no more. */
  private String host(String node) {
    DatanodeDescriptor found =
        parts.nameNode().getNamesystem().getBlockManager().getDatanodeManager().getDatanode(node);
    return found == null ? node : found.getHostName() + ":" + found.getXferPort();
  }

  private static String directory(String file) {
    return file.substring(0, Math.max(1, file.lastIndexOf('/')));
  }
}
