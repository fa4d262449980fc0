/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.live;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.namenode.access.AccessRoom;
import io.tierline.ldm.namenode.access.AllowedUses;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.namespace.Audit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The one door for what sources of lineage tell of jobs, whichever way it has come. A source is
 * trusted to say whose a job is, and no further: of what a job is said to use, that counts which
 * its user may use.
 */
public final class ReportIntake {
  private final LiveService live;
  private final AccessRoom access;
  private final LdmMetrics metrics;

  /** Binds what it goes by. */
  public ReportIntake(LiveService live, AccessRoom access, LdmMetrics metrics) {
    this.live = live;
    this.access = access;
    this.metrics = metrics;
  }

  /**
   * Takes a report in.
   *
   * @param audit gets a line for what comes; that something ends is nobody's doing
   * @throws LineageException when there is no room for it, say
   */
  public void take(SourceReport told, Audit audit) throws IOException {
    AllowedUses allowed = access.allowed(told.user());
    SourceReport fit = told.with(allowed(told.seen(), allowed), allowed(told.coming(), allowed));
    metrics.reportedUsesDenied.incr(allowed.denied());
    if (fit.jobs() == 0) {
      live.take(fit);
      return;
    }
    Observation first = fit.seen().isEmpty() ? fit.coming().get(0) : fit.seen().get(0);
    audit.logged(
        fit.source().toString(),
        first.chain().id() + " " + fit.jobs(),
        () -> {
          live.take(fit);
          return null;
        });
  }

  private static List<Observation> allowed(List<Observation> jobs, AllowedUses allowed)
      throws IOException {
    List<Observation> kept = new ArrayList<>();
    for (Observation job : jobs) {
      kept.add(job.uses().isEmpty() ? job : job.with(allowed.of(job.uses())));
    }
    return kept;
  }
}
