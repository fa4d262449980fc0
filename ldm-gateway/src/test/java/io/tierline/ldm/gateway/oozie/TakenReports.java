/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.gateway.tell.Later;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.oozie.run.FollowedJob;
import io.tierline.ldm.oozie.run.FollowedJob.Kind;
import io.tierline.ldm.oozie.run.OozieBoard;
import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A NameNode in memory: what was passed on of workflows and of what is to come. */
final class TakenReports implements OoziePoller.Sink {
  final Set<String> scheduled = new TreeSet<>();
  final List<String> running = new ArrayList<>();
  final List<String> replaced = new ArrayList<>();
  final OozieBoard board = new OozieBoard();
  final Set<String> refused = new TreeSet<>();
  final Set<String> busy = new TreeSet<>();
  final List<String> asked = new ArrayList<>();
  Observation last;
  int sent;
  boolean isFull;
  boolean isCutOff;
  String term = "1";
  long lostAfter = Long.MAX_VALUE;

  @Override
  public OoziePoller.Term term() {
    return new OoziePoller.Term(term, lostAfter);
  }

  @Override
  public void take(SourceReport told) throws IOException {
    sent++;
    asked.add(told.user());
    if (busy.contains(told.user())) {
      throw Later.of(false);
    }
    boolean isRefused = told.coming().stream().anyMatch(job -> refused.contains(job.chain().id()));
    if (isRefused || refused.contains(told.user()) || (isFull && !told.coming().isEmpty())) {
      throw new LineageException("no room");
    }
    told.seen().forEach(job -> running.add(job.chain().id()));
    told.seen().stream().findFirst().ifPresent(job -> last = job);
    replaced.addAll(told.insteadOf());
    scheduled.removeAll(told.insteadOf());
    told.coming().forEach(job -> scheduled.add(job.chain().id()));
    scheduled.removeAll(told.gone());
    running.removeAll(told.ended());
    if (isCutOff) {
      throw new SocketException("no answer");
    }
  }

  @Override
  public void known(FollowedJob job) {
    board.put(job);
  }

  @Override
  public void listed(Kind kind, Collection<String> ids) {
    board.retain(kind, ids);
  }
}
