/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.oozie.run.FollowedJob;
import io.tierline.ldm.oozie.run.FollowedJob.Kind;
import io.tierline.ldm.oozie.run.OozieBoard;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a poller has passed on, and how it was answered. */
final class TakenWorkflows implements OoziePoller.Sink {
  final List<String> seen = new ArrayList<>();
  final Map<String, JobState> states = new LinkedHashMap<>();
  final List<String> ended = new ArrayList<>();
  final List<String> noJobs = new ArrayList<>();
  int sent;
  final OozieBoard board = new OozieBoard();
  final Set<String> refused = new HashSet<>();
  boolean isFull;
  boolean isAway;
  boolean isCutOff;
  String term = "1";
  long lostAfter = Long.MAX_VALUE;

  @Override
  public OoziePoller.Term term() {
    return new OoziePoller.Term(term, lostAfter);
  }

  @Override
  public void known(FollowedJob job) {
    board.put(job);
  }

  @Override
  public void listed(Kind kind, Collection<String> ids) {
    board.retain(kind, ids);
  }

  @Override
  public void take(SourceReport told) throws IOException {
    sent++;
    if (isAway) {
      throw new ConnectException("no NameNode");
    }
    assertThat(told.coming()).as("switched off").isEmpty();
    assertThat(told.gone()).as("switched off").isEmpty();
    if (isFull || refused.contains(told.user())) {
      throw new LineageException("no room");
    }
    ended.addAll(told.ended());
    noJobs.addAll(told.noJobs());
    for (Observation observation : told.seen()) {
      String job = observation.chain().id() + "/" + observation.job();
      seen.add(job);
      states.put(job, observation.state());
    }
    if (isCutOff) {
      throw new SocketException("no answer");
    }
  }
}
