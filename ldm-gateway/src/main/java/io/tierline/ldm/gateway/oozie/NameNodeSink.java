/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.gateway.tell.Teller;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.oozie.run.FollowedJob;
import io.tierline.ldm.oozie.run.OozieBoard;
import java.io.IOException;
import java.util.Collection;

/**
 * Tells the active NameNode what the poller has seen, and people how its jobs stand.
 *
 * <p>Nothing is kept here: what could not be told is news with the poller's next look.
 */
final class NameNodeSink implements OoziePoller.Sink {
  private final Teller teller;
  private final OozieBoard board;

  NameNodeSink(Teller teller, OozieBoard board) {
    this.teller = teller;
    this.board = board;
  }

  @Override
  public OoziePoller.Term term() throws IOException {
    return new OoziePoller.Term(teller.term(), teller.lostAfterMillis());
  }

  @Override
  public void take(SourceReport told) throws IOException {
    teller.tell(told);
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
