/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.oozie;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.oozie.OozieLink.UnknownJobException;
import io.tierline.ldm.oozie.coord.IncludedFiles;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.oozie.run.CoordinatorAction;
import io.tierline.ldm.oozie.run.CoordinatorStatus;
import io.tierline.ldm.oozie.run.FollowedCoordinator;
import io.tierline.ldm.oozie.run.FollowedJob;
import io.tierline.ldm.oozie.run.FollowedJob.Kind;
import io.tierline.ldm.oozie.run.FollowedWorkflow;
import io.tierline.ldm.oozie.run.OozieAnswers;
import io.tierline.ldm.oozie.run.WorkflowStatus;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the coordinators that an Oozie server runs and passes on which of their actions are to
 * come, until the workflow of an action is followed by itself. Used by one thread.
 *
 * <p>What cannot be asked stays as it was, as with workflows. Bundles are not asked for: what they
 * start are coordinators.
 */
final class OozieCoordinators {
  /** Actions to come of one coordinator. */
  static final int ACTIONS_OF_ONE = 500;

  /** Actions of one coordinator that are made and have not ended. */
  private static final int ACTIONS_ASKED = 200;

  private static final Logger LOG = LoggerFactory.getLogger(OozieCoordinators.class);
  private static final Pattern ACTION = Pattern.compile("([A-Za-z0-9_.-]+-C)@[0-9]{1,9}");

  private final OozieLink link;
  private final OoziePoller.Sink sink;
  private final IncludedFiles files;
  private final OozieSettings settings;
  private final long refreshMillis;
  private final LdmMetrics metrics;
  private final LongSupplier millis;
  private final Supplier<Instant> now;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final OozieTries tries;
  private final ObservedRuns observed = new ObservedRuns();
  private boolean isLooked;
  private long lookedAt;

  private static final class Entry {
    FollowedCoordinator followed;
    long toldAt;
  }

  /** How a workflow that runs takes the place of what was scheduled. */
  record Adoption(FollowedCoordinator coordinator, CoordinatorAction action, String workflow) {
    static final Adoption NONE = new Adoption(null, null, "");

    /** The workflow by which it was scheduled, if it was. */
    List<String> scheduled() {
      return coordinator == null ? List.of() : List.of(coordinator.scheduledAs(action));
    }

    /** Its workflow has ended. */
    void ended(WorkflowStatus status) {
      if (coordinator != null) {
        coordinator.ended(action, status);
      }
    }

    /** It is known by itself. */
    void done() {
      if (coordinator != null) {
        coordinator.replaced(action, workflow);
      }
    }
  }

  OozieCoordinators(
      OozieLink link,
      OoziePoller.Sink sink,
      IncludedFiles files,
      OozieSettings settings,
      long refreshMillis,
      LdmMetrics metrics,
      LongSupplier millis,
      Supplier<Instant> now) {
    this.link = link;
    this.sink = sink;
    this.files = files;
    this.settings = settings;
    this.refreshMillis = refreshMillis;
    this.metrics = metrics;
    this.millis = millis;
    this.now = now;
    this.tries = new OozieTries("coordinator", metrics);
  }

  /** Looks at all coordinators, when it is time to. */
  void look() throws IOException {
    long time = millis.getAsLong();
    boolean isDue = !isLooked || time - lookedAt >= settings.coordinators().intervalMillis();
    if (settings.coordinators().actions() == 0 || !isDue) {
      return;
    }
    OoziePages pages = new OoziePages(settings.workflows());
    Set<String> listed =
        pages.ids((from, most) -> OozieAnswers.coordinatorIds(link.coordinators(from, most)));
    Set<String> all = new LinkedHashSet<>(entries.keySet());
    all.addAll(listed);
    tries.begin();
    int left = settings.coordinators().actions();
    for (String id : all) {
      follow(id, Math.min(left, ACTIONS_OF_ONE));
      left -= entries.containsKey(id) ? entries.get(id).followed.scheduled() : 0;
    }
    listed.addAll(entries.keySet());
    sink.listed(Kind.COORDINATOR, listed);
    metrics.oozieCoordinators.set(entries.size());
    metrics.oozieActionsScheduled.set(settings.coordinators().actions() - left);
    isLooked = true;
    lookedAt = time;
  }

