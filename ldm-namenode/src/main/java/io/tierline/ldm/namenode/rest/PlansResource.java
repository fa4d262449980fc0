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
import io.tierline.ldm.namenode.access.Authority;
import io.tierline.ldm.namenode.migration.MigrationService;
import io.tierline.ldm.namenode.namespace.Audit;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.security.UserGroupInformation;

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
  private static final List<String> VERBS = List.of("apply", "pause", "resume", "undo");

  private final RestParts parts;
  private final UserGroupInformation caller;
  private final Authority authority;

  PlansResource(RestParts parts, UserGroupInformation caller) throws IOException {
    this.parts = parts;
    this.caller = caller;
    this.authority = parts.authorities().of(caller);
  }

  LdmServlet.Answer answer(HttpServletRequest request, List<String> rest) throws IOException {
    String what = request.getMethod() + "/" + rest.size();
    return switch (what) {
      case "GET/0" ->
          ok(
              Map.of(
                  "plans",
                  parts.migration().plans().newestFirst().stream()
                      .map(PlanViews::summary)
                      .toList()));
      case "GET/1" -> ok(visible(find(rest.get(0))));
      case "POST/0" -> change(request, "plan", "new", this::make);
      case "POST/2" -> {
        String id = rest.get(0);
        String verb = rest.get(1);
        requireVerb(verb);
        yield change(request, verb, id, () -> act(verb, id));
      }
      default -> throw notServed(request, rest);
    };
  }

  private static HttpError notServed(HttpServletRequest request, List<String> rest) {
    return switch (rest.size()) {
      case 0 -> HttpError.notAllowed(request, "plans", List.of("GET", "POST"));
      case 1 -> HttpError.notAllowed(request, "a plan", List.of("GET"));
      case 2 -> HttpError.notAllowed(request, "what a plan is told", List.of("POST"));
      default -> HttpError.notFound("plans/" + String.join("/", rest));
    };
  }

  private LdmServlet.Answer change(
      HttpServletRequest request, String command, String plan, Audit.Work<LdmServlet.Answer> work)
      throws IOException {
    LdmServlet.requireJson(request);
    return new Audit(caller, JspHelper.getRemoteAddr(request))
        .logged(
            "migration." + command,
            plan,
            () -> {
              authority.requireAdmin();
              try {
                return work.run();
              } catch (IllegalStateException e) {
                throw new HttpError(HttpServletResponse.SC_CONFLICT, e.getMessage());
              }
            });
  }

  private LdmServlet.Answer make() throws IOException {
    PlanProgress plan = parts.migration().plan(caller.getShortUserName());
    return new LdmServlet.Answer(
        HttpServletResponse.SC_CREATED, PlanViews.plan(plan, index -> true, this::host));
  }

  /** Before it is written into the audit log. */
  private static void requireVerb(String verb) throws HttpError {
    if (!VERBS.contains(verb)) {
      throw new HttpError(
          HttpServletResponse.SC_NOT_FOUND, "what a plan can be told is one of " + VERBS);
    }
  }

  private LdmServlet.Answer act(String verb, String id) throws IOException {
    PlanProgress plan = find(id);
    MigrationService migration = parts.migration();
    switch (verb) {
      case "apply" -> migration.apply(plan);
      case "pause" -> plan.pause();
      case "resume" -> migration.resume(plan);
      default -> migration.undo(plan);
    }
    return ok(PlanViews.summary(plan));
  }

  private PlanProgress find(String id) throws HttpError {
    return parts
        .migration()
        .plans()
        .find(id)
        .orElseThrow(
            () -> new HttpError(HttpServletResponse.SC_NOT_FOUND, "there is no plan '" + id + "'"));
  }

  private Map<String, Object> visible(PlanProgress plan) throws IOException {
    if (authority.isAdmin()) {
      return PlanViews.plan(plan, index -> true, this::host);
    }
    Map<String, Boolean> seen = new HashMap<>();
    for (var move : plan.plan().moves()) {
      String directory = directory(move.file());
      if (!seen.containsKey(directory)) {
        seen.put(directory, authority.maySee(directory));
      }
    }
    return PlanViews.plan(
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

  private static LdmServlet.Answer ok(Object body) {
    return new LdmServlet.Answer(HttpServletResponse.SC_OK, body);
  }
}
