/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.guard.WorkTime;
import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.live.OverdueJobs;
import io.tierline.ldm.live.RegistrationLife;
import io.tierline.ldm.namenode.access.Authority;
import io.tierline.ldm.registry.Registration;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A workflow with a page of the datasets that it uses and that the caller may see.
 *
 * @param jobsExpiring jobs that end by themselves, while the registration goes on
 */
record WorkflowDocument(
    @JsonUnwrapped Summary summary,
    JsonNode lineage,
    List<Expiring> jobsExpiring,
    List<UsedDataset> datasets,
    int datasetsFrom,
    int datasetsInAll) {

  /** One of a list. */
  record Summary(
      String id,
      String name,
      String owner,
      int jobs,
      Set<String> finished,
      String lastSeen,
      String expires,
      String expiresBecause) {
    static Summary of(RestParts parts, Registration registration, Authority authority) {
      OptionalLong seen = parts.live().expiry().lastSeen(registration);
      Optional<RegistrationLife.End> end = parts.live().expiry().endOf(registration);
      return new Summary(
          authority.idOf(registration),
          registration.workflow().name(),
          registration.owner(),
          registration.workflow().jobs().size(),
          registration.finished(),
          seen.isPresent() ? Instant.ofEpochMilli(seen.getAsLong()).toString() : null,
          end.map(each -> each.at().toString()).orElse(null),
          end.map(RegistrationLife.End::why).orElse(null));
    }
  }

  /** A job that ends by itself. */
  record Expiring(String job, String expires, String because) {}

  /** A dataset, when it is read next as far as a schedule tells, and where it belongs till then. */
  record UsedDataset(
      @JsonUnwrapped DatasetDocument dataset, @JsonInclude String nextUse, List<String> place) {}

  static List<Summary> all(RestParts parts, Authority authority) {
    return parts.advisor().registry().view().registrations().values().stream()
        .filter(authority::maySee)
        .map(registration -> Summary.of(parts, registration, authority))
        .toList();
  }

  /**
   * Describes a workflow. Whether the caller may see a dataset is asked for each that is not his
   * own, so those before the page cost as those on it.
   */
  static WorkflowDocument of(
      RestParts parts, Registration registration, Authority authority, Page page)
      throws IOException {
    String id = registration.workflow().id();
    NextReads nextReads = new NextReads(parts, id);
    Set<DatasetPath> named = named(registration);
    List<UsedDataset> datasets = new ArrayList<>();
    int count = 0;
    for (Vertex vertex : parts.advisor().registry().view().blocksAround(id).vertices()) {
      WorkTime.check();
      if (isUsedBy(id, vertex)
          && (named.contains(vertex.dataset()) || authority.maySee(vertex.dataset().path()))) {
        if (page.holds(count)) {
          boolean mayCount = !isWrittenBy(id, vertex) || mayCount(parts, registration, vertex);
          datasets.add(
              new UsedDataset(
                  DatasetDocument.of(vertex, mayCount, authority, Page.FIRST_NAMES),
                  nextReads.nextUse(vertex).map(Instant::toString).orElse(null),
                  nextReads.place(vertex)));
        }
        count++;
      }
    }
    return new WorkflowDocument(
        Summary.of(parts, registration, authority),
        LineageDocument.tree(registration.workflow().withId(authority.idOf(registration))),
        expiring(parts.live().jobExpiry().of(id)),
        datasets,
        page.from(),
        count);
  }

  private static List<Expiring> expiring(List<OverdueJobs.Missed> missed) {
    return missed.stream()
        .map(each -> new Expiring(each.job().job(), each.at().toString(), each.why()))
        .toList();
  }

  private static boolean mayCount(RestParts parts, Registration registration, Vertex vertex) {
    String path = vertex.dataset().path();
    return parts.access().owners().ifHeWrites(registration.owner(), path).counts();
  }

  private static boolean isWrittenBy(String workflow, Vertex vertex) {
    return vertex.writers().stream().anyMatch(job -> job.workflow().equals(workflow));
  }

  private static boolean isUsedBy(String workflow, Vertex vertex) {
    return isWrittenBy(workflow, vertex)
        || vertex.readers().stream().anyMatch(job -> job.workflow().equals(workflow));
  }

  /** What the workflow itself names; its patterns may match what its owner cannot list. */
  private static Set<DatasetPath> named(Registration registration) {
    Set<DatasetPath> named = new HashSet<>();
    for (Job job : registration.workflow().jobs()) {
      job.uses().forEach(use -> named.add(use.dataset()));
    }
    return named;
  }
}
