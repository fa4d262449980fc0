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
import io.tierline.ldm.namenode.LdmService;
import io.tierline.ldm.namenode.access.AllowedUses;
import io.tierline.ldm.namenode.namespace.Audit;
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
  private final LdmService service;
  private final String address;
  private final OozieBoard board;

  /**
   * Creates the sink.
   *
   * @param address of the server, for the audit log
   * @param board takes what people may look at
   */
  OozieSink(LdmService service, String address, OozieBoard board) {
    this.service = service;
    this.address = address;
    this.board = board;
  }

  @Override
  public void observe(List<Observation> seen, List<String> scheduled) throws IOException {
    List<Observation> allowed = allowed(seen);
    audited(seen, () -> service.live().observe(allowed, scheduled));
    service.refreshTable();
  }

  @Override
  public void schedule(FollowedCoordinator.News news) throws IOException {
    List<Observation> allowed = allowed(news.coming());
    audited(news.coming(), () -> service.live().schedule(allowed, news.gone()));
    service.refreshTable();
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
    service.live().ended(workflow);
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
    AllowedUses allowed = new AllowedUses(service, seen.owner());
    Uses uses = allowed.of(seen.uses());
    service.metrics().oozieUsesDenied.incr(allowed.denied());
    return uses;
  }
}
