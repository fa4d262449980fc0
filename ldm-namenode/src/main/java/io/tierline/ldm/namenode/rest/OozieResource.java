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
import io.tierline.ldm.namenode.oozie.OozieSettings;
import io.tierline.ldm.oozie.coord.Finding;
import io.tierline.ldm.oozie.run.FollowedJob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.security.UserGroupInformation;

/** REST for what is known of an Oozie server's jobs, and what could not be resolved of them. */
final class OozieResource {
  /** Findings of one job that are shown; what follows is mostly the same over again. */
  static final int FINDINGS_SHOWN = 100;

  private final RestParts parts;
  private final Authority authority;

  OozieResource(RestParts parts, UserGroupInformation caller) throws IOException {
    this.parts = parts;
    this.authority = parts.authorities().of(caller);
  }

  /** The caller's own jobs; administrators see all. */
  Map<String, Object> jobs() {
    List<Map<String, Object>> views = new ArrayList<>();
    for (FollowedJob job : parts.live().oozie().jobs()) {
      if (authority.maySpeakFor(job.user())) {
        views.add(view(job));
      }
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("configured", OozieSettings.from(parts.nameNode().getConf()).isPresent());
    all.put("jobs", views);
    return all;
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
        "findings",
        job.findings().stream().limit(FINDINGS_SHOWN).map(OozieResource::view).toList());
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
