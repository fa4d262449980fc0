/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.gateway.oozie.OozieLink.Question;
import io.tierline.ldm.gateway.oozie.OozieLink.UnknownJobException;
import io.tierline.ldm.gateway.oozie.OozieLink.What;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.oozie.fair.FairChoice;
import io.tierline.ldm.oozie.fair.ShareOfTime;
import io.tierline.ldm.oozie.fair.UsersTurn;
import io.tierline.ldm.oozie.run.CoordinatorAction;
import io.tierline.ldm.oozie.run.CoordinatorStatus;
import io.tierline.ldm.oozie.run.FollowedCoordinator;
import io.tierline.ldm.oozie.run.FollowedCoordinator.News;
import io.tierline.ldm.oozie.run.FollowedJob;
import io.tierline.ldm.oozie.run.FollowedJob.Kind;
import io.tierline.ldm.oozie.run.FollowedWorkflow;
import io.tierline.ldm.oozie.run.ListedJob;
import io.tierline.ldm.oozie.run.OozieAnswers;
import io.tierline.ldm.oozie.run.WorkflowStatus;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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

  private static final Logger LOG = LoggerFactory.getLogger(OozieCoordinators.class);
  private static final Pattern ACTION = Pattern.compile("([A-Za-z0-9_.-]+-C)@[0-9]{1,9}");

  private final OozieLink link;
  private final OoziePoller.Sink sink;
  private final ShareOfTime files;
  private final OozieSettings settings;
  private long refreshMillis;
  private final GatewayMetrics metrics;
  private final LongSupplier millis;
  private final Supplier<Instant> now;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final OozieTries tries;
  private final ToldJobs toldJobs;
  private final UntoldActions untold;
  private final ObservedRuns observed;
  private final Map<String, FollowedCoordinator> past =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, FollowedCoordinator> eldest) {
          return size() > PAST_MAX;
        }
      };

  /** Those for which the last look had no time left. */
  private Set<String> waiting = Set.of();

  private boolean isLooked;
  private long lookedAt;

  /** Uses of datasets in all actions that are scheduled at a time. */
  private static final int USES_MAX = 200_000;

  /** A definition may be changed while it is followed; after so long it is asked for again. */
  private static final long DEFINITION_MILLIS = 600_000;

  /** Bytes of all definitions, which are kept. */
  private static final int BYTES_MAX = 32 << 20;

  /** Coordinators that make no actions, but whose workflows run, or that go on later. */
  private static final int PAST_MAX = 100;

  /** No larger definition is remembered of such a one. */
  private static final int PAST_BYTES = 1 << 18;

  private static final class Entry {
    final RefusedNews refused = new RefusedNews();
    FollowedCoordinator followed;
    String user;
    long toldAt;
    long definedAt;
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

  OozieCoordinators(OozieParts parts) {
    this.link = parts.link();
    this.sink = parts.sink();
    this.files = new ShareOfTime(parts.files(), parts.millis());
    this.observed = parts.observed();
    this.toldJobs = parts.toldJobs();
    this.settings = parts.settings();
    this.metrics = parts.metrics();
    this.millis = parts.millis();
    this.now = parts.now();
    this.tries = new OozieTries("coordinator", metrics);
    this.untold = new UntoldActions(sink, tries, toldJobs, millis);
  }

  /**
   * Looks at all coordinators, when it is time to.
   *
   * @param refresh after that time, in milliseconds, what is still to come is told again
   */
  void look(long refresh) throws IOException {
    refreshMillis = refresh;
    long time = millis.getAsLong();
    boolean isDue = !isLooked || time - lookedAt >= settings.coordinators().intervalMillis();
    if (settings.coordinators().actions() == 0 || !isDue) {
      return;
    }
    Collection<ListedJob> listed =
        OoziePages.read((from, most) -> OozieAnswers.coordinators(link.coordinators(from, most)));
    Set<String> chosen = FairChoice.of(listed, settings.workflows());
    for (ListedJob job : listed) {
      if (!chosen.contains(job.id())) {
        // Others need the room more: of this one nothing is known any more.
        end(job.id());
      }
    }
    Map<String, String> users = new LinkedHashMap<>();
    entries.forEach((id, entry) -> users.put(id, entry.user));
    for (ListedJob job : listed) {
      if (chosen.contains(job.id())) {
        users.put(job.id(), job.user());
      }
    }
    tries.begin();
    endThoseOfBefore(users.keySet());
    files.begin();
    lookInTurn(users);
    sink.listed(Kind.COORDINATOR, known(chosen));
    metrics.oozieCoordinators.set(entries.size());
    int scheduled = entries.values().stream().mapToInt(entry -> entry.followed.scheduled()).sum();
    metrics.oozieActionsScheduled.set(scheduled);
    if (!isLooked) {
      LOG.info(
          "{} coordinators of Oozie are followed, {} actions of theirs are to come; it took {} ms",
          entries.size(),
          scheduled,
          millis.getAsLong() - time);
    }
    isLooked = true;
    lookedAt = time;
  }

  /** What was to come of coordinators that are none any more is not to come. */
  private void endThoseOfBefore(Set<String> now) throws IOException {
    for (Map.Entry<String, ToldJobs.Told> each : toldJobs.before(Kind.COORDINATOR).entrySet()) {
      if (!now.contains(each.getKey())) {
        ToldJobs.Told told = each.getValue();
        SourceReport report =
            SourceReport.scheduled(Origin.OOZIE, told.user(), List.of(), List.copyOf(told.parts()));
        // Whom the NameNode refuses now it would refuse at each look, and after each start.
        tries.unlessBusy(
            each.getKey(),
            id -> {
              tries.unlessRefused(id, job -> sink.take(report));
              toldJobs.over(id);
            });
      }
    }
  }

  /** All that is to come is news again, at once. */
  void tellAgain() {
    isLooked = false;
    for (Entry entry : entries.values()) {
      entry.followed.tellAgain();
      entry.refused.forget();
    }
  }

  private Set<String> known(Set<String> chosen) {
    Set<String> known = new LinkedHashSet<>(chosen);
    known.addAll(entries.keySet());
    return known;
  }

  /** Those who need the least come first, and leave the rest of their part to the others. */
  private void lookInTurn(Map<String, String> users) throws IOException {
    Map<String, UsersTurn> turns = new TreeMap<>();
    users.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(inOrder()))
        .forEach(
            job ->
                turns
                    .computeIfAbsent(job.getValue(), user -> new UsersTurn())
                    .add(job.getKey(), followed(job.getKey())));
    List<UsersTurn> inOrder = new ArrayList<>(turns.values());
    inOrder.sort(Comparator.comparingInt(UsersTurn::needs));
    int actions = settings.coordinators().actions();
    int uses = USES_MAX;
    int bytes = BYTES_MAX;
    int left = inOrder.size();
    link.expect(questions(inOrder, users));
    Set<String> late = new LinkedHashSet<>();
    for (UsersTurn turn : inOrder) {
      turn.begin(
          FairChoice.part(actions, left),
          FairChoice.part(uses, left),
          FairChoice.part(bytes, left));
      left--;
      for (String id : turn.ids()) {
        if (turn.hasTime()) {
          tries.at(id, job -> look(job, users.get(job), turn), this::over);
        } else {
          late.add(id);
        }
        if (entries.containsKey(id)) {
          turn.took(entries.get(id).followed);
        }
      }
      untold.tell();
      actions -= Math.min(actions, turn.takenActions());
      uses -= Math.min(uses, turn.takenUses());
      bytes -= Math.min(bytes, turn.takenBytes());
    }
    waiting = late;
  }

  private List<Question> questions(List<UsersTurn> turns, Map<String, String> users) {
    List<Question> questions = new ArrayList<>();
    for (UsersTurn turn : turns) {
      for (String id : turn.ids()) {
        questions.add(new Question(What.COORDINATOR, id, users.get(id)));
        if (!entries.containsKey(id) && !past.containsKey(id)) {
          questions.add(new Question(What.DEFINITION, id, users.get(id)));
        }
      }
    }
    return questions;
  }

  private FollowedCoordinator followed(String id) {
    return entries.containsKey(id) ? entries.get(id).followed : null;
  }

  /**
   * Those that had to wait come first, and then the oldest: each gateway gives the room to the same
   * ones.
   */
  private Comparator<String> inOrder() {
    return Comparator.<String, Boolean>comparing(id -> !waiting.contains(id))
        .thenComparing(ListedJob.OLDEST_FIRST);
  }

  private void look(String id, String user, UsersTurn turn) throws IOException {
    CoordinatorStatus status = status(id, user);
    if (status.isOver()) {
      over(id);
      return;
    }
    if (!status.isRunning()) {
      end(id);
      return;
    }
    try {
      look(status, turn);
    } catch (LineageException unreadable) {
      sink.known(
          FollowedJob.refused(
              id, Kind.COORDINATOR, status.name(), status.user(), unreadable.getMessage()));
      throw unreadable;
    }
  }

  private void look(CoordinatorStatus status, UsersTurn turn) throws IOException {
    String id = status.id();
    Entry entry = entries.get(id);
    if (entry == null) {
      entry = new Entry();
      FollowedCoordinator before = past.remove(id);
      entry.followed = before == null ? started(id, status.user()) : before;
      ToldJobs.Told told = toldJobs.before(id);
      if (told != null) {
        entry.followed.toldBefore(told.parts());
      }
      if (entry.followed.bytes() > turn.bytesLeft()) {
        throw new LineageException(
            "the definitions of its user's coordinators have too many bytes in all");
      }
      entry.toldAt = millis.getAsLong();
      entry.definedAt = entry.toldAt;
    } else if (millis.getAsLong() - entry.definedAt > DEFINITION_MILLIS) {
      entry.definedAt = millis.getAsLong();
      entry.followed.define(link.as(status.user()).definition(id));
    }
    entry.user = status.user();
    News news = computed(entry, status, turn);
    untold.add(status, entry.followed, entry.refused, news);
  }

  private FollowedCoordinator started(String id, String user) throws IOException {
    return new FollowedCoordinator(id, link.as(user).definition(id), observed, files);
  }

  private News computed(Entry entry, CoordinatorStatus status, UsersTurn turn)
      throws LineageException {
    long begun = millis.getAsLong();
    try {
      entry.followed.update(status, begun);
      entries.put(status.id(), entry);
      if (begun - entry.toldAt > refreshMillis) {
        entry.followed.tellAgain();
        entry.toldAt = begun;
      }
      Instant end = now.get().plusMillis(settings.coordinators().windowMillis());
      int most = Math.min(turn.actionsLeft(), ACTIONS_OF_ONE);
      return entry.followed.news(status, end, most, turn.usesLeft());
    } finally {
      turn.spent(millis.getAsLong() - begun);
    }
  }

  private CoordinatorStatus status(String id, String user) throws IOException {
    CoordinatorStatus status = OozieAnswers.coordinator(link.as(user).coordinator(id));
    if (!status.id().equals(id)) {
      throw new LineageException("asked for " + id + ", Oozie answers with " + status.id());
    }
    return status;
  }

  private void end(String id) throws IOException {
    Entry entry = entries.get(id);
    if (entry != null) {
      News end = entry.followed.newsOfEnd();
      tries.unlessRefused(
          id, job -> untold.tell(job, entry.user, entry.followed, entry.refused, end));
      toldJobs.over(id);
      entries.remove(id);
      entry.followed.rest();
      remember(id, entry.followed);
    }
  }

  private void remember(String id, FollowedCoordinator followed) {
    if (followed.bytes() <= PAST_BYTES) {
      past.put(id, followed);
    }
  }

  /** It does not go on later. */
  private void over(String id) throws IOException {
    end(id);
    observed.forget(id);
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
      LOG.debug("what runs workflow {} of Oozie is not known", status.id(), unusable);
      return Adoption.NONE;
    }
  }

  private Adoption adopt(String id, WorkflowStatus status, FollowedWorkflow workflow)
      throws IOException {
    Entry entry = entries.get(id);
    FollowedCoordinator parent = entry == null ? past.get(id) : entry.followed;
    boolean isNew = parent == null;
    if (isNew) {
      parent = started(id, status.user());
    }
    if (isNew || parent.action(status.parent()).isEmpty()) {
      parent.update(status(id, status.user()), millis.getAsLong());
    }
    if (isNew) {
      remember(id, parent);
    }
    Optional<CoordinatorAction> action = parent.action(status.parent());
    if (action.isEmpty()) {
      return Adoption.NONE;
    }
    parent.runs(workflow.definition(), status.properties());
    FollowedCoordinator whole = parent;
    workflow.uses(jobs -> whole.onto(jobs, action.get()));
    return new Adoption(parent, action.get(), status.id());
  }
}
