/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.namenode.access.Authority;
import io.tierline.ldm.namenode.namespace.Audit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.security.AccessControlException;

/**
 * All that LDM's REST serves under {@code /ldm/v1/}: a row for each resource and method. What is
 * not listed is not served, 404 or 405. A row's name is what the audit log calls a request that
 * changes something.
 */
enum Route {
  /** What the caller may see of what is registered. */
  WORKFLOWS("GET", "workflows", Access.ALL, Served.IN_STANDBY, Body.NONE, WorkflowsResource::list),
  /** Registers or replaces a workflow ({@code ?confirm=true}): 201, 200. */
  REGISTER(
      "POST", "workflows", Access.ALL, Served.BY_ACTIVE, Body.JSON, WorkflowsResource::register),
  WORKFLOW(
      "GET", "workflows/{id}", Access.ALL, Served.IN_STANDBY, Body.NONE, WorkflowsResource::one),
  WITHDRAW(
      "DELETE",
      "workflows/{id}",
      Access.ALL,
      Served.BY_ACTIVE,
      Body.NONE,
      WorkflowsResource::withdraw),
  /** A job has ended. */
  FINISHED(
      "PUT",
      "workflows/{id}/finished/{job}",
      Access.ALL,
      Served.BY_ACTIVE,
      Body.NONE,
      WorkflowsResource::finish),

  /** What is {@code ?path=P}'s dataset, R, LQ, tiers, and why. */
  EXPLAIN("GET", "explain", Access.ALL, Served.BY_ACTIVE, Body.NONE, Explanation::explain),
  /** The last placement decisions, and why. */
  DECISIONS("GET", "decisions", Access.ALL, Served.BY_ACTIVE, Body.NONE, Explanation::decisions),
  /** Cost and gain of a plan or workflow. */
  WHATIF("POST", "whatif", Access.ALL, Served.BY_ACTIVE, Body.JSON, WhatIfResource::answer),
  /** What would have been done in shadow mode. */
  SHADOW("GET", "shadow", Access.ALL, Served.BY_ACTIVE, Body.NONE, ShadowResource::report),

  /** Where OpenLineage's run events go now: 410. */
  LINEAGE("POST", "lineage", Access.ALL, Served.ALWAYS, Body.NONE, LiveResource::events),
  /** What a ResourceManager tells of a job: 201. */
  APPLICATION(
      "POST", "applications", Access.ALL, Served.BY_ACTIVE, Body.JSON, LiveResource::application),
  /** What a source of lineage outside the NameNode tells: 201. */
  OBSERVATION(
      "POST", "observations", Access.ALL, Served.BY_ACTIVE, Body.JSON, LiveResource::observations),
  /** Where sources of lineage disagree. */
  CONFLICTS("GET", "conflicts", Access.ALL, Served.BY_ACTIVE, Body.NONE, LiveResource::conflicts),

  /** Each volume of the DataNodes in parts and its ratings. */
  VOLUMES("GET", "devices", Access.ALL, Served.BY_EACH, Body.NONE, DevicesResource::list),
  /** What an agent has measured. */
  DEVICES("POST", "devices", Access.AGENTS, Served.BY_EACH, Body.JSON, DevicesResource::accept),

  /** Migration plans, newest first. */
  PLANS("GET", "plans", Access.ALL, Served.BY_ACTIVE, Body.NONE, PlansResource::list),
  /** Makes a plan; nothing is moved: 201. */
  MIGRATION_PLAN("POST", "plans", Access.ADMINS, Served.BY_ACTIVE, Body.JSON, PlansResource::make),
  /** One plan and what has become of its moves. */
  PLAN("GET", "plans/{id}", Access.ALL, Served.BY_ACTIVE, Body.NONE, PlansResource::one),
  MIGRATION_APPLY(
      "POST", "plans/{id}/apply", Access.ADMINS, Served.BY_ACTIVE, Body.JSON, PlansResource::apply),
  MIGRATION_PAUSE(
      "POST", "plans/{id}/pause", Access.ADMINS, Served.BY_ACTIVE, Body.JSON, PlansResource::pause),
  MIGRATION_RESUME(
      "POST",
      "plans/{id}/resume",
      Access.ADMINS,
      Served.BY_ACTIVE,
      Body.JSON,
      PlansResource::resume),
  MIGRATION_UNDO(
      "POST", "plans/{id}/undo", Access.ADMINS, Served.BY_ACTIVE, Body.JSON, PlansResource::undo),

