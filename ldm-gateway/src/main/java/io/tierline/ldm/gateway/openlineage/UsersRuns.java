/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.openlineage.RunAssembler;
import io.tierline.ldm.openlineage.RunEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The runs of each user, as far as events have told. Nobody's push out those of others. */
final class UsersRuns {
  /** Users whose runs are remembered at a time; those heard of longest ago are forgotten first. */
  private static final int USERS = 256;

  private static final float LOAD_FACTOR = 0.75f;

  private final int mostRuns;
  private final Map<String, RunAssembler> byUser =
      new LinkedHashMap<>(USERS, LOAD_FACTOR, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RunAssembler> eldest) {
          return size() > USERS;
        }
      };

  UsersRuns(int mostRuns) {
    this.mostRuns = mostRuns;
  }

  /** What a user's events say, in the order in which they came. */
  SourceReport accept(List<RunEvent> events, String user) {
    RunAssembler runs = byUser.computeIfAbsent(user, name -> new RunAssembler(mostRuns));
    runs.keep(Math.max(1, mostRuns / byUser.size()));
    return runs.accept(events, user);
  }

  /** All that has not ended, each user's by itself, as a NameNode is told that knows nothing. */
  List<SourceReport> running() {
    List<SourceReport> all = new ArrayList<>();
    byUser.forEach((user, runs) -> all.add(runs.running(user)));
    return all;
  }
}
