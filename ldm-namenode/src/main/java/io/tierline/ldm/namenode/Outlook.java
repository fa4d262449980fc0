/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.placement.Place;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.registry.Registration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/** When datasets are read next, and where their blocks belong until then. For one request. */
final class Outlook {
  private final PlacementAdvisor advisor;
  private final int replicas;
  private final Map<String, Registration> registrations;
  private final Map<String, Map<String, Instant>> starts = new HashMap<>();

  Outlook(LdmService service) {
    this.advisor = service.advisor();
    this.registrations = advisor.registry().view().registrations();
    this.replicas =
        service
            .nameNode()
            .getConf()
            .getInt(DFSConfigKeys.DFS_REPLICATION_KEY, DFSConfigKeys.DFS_REPLICATION_DEFAULT);
  }

  /**
   * The first nominal time of a job that is still to read the dataset, where a source knows one.
   */
  Optional<Instant> nextUse(Vertex vertex) {
    return vertex.readers().stream()
        .map(this::start)
        .filter(Objects::nonNull)
        .min(Instant::compareTo);
  }

  private Instant start(JobId job) {
    return starts.computeIfAbsent(job.workflow(), this::startsOf).get(job.job());
  }

  private Map<String, Instant> startsOf(String workflow) {
    Map<String, Instant> known = new HashMap<>();
    Registration registration = registrations.get(workflow);
    if (registration != null) {
      for (Job job : registration.workflow().jobs()) {
        job.start().ifPresent(start -> known.put(job.name(), start));
      }
    }
    return known;
  }

  /** The media of the replicas of a block that was written now, from outside the cluster. */
  List<String> place(Vertex vertex) {
    return PlacementPlanner.plan(vertex, replicas, Place.OUTSIDE, advisor.table())
        .replicas()
        .stream()
        .map(replica -> replica.medium().name())
        .toList();
  }
}