  /** Tiers and thresholds, and how LDM is. */
  STATUS("GET", "status", Access.ALL, Served.AS_STATUS, Body.NONE, StateGate::status),
  /** What users have of what is limited ({@code ?user=U}). */
  USAGE("GET", "usage", Access.ALL, Served.BY_ACTIVE, Body.NONE, UsageResource::usage),
  /** How far LDM has been taken out. */
  UNINSTALLED(
      "GET", "uninstall", Access.ADMINS, Served.TO_LEAVE, Body.NONE, UninstallResource::progress),
  /** Takes LDM out. */
  UNINSTALL(
      "POST", "uninstall", Access.ADMINS, Served.TO_LEAVE, Body.JSON, UninstallResource::begin),
  /** Reads the configuration again. */
  RECONFIGURE(
      "POST", "reconfigure", Access.ADMINS, Served.ALWAYS, Body.JSON, ReconfigureResource::answer);

  /** Who may ask. What of an answer he may see is for its handler to say. */
  enum Access {
    ALL {
      @Override
      void require(Authority authority) {}
    },
    AGENTS {
      @Override
      void require(Authority authority) throws IOException {
        authority.requireAgent();
      }
    },
    ADMINS {
      @Override
      void require(Authority authority) throws IOException {
        authority.requireAdmin();
      }
    };

    abstract void require(Authority authority) throws IOException;
  }

  /** In which states of the NameNode and of LDM: see {@link StateGate}. */
  enum Served {
    /** By the active one, once its lineage is loaded, until LDM is taken out. */
    BY_ACTIVE,
    /** So, and while LDM is being taken out. */
    TO_LEAVE,
    /** So, and by a standby from what its own namespace holds. */
    IN_STANDBY,
    /** So, and when there is no lineage, since it says why. */
    AS_STATUS,
    /** By every NameNode for itself, while LDM is on. */
    BY_EACH,
    /** By every NameNode, whatever the state. */
    ALWAYS
  }

  /** What a request brings. */
  enum Body {
    NONE,
    /** It must say so, which a page of another origin cannot do without being asked first. */
    JSON
  }

  /** Answers one request. */
  @FunctionalInterface
  interface Handler {
    Answer answer(Asked asked) throws IOException;
  }

  private static final String VARIABLE = "{";

  private final String method;
  private final String path;
  private final List<String> segments;
  private final Access access;
  private final Served served;
  private final Body body;
  private final Handler handler;

  Route(String method, String path, Access access, Served served, Body body, Handler handler) {
    this.method = method;
    this.path = path;
    this.segments = List.of(path.split("/"));
    this.access = access;
    this.served = served;
    this.body = body;
    this.handler = handler;
  }

  /**
   * The row of a request.
   *
   * @throws HttpError when there is none: 404, or 405 where other methods are served
   */
  static Route of(String method, ResourcePath asked) throws HttpError {
    List<String> others = new ArrayList<>();
    String path = "";
    for (Route route : values()) {
      if (route.variables(asked).isPresent()) {
        if (route.method.equals(method)) {
          return route;
        }
        others.add(route.method);
        path = route.path;
      }
    }
    throw others.isEmpty()
        ? HttpError.notFound(String.join("/", asked.parts()))
        : HttpError.notAllowed(method, path, others);
  }

  /** What stands in a path for the names in braces, if it is of this form. */
  Optional<Map<String, String>> variables(ResourcePath asked) {
    List<String> named = asked.named();
    if (named.size() != segments.size()) {
      return Optional.empty();
    }
    Map<String, String> variables = new HashMap<>();
    for (int i = 0; i < segments.size(); i++) {
      String segment = segments.get(i);
      if (segment.startsWith(VARIABLE)) {
        variables.put(segment.substring(1, segment.length() - 1), named.get(i));
      } else if (!segment.equals(named.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(variables);
  }

  Served served() {
    return served;
  }

  /** What the audit log calls it. */
  String command() {
    return name().toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /** Has the request answered, if its caller may ask and it brings what it is to bring. */
  Answer answer(Asked asked) throws IOException {
    if (body == Body.JSON) {
      RequestBody.requireJson(asked.request());
    }
    try {
      access.require(asked.authority());
    } catch (AccessControlException e) {
      if (!method.equals("GET")) {
        Audit.denied(
            asked.caller().toString(),
            asked.address(),
            command(),
            String.join("/", ResourcePath.of(asked.request().getPathInfo()).named()));
      }
      throw e;
    }
    return handler.answer(asked);
  }
}
