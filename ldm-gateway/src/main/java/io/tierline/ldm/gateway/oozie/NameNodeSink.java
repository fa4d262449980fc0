/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.client.ActiveNameNode;
import io.tierline.ldm.client.RefusedException;
import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.oozie.run.FollowedJob;
import io.tierline.ldm.oozie.run.OozieBoard;
import java.io.IOException;
import java.util.Collection;

/**
 * Tells the active NameNode what the poller has seen, each user's jobs in the name of that user, so
 * that a job never counts for more than its user may do.
 *
 * <p>Nothing is kept here: what could not be told is news with the poller's next look.
 */
final class NameNodeSink implements OoziePoller.Sink {
  private final ActiveNameNode nameNode;
  private final OozieBoard board;
  private final GatewayMetrics metrics;

  NameNodeSink(ActiveNameNode nameNode, OozieBoard board, GatewayMetrics metrics) {
    this.nameNode = nameNode;
    this.board = board;
    this.metrics = metrics;
  }

  @Override
  public String term() throws IOException {
    return send(null, ReportParts.NOTHING).path("term").asText();
  }

  @Override
  public void take(SourceReport told) throws IOException {
    for (String document : ReportParts.documents(told)) {
      JsonNode refused = send(told.user(), document).path("refused");
      if (!refused.isEmpty()) {
        throw refused(refused.get(0).path("reason").asText(), null);
      }
      metrics.reportsSent.incr();
    }
  }

  private JsonNode send(String user, String document) throws IOException {
    try {
      return nameNode.ask(user, client -> client.observations(document));
    } catch (RefusedException e) {
      if (!e.isForNow()) {
        throw refused(e.getMessage(), e);
      }
      metrics.sendsFailed.incr();
      throw e;
    } catch (IOException e) {
      metrics.sendsFailed.incr();
      throw e;
    }
  }

  private LineageException refused(String why, Exception cause) {
    metrics.reportsRefused.incr();
    return new LineageException("the NameNode will not have it: " + why, cause);
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
