/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.SourceReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * That runs have begun, as far as that was to be told and was not. When the same events are put
 * together for another try, what is known is that such a run has ended, and its begin would be
 * missing. Used by one thread.
 */
final class UntoldBegins {
  /** By user and run, as runs are told apart. */
  private final Map<String, Observation> begun = new HashMap<>();

  /** The report, with the begins that an earlier try had and this one has not. */
  SourceReport complete(SourceReport report) {
    Set<String> told = new HashSet<>();
    List<Observation> seen = new ArrayList<>();
    for (Observation job : report.seen()) {
      if (!job.state().isEnd()) {
        begun.put(job.run(), job);
      } else if (!told.contains(job.run()) && begun.containsKey(job.run())) {
        seen.add(begun.get(job.run()));
      }
      told.add(job.run());
      seen.add(job);
    }
    return report.withSeen(seen);
  }

  /** Nothing of it is to be told any more. */
  void done(SourceReport report) {
    report.seen().forEach(job -> begun.remove(job.run()));
    report.noJobs().forEach(begun::remove);
  }
}
