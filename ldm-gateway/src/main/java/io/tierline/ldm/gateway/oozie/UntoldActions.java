/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.gateway.tell.LaterException;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.oozie.run.CoordinatorStatus;
import io.tierline.ldm.oozie.run.FollowedCoordinator;
import io.tierline.ldm.oozie.run.FollowedCoordinator.News;
import io.tierline.ldm.oozie.run.FollowedJob;
import io.tierline.ldm.oozie.run.FollowedJob.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is new of one user's coordinators, told together: what a NameNode takes in costs it as much
 * as all that is connected with it, each time. Where it will not have that, one after the other, so
 * that what it refuses of one keeps out no other. Used by one thread.
 */
final class UntoldActions {
  private static final Logger LOG = LoggerFactory.getLogger(UntoldActions.class);

  private final OoziePoller.Sink sink;
  private final OozieTries tries;
  private final ToldJobs toldJobs;
  private final LongSupplier millis;
  private final List<Untold> untold = new ArrayList<>();

  /** One of them, and what is new of it. */
  private record Untold(
      CoordinatorStatus status, FollowedCoordinator followed, RefusedNews refused, News news) {

    boolean isForAll() {
      return !news.isEmpty() && !refused.isOf(news);
    }
  }

  UntoldActions(OoziePoller.Sink sink, OozieTries tries, ToldJobs toldJobs, LongSupplier millis) {
    this.sink = sink;
    this.tries = tries;
    this.toldJobs = toldJobs;
    this.millis = millis;
  }

  /** Takes in what is new of one; all until {@link #tell()} are of one user. */
  void add(CoordinatorStatus status, FollowedCoordinator followed, RefusedNews refused, News news) {
    untold.add(new Untold(status, followed, refused, news));
  }

  /**
   * Tells it.
   *
   * @throws IOException when so many requests failed that the others are not worth trying
   */
  void tell() throws IOException {
    List<Untold> alone = new ArrayList<>(untold);
    List<Untold> together = untold.stream().filter(Untold::isForAll).toList();
    untold.clear();
    if (together.size() > 1) {
      tries.at(together.get(0).status().id(), id -> tell(together, alone), id -> {});
    }
    for (Untold each : alone) {
      tries.at(each.status().id(), id -> tell(each), id -> {});
    }
  }

  private void tell(List<Untold> together, List<Untold> alone) throws IOException {
    List<Observation> coming = new ArrayList<>();
    List<String> gone = new ArrayList<>();
    noteAll(together);
    for (Untold each : together) {
      coming.addAll(each.news().coming());
      gone.addAll(each.news().gone());
    }
    try {
      sink.take(report(together.get(0).status().user(), coming, gone));
    } catch (LineageException refused) {
      LOG.debug("what is to come is told one after the other", refused);
      return;
    } catch (LaterException busy) {
      // One after the other would keep it busier.
      alone.removeAll(together);
      throw busy;
    }
    for (Untold each : together) {
      taken(each.status().id(), each.status().user(), each.followed(), each.news());
      each.refused().forget();
      sink.known(FollowedJob.of(each.status(), each.followed()));
    }
    alone.removeAll(together);
  }

  private void tell(Untold one) throws IOException {
    CoordinatorStatus status = one.status();
    try {
      tell(status.id(), status.user(), one.followed(), one.refused(), one.news());
    } catch (LineageException refused) {
      sink.known(
          FollowedJob.refused(
              status.id(), Kind.COORDINATOR, status.name(), status.user(), refused.getMessage()));
      throw refused;
    }
    sink.known(FollowedJob.of(status, one.followed()));
  }

  /** Tells what is new of one coordinator. */
  void tell(String id, String user, FollowedCoordinator followed, RefusedNews refused, News news)
      throws IOException {
    if (!news.isEmpty()) {
      note(id, user, followed, news);
      SourceReport report = report(user, news.coming(), List.copyOf(news.gone()));
      refused.send(news, millis.getAsLong(), () -> sink.take(report));
      taken(id, user, followed, news);
    }
  }

  private static SourceReport report(String user, List<Observation> coming, List<String> gone) {
    return SourceReport.scheduled(Origin.OOZIE, user, coming, gone);
  }

  /** Noted first: of what was told and not noted no later process would tell the end. */
  private void note(String id, String user, FollowedCoordinator followed, News news) {
    toldJobs.told(id, Kind.COORDINATOR, user, noted(followed, news));
  }

  private void noteAll(List<Untold> ofOneUser) {
    Map<String, Set<String>> noted = new LinkedHashMap<>();
    ofOneUser.forEach(each -> noted.put(each.status().id(), noted(each.followed(), each.news())));
    toldJobs.told(Kind.COORDINATOR, ofOneUser.get(0).status().user(), noted);
  }

  private static Set<String> noted(FollowedCoordinator followed, News news) {
    Set<String> noted = new LinkedHashSet<>(followed.told());
    news.coming().forEach(job -> noted.add(job.chain().id()));
    return noted;
  }

  private void taken(String id, String user, FollowedCoordinator followed, News news) {
    followed.told(news);
    toldJobs.told(id, Kind.COORDINATOR, user, followed.told());
  }
}