  private void follow(String id, int most) throws IOException {
    if (entries.containsKey(id) || entries.size() < settings.workflows()) {
      tries.at(id, job -> look(job, most), this::end);
    }
  }

  private void look(String id, int most) throws IOException {
    CoordinatorStatus status = status(id);
    if (!status.isRunning()) {
      end(id);
      return;
    }
    try {
      look(status, most);
    } catch (LineageException unreadable) {
      sink.known(
          FollowedJob.refused(
              id, Kind.COORDINATOR, status.name(), status.user(), unreadable.getMessage()));
      throw unreadable;
    }
  }

  private void look(CoordinatorStatus status, int most) throws IOException {
    String id = status.id();
    Entry entry = entries.get(id);
    if (entry == null) {
      entry = new Entry();
      entry.followed = new FollowedCoordinator(id, link.definition(id), observed, files);
      entry.toldAt = millis.getAsLong();
    }
    entry.followed.update(status, millis.getAsLong());
    entries.put(id, entry);
    if (millis.getAsLong() - entry.toldAt > refreshMillis) {
      entry.followed.tellAgain();
      entry.toldAt = millis.getAsLong();
    }
    Instant end = now.get().plusMillis(settings.coordinators().windowMillis());
    tell(entry.followed, entry.followed.news(status, end, most));
    sink.known(FollowedJob.of(status, entry.followed));
  }

  private CoordinatorStatus status(String id) throws IOException {
    CoordinatorStatus status = OozieAnswers.coordinator(link.coordinator(id, ACTIONS_ASKED));
    if (!status.id().equals(id)) {
      throw new LineageException("asked for " + id + ", Oozie answers with " + status.id());
    }
    return status;
  }

  private void tell(FollowedCoordinator followed, FollowedCoordinator.News news)
      throws IOException {
    if (!news.isEmpty()) {
      sink.schedule(news);
      followed.told(news);
    }
  }

  private void end(String id) throws IOException {
    Entry entry = entries.get(id);
    if (entry != null) {
      tell(entry.followed, entry.followed.newsOfEnd());
      entries.remove(id);
      observed.forget(id);
    }
  }

  /**
   * Lets a workflow that is followed from now on take the place of the coordinator's action that
   * runs it, if one does.
   */
  Adoption adopt(WorkflowStatus status, FollowedWorkflow workflow) throws IOException {
    Matcher parent = ACTION.matcher(status.parent());
    if (settings.coordinators().actions() == 0 || !parent.matches()) {
      return Adoption.NONE;
    }
    try {
      return adopt(parent.group(1), status, workflow);
    } catch (UnknownJobException | LineageException unusable) {
      LOG.debug("LDM: what runs workflow {} of Oozie is not known", status.id(), unusable);
      return Adoption.NONE;
    }
  }

  private Adoption adopt(String id, WorkflowStatus status, FollowedWorkflow workflow)
      throws IOException {
    Entry entry = entries.get(id);
    FollowedCoordinator parent =
        entry == null
            ? new FollowedCoordinator(id, link.definition(id), observed, files)
            : entry.followed;
    if (entry == null || parent.action(status.parent()).isEmpty()) {
      parent.update(status(id), millis.getAsLong());
    }
    Optional<CoordinatorAction> action = parent.action(status.parent());
    if (action.isEmpty()) {
      return Adoption.NONE;
    }
    parent.runs(workflow.definition(), status.properties());
    workflow.uses(jobs -> parent.onto(jobs, action.get()));
    return new Adoption(parent, action.get(), status.id());
  }
}
