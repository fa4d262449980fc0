/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.tell;

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.client.ActiveNameNode;
import io.tierline.ldm.client.RefusedException;
import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.SourceReport;
import java.io.IOException;
import java.net.HttpURLConnection;

/**
 * Tells the active NameNode what a source has seen, each user's jobs in the name of that user, so
 * that a job never counts for more than its user may do.
 *
 * <p>What goes wrong is told apart by whom it concerns: what a NameNode will not have for good,
 * what one user is to wait with, and what keeps everybody waiting. Nothing is kept here.
 */
public final class Teller {
  private final ActiveNameNode nameNode;
  private final GatewayMetrics metrics;
  private volatile long lostAfterMillis = Long.MAX_VALUE;

  /** Binds both. */
  public Teller(ActiveNameNode nameNode, GatewayMetrics metrics) {
    this.nameNode = nameNode;
    this.metrics = metrics;
  }

  /** How long the NameNode knows a job without a word of it, as it said last. */
  public long lostAfterMillis() {
    return lostAfterMillis;
  }

  /** Another one than the last when all that was told is to be told again. */
  public String term() throws IOException {
    return send(null, ReportParts.NOTHING).path("term").asText();
  }

  /**
   * Tells a report.
   *
   * @return the NameNode's term
   * @throws DeniedException when the NameNode does not let the gateway speak for the user
   * @throws LineageException when the NameNode will not have it, or part of it; ever
   * @throws LaterException when this user's reports are to wait, and no others
   * @throws IOException when no NameNode can be told anything now
   */
  public String tell(SourceReport told) throws IOException {
    String term = "";
    for (String document : ReportParts.documents(told)) {
      JsonNode answer = send(told.user(), document);
      JsonNode refused = answer.path("refused");
      if (!refused.isEmpty()) {
        throw refused(refused.get(0).path("reason").asText(), null);
      }
      metrics.reportsSent.incr();
      term = answer.path("term").asText();
    }
    return term;
  }

  private JsonNode send(String user, String document) throws IOException {
    try {
      JsonNode answer = nameNode.ask(user, client -> client.observations(document));
      lostAfterMillis = answer.path("lostAfterMillis").asLong(Long.MAX_VALUE);
      return answer;
    } catch (RefusedException e) {
      throw meant(e);
    } catch (IOException e) {
      metrics.sendsFailed.incr();
      throw e;
    }
  }

  private IOException meant(RefusedException e) {
    boolean isFault =
        e.status() >= HttpURLConnection.HTTP_INTERNAL_ERROR
            && e.status() != HttpURLConnection.HTTP_UNAVAILABLE;
    boolean isOfAll =
        e.status() == HttpURLConnection.HTTP_UNAVAILABLE
            || e.status() == HttpURLConnection.HTTP_UNAUTHORIZED
            || e.status() == HttpURLConnection.HTTP_NOT_FOUND;
    if (e.status() == HttpURLConnection.HTTP_FORBIDDEN) {
      // What a report may not say is left out of it; only who speaks is answered so.
      metrics.reportsRefused.incr();
      return new DeniedException("the gateway may not speak for this user: " + e.getMessage(), e);
    }
    if (!isFault && !isOfAll && !e.isForNow()) {
      return refused(e.getMessage(), e);
    }
    metrics.sendsFailed.incr();
    return isOfAll ? e : new LaterException(isFault, e.getMessage(), e);
  }

  private LineageException refused(String why, Exception cause) {
    metrics.reportsRefused.incr();
    return new LineageException("the NameNode will not have it: " + why, cause);
  }
}
