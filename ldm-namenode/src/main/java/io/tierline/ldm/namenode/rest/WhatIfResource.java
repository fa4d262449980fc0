/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tierline.ldm.json.WhatIfRequest;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.namenode.access.Authority;
import io.tierline.ldm.namenode.migration.WhatIfAnswer;
import io.tierline.ldm.namenode.migration.WhatIfMaker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.servlet.http.HttpServletResponse;

/**
 * {@code POST /ldm/v1/whatif}: what a plan, or a workflow if it were registered, would move, cost
 * and save. Nothing is changed.
 *
 * <p>A workflow may be asked about by those who could register it, a plan's document by
 * administrators, a plan by everybody; but only files that the caller could list are counted.
 */
final class WhatIfResource {
  private record Named(@JsonUnwrapped WhatIfAnswer answer, String of) {}

  private final RestParts parts;
  private final Authority authority;
  private final String user;
  private final Map<String, Boolean> seen = new HashMap<>();

  private WhatIfResource(Asked asked) {
    this.parts = asked.parts();
    this.authority = asked.authority();
    this.user = asked.user();
  }

  static Answer answer(Asked asked) throws IOException {
    WhatIfRequest about = WhatIfRequest.read(asked.body());
    String name = about(about);
    return asked.logged(
        name, () -> Answer.ok(new Named(new WhatIfResource(asked).answer(about), name)));
  }

  private static String about(WhatIfRequest asked) {
    if (asked.planId() != null) {
      return "plan " + asked.planId();
    }
    return asked.plan() != null
        ? "plan document " + asked.plan().id()
        : "workflow " + asked.workflow().id();
  }

  private WhatIfAnswer answer(WhatIfRequest asked) throws IOException {
    if (asked.workflow() != null) {
      Workflow workflow = parts.access().localiser().localise(asked.workflow());
      String id = parts.advisor().registry().view().idOf(user, workflow.id());
      // Its own jobs are not registered yet, or otherwise.
      WhatIfMaker maker = whatIf(this::maySee, job -> nameOf(job, id, workflow));
      authority.requireMayRegister(workflow);
      try {
        return maker.ofWorkflow(workflow.withId(id), user);
      } catch (LineageException e) {
        throw Statuses.untaken(e);
      }
    }
    WhatIfMaker maker = whatIf(this::maySee, authority::nameOf);
    if (asked.plan() != null) {
      authority.requireAdmin();
      return maker.ofMoves(asked.plan().moves());
    }
    List<Move> moves =
        parts
            .migration()
            .plans()
            .find(asked.planId())
            .orElseThrow(
                () ->
                    new HttpError(
                        HttpServletResponse.SC_NOT_FOUND,
                        "there is no plan '" + asked.planId() + "'"))
            .plan()
            .moves();
    return maker.ofMoves(visible(moves));
  }

  private WhatIfMaker whatIf(WhatIfMaker.VisibleFiles visible, Function<JobId, String> names) {
    return parts.migration().whatIf(visible, names);
  }

  private String nameOf(JobId job, String id, Workflow asked) {
    return job.workflow().equals(id)
        ? new JobId(asked.id(), job.job()).toString()
        : authority.nameOf(job);
  }

  private List<Move> visible(List<Move> moves) throws IOException {
    List<Move> visible = new ArrayList<>();
    for (Move move : moves) {
      if (maySee(move.file())) {
        visible.add(move);
      }
    }
    return visible;
  }

  /** Whether the caller could list the directory of that file. */
  private boolean maySee(String file) throws IOException {
    String directory = file.substring(0, Math.max(1, file.lastIndexOf('/')));
    Boolean known = seen.get(directory);
    if (known == null) {
      known = authority.maySee(directory);
      seen.put(directory, known);
    }
    return known;
  }
}
