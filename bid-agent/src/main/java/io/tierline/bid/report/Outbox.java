/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports that wait to be taken: the latest of each device, since an older one is worth nothing
 * then, so there are never more than there are volumes. Every NameNode is told, since standbys and
 * observers order replicas for readers too. While none takes it, tries come after growing pauses,
 * at most an hour apart.
 */
final class Outbox {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
  private static final long LONGEST_PAUSE_MILLIS = 3_600_000;

  /** A text of an error may be another one each time. */
  private static final int MOST_CAUSES = 8;

  private final ReportSettings settings;
  private final Post post;
  private final Map<String, DeviceFigures> waiting = new TreeMap<>();
  private final Map<URI, Set<String>> logged = new HashMap<>();
  private final ReportMetrics metrics;
  private final Consumer<String> log;
  private long pause;
  private long notBefore = Long.MIN_VALUE;

  Outbox(ReportSettings settings, Post post, ReportMetrics metrics) {
    this(settings, post, metrics, LOG::warn);
  }

  /** One that tells what goes wrong to that log, in lines. */
  Outbox(ReportSettings settings, Post post, ReportMetrics metrics, Consumer<String> log) {
    this.settings = settings;
    this.post = post;
    this.metrics = metrics;
    this.log = log;
  }

  /** Puts the figures of a device in the place of its earlier ones. */
  void add(String storage, DeviceFigures figures) {
    waiting.put(storage, figures);
  }

  /**
   * Sends what waits, if it is time to.
   *
   * @param millis of a clock that only goes forward
   */
  void flush(String dataNode, long blockBytes, long millis) {
    if (waiting.isEmpty() || millis < notBefore) {
      return;
    }
    String document = ReportDocument.of(dataNode, blockBytes, waiting);
    boolean isTaken = false;
    boolean isRefused = false;
    for (URI nameNode : settings.nameNodes()) {
      int status = status(nameNode, document);
      isTaken |= status == HttpURLConnection.HTTP_OK;
      isRefused |= status == HttpURLConnection.HTTP_BAD_REQUEST;
    }
    if (isTaken || isRefused) {
      waiting.clear();
    }
    if (isTaken) {
      metrics.reportsTaken.incr();
      pause = 0;
      notBefore = millis;
    } else {
      metrics.reportsFailed.incr();
      pause = Math.min(LONGEST_PAUSE_MILLIS, Math.max(settings.intervalMillis(), 2 * pause));
      notBefore = millis + pause;
    }
  }

  /** One that does not run LDM yet answers 503, which is no failure if another takes it. */
  private int status(URI nameNode, String document) {
    try {
      int status = post.send(nameNode, document);
      if (status == HttpURLConnection.HTTP_OK) {
        logged.remove(nameNode);
      } else if (status != HttpURLConnection.HTTP_UNAVAILABLE) {
        once(nameNode, "answered " + status);
      }
      return status;
    } catch (IOException | RuntimeException e) {
      once(nameNode, "cannot be reached: " + e);
      return 0;
    }
  }

  /** Each cause until that NameNode takes a report again, whatever the others do. */
  private void once(URI nameNode, String cause) {
    Set<String> causes = logged.computeIfAbsent(nameNode, each -> new HashSet<>());
    if (causes.size() < MOST_CAUSES && causes.add(cause)) {
      log.accept(
          "BID: devices are not reported to LDM: %s %s; tried again, not logged again"
              .formatted(nameNode, cause));
    }
  }
}
