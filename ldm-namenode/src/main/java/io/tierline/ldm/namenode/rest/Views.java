/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.common.UnknownKey;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.guard.WorkTime;
import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.live.OverdueJobs;
import io.tierline.ldm.namenode.access.Authority;
import io.tierline.ldm.namenode.live.LiveService;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.placement.Tier;
import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.LineageQuotient;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.Registration;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The JSON that REST answers with, as plain maps and lists. */
final class Views {
  private Views() {}

  static Map<String, Object> status(PlacementAdvisor advisor) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("placement", advisor.settings().placement() && !advisor.isOff());
    status.put("shadow", advisor.isShadow() && !advisor.isOff());
    status.put("everywhere", advisor.settings().canary().isAll());
    status.put("migration", advisor.settings().migration().mode());
    status.put("readsByRating", advisor.ordersReads());
    status.put("workflows", advisor.registry().view().registrations().size());
    status.put("nodes", advisor.table().nodeCount());
    status.put("racks", advisor.table().rackCount());
    status.put("tiers", tiers(advisor));
    return status;
  }

  /** What may be seen by everybody: keys that have no effect, without their values. */
  static List<Map<String, Object>> unknownKeys(List<UnknownKey> keys) {
    List<Map<String, Object>> views = new ArrayList<>();
    for (UnknownKey key : keys) {
      views.add(Map.of("key", key.key(), "nearest", key.nearest().orElse("")));
    }
    return views;
  }

  static List<Map<String, Object>> tiers(PlacementAdvisor advisor) {
    List<Map<String, Object>> tiers = new ArrayList<>();
    for (Tier tier : advisor.table().tiers()) {
      Map<String, Object> view = new LinkedHashMap<>();
      view.put("medium", tier.medium());
      view.put("capacityBytes", tier.capacityBytes());
      view.put("remainingBytes", tier.remainingBytes());
      view.put("nodesWithRoom", tier.nodeCount());
      view.put("admissionThreshold", tier.threshold());
      view.put("volumes", tier.volumeCount());
      view.put("volumesMeasured", tier.measuredCount());
      view.put("volumesWorn", tier.wornCount());
      view.put("ratingNodeMibPerSecond", tier.rating(Distance.NODE));
      view.put("ratingRackMibPerSecond", tier.rating(Distance.RACK));
      view.put("ratingRemoteMibPerSecond", tier.rating(Distance.REMOTE));
      tiers.add(view);
    }
    return tiers;
  }

  static Map<String, Object> list(RestParts parts, Authority authority) {
    List<Map<String, Object>> workflows = new ArrayList<>();
    parts
        .advisor()
        .registry()
        .view()
        .registrations()
        .forEach(
            (id, registration) -> {
              if (authority.maySee(registration)) {
                workflows.add(summary(parts, registration, authority));
              }
            });
    return Map.of("workflows", workflows);
  }

  private static Map<String, Object> summary(
      RestParts parts, Registration registration, Authority authority) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("id", authority.idOf(registration));
    view.put("name", registration.workflow().name());
    view.put("owner", registration.owner());
    view.put("jobs", registration.workflow().jobs().size());
    view.put("finished", registration.finished());
    parts
        .lineage()
        .lastSeen(registration.workflow().id())
        .ifPresent(seen -> view.put("lastSeen", Instant.ofEpochMilli(seen).toString()));
    parts
        .expiry()
        .endOf(registration)
        .ifPresent(
            end -> {
              view.put("expires", end.at().toString());
              view.put("expiresBecause", end.why());
            });
    return view;
  }

  /**
   * A workflow with a page of the datasets that it uses and that the caller may see. Whether he may
   * see one is asked for each that is not his own, so those before the page cost as those on it.
   */
  static Map<String, Object> workflow(
      RestParts parts, Registration registration, Authority authority, Page page)
      throws IOException {
    LineageView now = parts.advisor().registry().view();
    String id = registration.workflow().id();
    NextReads nextReads = new NextReads(parts, id);
    Map<String, Object> view = summary(parts, registration, authority);
    Workflow known = registration.workflow().withId(authority.idOf(registration));
    view.put("lineage", LineageDocument.tree(known));
    view.put("jobsExpiring", expiring(parts.jobExpiry().of(id)));
    Set<DatasetPath> named = named(registration);
    List<Map<String, Object>> datasets = new ArrayList<>();
    int count = 0;
    for (Vertex vertex : now.blocksAround(id).vertices()) {
      WorkTime.check();
      if (isUsedBy(id, vertex)
          && (named.contains(vertex.dataset()) || authority.maySee(vertex.dataset().path()))) {
        if (page.holds(count)) {
          Map<String, Object> dataset = dataset(vertex, authority, Page.FIRST_NAMES);
          if (vertex.writers().stream().anyMatch(job -> job.workflow().equals(id))) {
            dataset.computeIfPresent(
                "managed", (m, is) -> (boolean) is && mayCount(parts, registration, vertex));
          }
          dataset.put("nextUse", nextReads.nextUse(vertex).map(Instant::toString).orElse(null));
          dataset.put("place", nextReads.place(vertex));
          datasets.add(dataset);
        }
        count++;
      }
    }
    view.put("datasets", datasets);
    view.put("datasetsFrom", page.from());
    view.put("datasetsInAll", count);
    return view;
  }

  /** Jobs that end by themselves, while the registration goes on. */
  private static List<Map<String, Object>> expiring(List<OverdueJobs.Missed> missed) {
    List<Map<String, Object>> views = new ArrayList<>();
    for (OverdueJobs.Missed each : missed) {
      views.add(
          Map.of("job", each.job().job(), "expires", each.at().toString(), "because", each.why()));
    }
    return views;
  }

  private static boolean mayCount(RestParts parts, Registration registration, Vertex vertex) {
    String path = vertex.dataset().path();
    return parts.owners().ifHeWrites(registration.owner(), path).counts();
  }

  private static boolean isUsedBy(String workflow, Vertex vertex) {
    return vertex.writers().stream().anyMatch(job -> job.workflow().equals(workflow))
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

  /** Where the knowledge of each job that uses a dataset comes from, of a page of them. */
  static Map<String, String> origins(
      LiveService live, Vertex vertex, Authority authority, Page page) {
    Map<String, String> origins = new LinkedHashMap<>();
    Stream.concat(page.of(vertex.writers()).stream(), page.of(vertex.readers()).stream())
        .forEach(job -> origins.put(authority.nameOf(job), live.originOf(job).toString()));
    return origins;
  }

  /** A dataset with a page of its writers and one of its readers. */
  static Map<String, Object> dataset(Vertex vertex, Authority authority, Page page) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("path", vertex.dataset().toString());
    view.put("managed", vertex.isProduced() && vertex.dataset().isLiteral());
    view.put("writers", names(page.of(vertex.writers()), authority));
    view.put("writersInAll", vertex.writers().size());
    view.put("readers", names(page.of(vertex.readers()), authority));
    view.put("readersInAll", vertex.readers().size());
    view.put("reusability", vertex.reusability());
    view.put("slack", vertex.slack());
    view.put("lineageQuotient", LineageQuotient.of(vertex.reusability(), vertex.slack()));
    return view;
  }

  static List<String> names(List<JobId> jobs, Authority authority) {
    return jobs.stream().map(authority::nameOf).toList();
  }
}
