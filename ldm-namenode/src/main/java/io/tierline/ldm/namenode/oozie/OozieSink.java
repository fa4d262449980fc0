/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.oozie;

import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Uses;
import io.tierline.ldm.namenode.access.AllowedUses;
import io.tierline.ldm.namenode.access.Authorities;
import io.tierline.ldm.namenode.live.LiveService;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.namespace.Audit;
import io.tierline.ldm.namenode.namespace.Localiser;
import io.tierline.ldm.oozie.run.FollowedCoordinator;
import io.tierline.ldm.oozie.run.FollowedJob;
import io.tierline.ldm.oozie.run.OozieBoard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Takes what the poller has seen into live lineage. Oozie is trusted to say who runs a workflow,
 * but that user wrote the definition: of what it names, only what the user may read or write
 * counts.
 */
final class OozieSink implements OoziePoller.Sink {
  private final LiveService live;
  private final Authorities authorities;
  private final Localiser localiser;
  private final LdmMetrics metrics;
  private final Runnable refreshTable;
  private final String address;
  private final OozieBoard board;

  /**
   * Creates the sink.
   *
   * @param refreshTable has decisions go by the storages of now
   * @param address of the server, for the audit log
   */
  OozieSink(
      LiveService live,
      Authorities authorities,
      Localiser localiser,
      LdmMetrics metrics,
      Runnable refreshTable,
      String address) {
    this.live = live;
    this.authorities = authorities;
    this.localiser = localiser;
    this.metrics = metrics;
    this.refreshTable = refreshTable;
    this.address = address;
    this.board = live.oozie();
  }

  @Override
  public void observe(List<Observation> seen, List<String> scheduled) throws IOException {
    List<Observation> allowed = allowed(seen);
    audited(seen, () -> live.observe(allowed, scheduled));
    refreshTable.run();
  }

  @Override
  public void schedule(FollowedCoordinator.News news) throws IOException {
    List<Observation> allowed = allowed(news.coming());
    audited(news.coming(), () -> live.schedule(allowed, news.gone()));
    refreshTable.run();
  }

  private List<Observation> allowed(List<Observation> seen) throws IOException {
    List<Observation> allowed = new ArrayList<>();
    for (Observation observation : seen) {
      allowed.add(observation.with(allowed(observation)));
    }
    return allowed;
  }

  /** What takes something in. */
  private interface Taking {
    void run() throws IOException;
  }

  /** Only what comes is somebody's doing, of one workflow or coordinator at a time. */
  private void audited(List<Observation> seen, Taking taking) throws IOException {
    if (seen.isEmpty()) {
      taking.run();
      return;
    }
    UserGroupInformation user = UserGroupInformation.createRemoteUser(seen.get(0).owner());
    new Audit(user, address)
        .logged(
            "oozie",
            seen.get(0).chain().id() + " " + seen.size(),
            () -> {
              taking.run();
              return null;
            });
  }

  @Override
  public void ended(String workflow) {
    live.ended(workflow);
  }

  @Override
  public void known(FollowedJob job) {
    board.put(job);
  }

  @Override
  public void listed(FollowedJob.Kind kind, Collection<String> ids) {
    board.retain(kind, ids);
  }

  private Uses allowed(Observation seen) throws IOException {
    if (seen.uses().isEmpty()) {
      return seen.uses();
    }
    AllowedUses allowed = new AllowedUses(authorities, localiser, seen.owner());
    Uses uses = allowed.of(seen.uses());
    metrics.oozieUsesDenied.incr(allowed.denied());
    return uses;
  }
}
