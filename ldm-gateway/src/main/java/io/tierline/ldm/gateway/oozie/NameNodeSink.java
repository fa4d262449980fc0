/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.oozie;

import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.namenode.live.ReportIntake;
import io.tierline.ldm.namenode.namespace.Audit;
import io.tierline.ldm.oozie.run.FollowedJob;
import io.tierline.ldm.oozie.run.OozieBoard;
import java.io.IOException;
import java.util.Collection;
import java.util.function.Supplier;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Takes what the poller has seen into live lineage. Oozie is trusted to say who runs a workflow,
 * but that user wrote the definition: of what it names, only what the user may read or write
 * counts.
 */
final class OozieSink implements OoziePoller.Sink {
  private final ReportIntake intake;
  private final OozieBoard board;
  private final Supplier<String> term;
  private final Runnable refreshTable;
  private final String address;

  /**
   * Creates the sink.
   *
   * @param term as {@code LiveService.term}
   * @param refreshTable has decisions go by the storages of now
   * @param address of the server, for the audit log
   */
  OozieSink(
      ReportIntake intake,
      OozieBoard board,
      Supplier<String> term,
      Runnable refreshTable,
      String address) {
    this.term = term;
    this.intake = intake;
    this.board = board;
    this.refreshTable = refreshTable;
    this.address = address;
  }

  @Override
  public void take(SourceReport told) throws IOException {
    UserGroupInformation user = UserGroupInformation.createRemoteUser(told.user());
    intake.take(told, new Audit(user, address));
    refreshTable.run();
  }

  @Override
  public String term() {
    return term.get();
  }

  @Override
  public void known(FollowedJob job) {
    board.put(job);
  }

  @Override
  public void listed(FollowedJob.Kind kind, Collection<String> ids) {
    board.retain(kind, ids);
  }
}
