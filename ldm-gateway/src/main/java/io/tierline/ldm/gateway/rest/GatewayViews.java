/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.rest;

import io.tierline.ldm.gateway.oozie.OozieSource;
import io.tierline.ldm.gateway.openlineage.OpenLineageSource;
import io.tierline.ldm.gateway.openlineage.Refusals;
import io.tierline.ldm.oozie.coord.Finding;
import io.tierline.ldm.oozie.run.FollowedJob;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.security.UserGroupInformation;

/** What the gateway tells of itself, as JSON has it. */
final class GatewayViews {
  /** Findings of one job that are shown; what follows is mostly the same over again. */
  static final int FINDINGS_SHOWN = 100;

  private final GatewayParts parts;
  private final UserGroupInformation caller;

  GatewayViews(GatewayParts parts, UserGroupInformation caller) {
    this.parts = parts;
    this.caller = caller;
  }

  /** The sources, and whether all is well with them. */
  Map<String, Object> status() {
    List<Map<String, Object>> sources = new ArrayList<>();
    for (OozieSource oozie : parts.oozie().stream().toList()) {
      Map<String, Object> source = new LinkedHashMap<>();
      source.put("name", "oozie");
      source.put("at", oozie.url().toString());
      source.put("jobs", oozie.board().jobs().size());
      source.put("problem", oozie.problem());
      sources.add(source);
    }
    for (OpenLineageSource lineage : parts.lineage().stream().toList()) {
      Map<String, Object> source = new LinkedHashMap<>();
      source.put("name", "openlineage");
      source.put("at", "/api/v1/lineage");
      source.put("waiting", lineage.waiting());
      source.put("problem", lineage.problem());
      sources.add(source);
    }
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("user", caller.getShortUserName());
    status.put("nameNodes", parts.nameNodes().stream().map(URI::toString).toList());
    status.put("sources", sources);
    return status;
  }

  /** The caller's own jobs; administrators see all. */
  Map<String, Object> oozie() {
    boolean isAdmin = parts.admins().isUserAllowed(caller);
    List<Map<String, Object>> views = new ArrayList<>();
    for (OozieSource oozie : parts.oozie().stream().toList()) {
      for (FollowedJob job : oozie.board().jobs()) {
        if (isAdmin || job.user().equals(caller.getShortUserName())) {
          views.add(view(job));
        }
      }
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("configured", parts.oozie().isPresent());
    all.put("jobs", views);
    return all;
  }

  /** What waits of the caller's events, and which reports were refused; administrators see all. */
  Map<String, Object> openLineage() {
    boolean isAdmin = parts.admins().isUserAllowed(caller);
    String user = caller.getShortUserName();
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("configured", parts.lineage().isPresent());
    List<Map<String, Object>> refused = new ArrayList<>();
    for (OpenLineageSource lineage : parts.lineage().stream().toList()) {
      all.put("waiting", isAdmin ? lineage.waiting() : lineage.waiting(user));
      all.put("problem", lineage.problem());
      for (Refusals.Refusal refusal : lineage.refusals().list()) {
        if (isAdmin || refusal.user().equals(user)) {
          refused.add(view(refusal));
        }
      }
    }
    all.put("refused", refused);
    return all;
  }

  private static Map<String, Object> view(Refusals.Refusal refusal) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("at", refusal.at().toString());
    view.put("user", refusal.user());
    view.put("job", refusal.job());
    view.put("why", refusal.why());
    return view;
  }

  private static Map<String, Object> view(FollowedJob job) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("id", job.id());
    view.put("kind", job.kind().name().toLowerCase(Locale.ROOT));
    view.put("name", job.name());
    view.put("user", job.user());
    view.put("scheduled", job.scheduled());
    view.put("refused", job.refused());
    view.put("findingsInAll", job.findings().size());
    view.put(
        "findings", job.findings().stream().limit(FINDINGS_SHOWN).map(GatewayViews::view).toList());
    return view;
  }

  private static Map<String, Object> view(Finding finding) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("what", finding.subject());
    view.put("file", finding.file());
    view.put("line", finding.line());
    view.put("why", finding.why());
    return view;
  }
}
