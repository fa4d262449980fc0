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
 * not listed is not served, 404 or 405. All may ask, and the active NameNode answers, unless a row
 * says otherwise; what is posted is JSON. A row's name is what the audit log calls a request that
 * changes something.
 */
enum Route {
  /** What the caller may see of what is registered. */
  WORKFLOWS(get("workflows").served(Served.IN_STANDBY), WorkflowsResource::list),
  /** Registers or replaces a workflow ({@code ?confirm=true}): 201, 200. */
  REGISTER(post("workflows"), WorkflowsResource::register),
  WORKFLOW(get("workflows/{id}").served(Served.IN_STANDBY), WorkflowsResource::one),
  WITHDRAW(delete("workflows/{id}"), WorkflowsResource::withdraw),
  /** A job has ended. */
  FINISHED(put("workflows/{id}/finished/{job}"), WorkflowsResource::finish),

  /** What is {@code ?path=P}'s dataset, R, LQ, tiers, and why. */
  EXPLAIN(get("explain"), Explanation::explain),
  /** The last placement decisions, and why. */
  DECISIONS(get("decisions"), Explanation::decisions),
  /** Cost and gain of a plan or workflow. */
  WHATIF(post("whatif"), WhatIfResource::answer),
  /** What would have been done in shadow mode. */
  SHADOW(get("shadow"), ShadowResource::report),

  /** Where OpenLineage's run events go now: 410. */
  LINEAGE(post("lineage").bringing(Body.NONE).served(Served.ALWAYS), LiveResource::events),
  /** What a ResourceManager tells of a job: 201. */
  APPLICATION(post("applications"), LiveResource::application),
  /** What a source of lineage outside the NameNode tells: 201. */
  OBSERVATION(post("observations"), LiveResource::observations),
  /** Where sources of lineage disagree. */
  CONFLICTS(get("conflicts"), LiveResource::conflicts),

  /** Each volume of the DataNodes in parts and its ratings. */
  VOLUMES(get("devices").served(Served.BY_EACH), DevicesResource::list),
  /** What an agent has measured. */
  DEVICES(post("devices").by(Access.AGENTS).served(Served.BY_EACH), DevicesResource::accept),

  /** Migration plans, newest first. */
  PLANS(get("plans"), PlansResource::list),
  /** Makes a plan; nothing is moved: 201. */
  MIGRATION_PLAN(post("plans").by(Access.ADMINS), PlansResource::make),
  /** One plan and what has become of its moves. */
  PLAN(get("plans/{id}"), PlansResource::one),
  MIGRATION_APPLY(post("plans/{id}/apply").by(Access.ADMINS), PlansResource::apply),
  MIGRATION_PAUSE(post("plans/{id}/pause").by(Access.ADMINS), PlansResource::pause),
  MIGRATION_RESUME(post("plans/{id}/resume").by(Access.ADMINS), PlansResource::resume),
  MIGRATION_UNDO(post("plans/{id}/undo").by(Access.ADMINS), PlansResource::undo),

  /** Tiers and thresholds, and how LDM is. */
  STATUS(get("status").served(Served.AS_STATUS), StateGate::status),
  /** What users have of what is limited ({@code ?user=U}). */
  USAGE(get("usage"), UsageResource::usage),
  /** How far LDM has been taken out. */
  UNINSTALLED(
      get("uninstall").by(Access.ADMINS).served(Served.TO_LEAVE), UninstallResource::progress),
  /** Takes LDM out. */
  UNINSTALL(post("uninstall").by(Access.ADMINS).served(Served.TO_LEAVE), UninstallResource::begin),
  /** Reads the configuration again. */
  RECONFIGURE(
      post("reconfigure").by(Access.ADMINS).served(Served.ALWAYS), ReconfigureResource::answer);

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

  /** A resource and method, and on which terms they are served. */
  private record Terms(String method, String path, Access access, Served served, Body body) {
    Terms by(Access who) {
      return new Terms(method, path, who, served, body);
    }

    Terms served(Served when) {
      return new Terms(method, path, access, when, body);
    }

    Terms bringing(Body what) {
      return new Terms(method, path, access, served, what);
    }
  }

  private static final String VARIABLE = "{";

  private final Terms terms;
  private final List<String> segments;
  private final Handler handler;

  Route(Terms terms, Handler handler) {
    this.terms = terms;
    this.segments = List.of(terms.path().split("/"));
    this.handler = handler;
  }

  private static Terms get(String path) {
    return new Terms("GET", path, Access.ALL, Served.BY_ACTIVE, Body.NONE);
  }

  private static Terms post(String path) {
    return new Terms("POST", path, Access.ALL, Served.BY_ACTIVE, Body.JSON);
  }

  private static Terms put(String path) {
    return new Terms("PUT", path, Access.ALL, Served.BY_ACTIVE, Body.NONE);
  }

  private static Terms delete(String path) {
    return new Terms("DELETE", path, Access.ALL, Served.BY_ACTIVE, Body.NONE);
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
        if (route.terms.method().equals(method)) {
          return route;
        }
        others.add(route.terms.method());
        path = route.terms.path();
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
    return terms.served();
  }

  /** What the audit log calls it. */
  String command() {
    return name().toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /** Has the request answered, if its caller may ask and it brings what it is to bring. */
  Answer answer(Asked asked) throws IOException {
    if (terms.body() == Body.JSON) {
      RequestBody.requireJson(asked.request());
    }
    try {
      terms.access().require(asked.authority());
    } catch (AccessControlException e) {
      if (!terms.method().equals("GET")) {
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
