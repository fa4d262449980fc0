/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.gateway.config.GatewayKeys;
import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.gateway.oozie.OozieLink.Question;
import io.tierline.ldm.gateway.oozie.OozieLink.What;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.oozie.fair.FairChoice;
import io.tierline.ldm.oozie.run.FollowedJob;
import io.tierline.ldm.oozie.run.FollowedJob.Kind;
import io.tierline.ldm.oozie.run.FollowedWorkflow;
import io.tierline.ldm.oozie.run.GrowingPause;
import io.tierline.ldm.oozie.run.ListedJob;
import io.tierline.ldm.oozie.run.OozieAnswers;
import io.tierline.ldm.oozie.run.WorkflowStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the workflows that an Oozie server runs, and at its coordinators for those to come, and
 * passes on what is new of them. Used by one thread.
 *
 * <p>What cannot be asked stays as it was: a workflow ends only by the server's word. While the
 * server does not answer it is asked ever less often.
 */
final class OoziePoller {
  static final long LONGEST_PAUSE_MS = 300_000;

  private static final Logger LOG = LoggerFactory.getLogger(OoziePoller.class);

  /** Where observations go. */
  interface Sink {
    /** What is new of one workflow or coordinator. */
    void take(SourceReport told) throws LineageException, IOException;

    /** Who is told now. */
    Term term() throws IOException;

    /** How a job stands, for people to look at. */
    void known(FollowedJob job);

    /** The jobs of a kind that there are; of others nothing is to be said any more. */
    void listed(Kind kind, Collection<String> ids);
  }

  /**
   * Who is told of jobs.
   *
   * @param id another one when all that was told is forgotten, and is to be told again
   * @param lostAfterMillis how long a job is known there without a word of it
   */
  record Term(String id, long lostAfterMillis) {
    private static final int WORDS = 4;

    /** After how long jobs are told of again at the latest: some words may get lost. */
    long refresh(long most) {
      return Math.min(most, Math.max(1, lostAfterMillis / WORDS));
    }
  }

  /** One that is followed; null where its definition cannot be read. */
  private static final class Entry {
    FollowedWorkflow followed;
    OozieCoordinators.Adoption adoption;
    String user;
    final GrowingPause retry = new GrowingPause();
    final RefusedNews refused = new RefusedNews();
    long toldAt;
  }

  private final OozieLink link;
  private final Sink sink;
  private final OozieSettings settings;
  private final long mostRefreshMillis;
  private final GatewayMetrics metrics;
  private final LongSupplier millis;
  private final OozieCoordinators coordinators;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /** Whose the workflows are that the server has listed. */
  private final Map<String, String> users = new HashMap<>();

  private final OozieTries tries;
  private final ToldJobs toldJobs;
  private Term term = new Term("", Long.MAX_VALUE);
  private volatile String problem = "";
  private boolean isOver;
  private long pause;

  OoziePoller(OozieParts parts) {
    this.link = parts.link();
    this.sink = parts.sink();
    this.settings = parts.settings();
    this.mostRefreshMillis = parts.refreshMillis();
    this.metrics = parts.metrics();
    this.millis = parts.millis();
    this.toldJobs = parts.toldJobs();
    this.tries = new OozieTries("workflow", metrics);
    this.coordinators = new OozieCoordinators(parts);
  }

  /**
   * Looks once.
   *
   * @return how long to wait before the next look, in milliseconds
   */
  long poll() {
    try {
      begin(sink.term());
      coordinators.look(term.refresh(mostRefreshMillis));
      Set<String> running = running();
      tries.begin();
      lookAt(toldJobs.before(Kind.WORKFLOW).keySet(), running);
      Set<String> all = new LinkedHashSet<>(entries.keySet());
      all.addAll(running);
      lookAt(all, running);
      sink.listed(Kind.WORKFLOW, entries.keySet());
      metrics.ooziePolls.incr();
      told("");
      pause = settings.intervalMillis();
    } catch (IOException | RuntimeException e) {
      metrics.ooziePollsFailed.incr();
      told(Printable.of(e.toString()));
      pause = Math.min(LONGEST_PAUSE_MS, Math.max(settings.intervalMillis(), 2 * pause));
    } finally {
      metrics.oozieWorkflows.set(entries.size());
    }
    return pause;
  }

  private void lookAt(Set<String> ids, Set<String> running) throws IOException {
    link.expect(questions(ids));
    for (String id : ids) {
      follow(id, running.contains(id));
    }
  }

  /** What is asked about them as a rule. */
  private List<Question> questions(Set<String> ids) {
    List<Question> questions = new ArrayList<>();
    for (String id : ids) {
      Entry entry = entries.get(id);
      if (entry == null) {
        questions.add(new Question(What.DEFINITION, id, userOf(id)));
      }
      if (entry == null || entry.followed != null) {
        questions.add(new Question(What.WORKFLOW, id, userOf(id)));
      }
    }
    return questions;
  }

  private void begin(Term now) {
    boolean isNew = !now.id().equals(term.id());
    term = now;
    if (isNew) {
      coordinators.tellAgain();
      for (Entry entry : entries.values()) {
        if (entry.followed != null) {
          entry.followed.tellAll();
        }
        entry.refused.forget();
      }
    }
  }

  private Set<String> running() throws IOException {
    Collection<ListedJob> listed =
        OoziePages.read((from, most) -> OozieAnswers.workflows(link.running(from, most)));
    Set<String> running = FairChoice.of(listed, settings.workflows());
    users.clear();
    listed.forEach(job -> users.put(job.id(), job.user()));
    boolean isMore = running.size() < listed.size();
    if (isMore && !isOver) {
      LOG.warn(
          "Oozie runs {} workflows or more; those beyond {} are not followed",
          listed.size(),
          GatewayKeys.OOZIE_WORKFLOWS_MAX.key());
    }
    isOver = isMore;
    for (ListedJob job : listed) {
      if (!running.contains(job.id())) {
        // Others need the room more: of this one nothing is known any more.
        tries.unlessBusy(job.id(), this::lose);
      }
    }
    return running;
  }

  private void follow(String id, boolean isRunning) throws IOException {
    if (entries.containsKey(id) || entries.size() < settings.workflows()) {
      tries.at(id, job -> look(job, isRunning), this::lose);
    }
  }

  private void look(String id, boolean isRunning) throws IOException {
    Entry entry = entries.get(id);
    if (entry == null) {
      byte[] definition = linkOf(id).definition(id);
      entry = new Entry();
      entry.toldAt = millis.getAsLong();
      entry.retry.begin(entry.toldAt);
      entries.put(id, entry);
      entry.followed = followed(id, definition);
    } else if (entry.followed == null && isRunning && entry.retry.isDue(millis.getAsLong())) {
      // It may be the server that answered with something else.
      entry.retry.failed(millis.getAsLong());
      entry.followed = followed(id, linkOf(id).definition(id));
    }
    if (entry.followed != null) {
      look(id, entry);
    } else if (!isRunning) {
      lose(id);
    }
  }

  private OozieLink linkOf(String id) {
    return link.as(userOf(id));
  }

  private String userOf(String id) {
    Entry entry = entries.get(id);
    if (entry != null && entry.user != null) {
      return entry.user;
    }
    ToldJobs.Told before = toldJobs.before(id);
    return before == null ? users.getOrDefault(id, "") : before.user();
  }

  private FollowedWorkflow followed(String id, byte[] definition) throws IOException {
    try {
      FollowedWorkflow followed = new FollowedWorkflow(id, definition);
      ToldJobs.Told before = toldJobs.before(id);
      if (before != null) {
        followed.toldBefore(before.parts());
      }
      return followed;
    } catch (LineageException unreadable) {
      WorkflowStatus status = OozieAnswers.workflow(linkOf(id).info(id));
      sink.known(
          FollowedJob.refused(
              id, Kind.WORKFLOW, status.name(), status.user(), unreadable.getMessage()));
      throw unreadable;
    }
  }

  private void look(String id, Entry entry) throws IOException {
    WorkflowStatus status = OozieAnswers.workflow(linkOf(id).info(id));
    if (!status.id().equals(id)) {
      throw new LineageException("asked for " + id + ", Oozie answers with " + status.id());
    }
    long now = millis.getAsLong();
    if (now - entry.toldAt > term.refresh(mostRefreshMillis)) {
      entry.followed.tellAgain();
      entry.toldAt = now;
    }
    if (entry.adoption == null) {
      entry.adoption = coordinators.adopt(status, entry.followed);
    }
    entry.user = status.user();
    List<Observation> news = entry.followed.news(status);
    if (status.isEnded()) {
      // What is refused at its end is never asked for again.
      tries.unlessRefused(id, job -> tell(job, entry, news));
      entry.adoption.ended(status);
      ended(id, entry.user, entry.followed.running());
      entries.remove(id);
      return;
    }
    try {
      tell(id, entry, news);
      sink.known(FollowedJob.of(status));
    } catch (LineageException refused) {
      sink.known(
          FollowedJob.refused(
              id, Kind.WORKFLOW, status.name(), status.user(), refused.getMessage()));
      throw refused;
    }
  }

  /** What still counts as running of it would do so for days. */
  private void ended(String id, String user, Set<String> running) throws IOException {
    // Whom the NameNode refuses now it would refuse at each look, and after each start.
    tries.unlessRefused(id, job -> sink.take(SourceReport.ended(Origin.OOZIE, user, job, running)));
    toldJobs.over(id);
  }

  private void tell(String id, Entry entry, List<Observation> news) throws IOException {
    Set<String> noJobs = entry.followed.noJobs();
    if (news.isEmpty() && noJobs.isEmpty()) {
      return;
    }
    // Noted first: of what was told and not noted no later process would tell the end.
    Set<String> noted = entry.followed.running();
    news.stream().filter(job -> !job.state().isEnd()).forEach(job -> noted.add(job.run()));
    toldJobs.told(id, Kind.WORKFLOW, entry.user, noted);
    SourceReport report =
        SourceReport.seen(Origin.OOZIE, entry.user, news, entry.adoption.scheduled(), noJobs);
    entry.refused.send(report, millis.getAsLong(), () -> sink.take(report));
    entry.followed.told(news);
    entry.adoption.done();
    toldJobs.told(id, Kind.WORKFLOW, entry.user, entry.followed.running());
  }

  private void lose(String id) throws IOException {
    Entry entry = entries.get(id);
    ToldJobs.Told before = toldJobs.before(id);
    if (entry != null && entry.user != null) {
      tries.unlessRefused(id, job -> tell(job, entry, entry.followed.newsOfLoss()));
      ended(id, entry.user, entry.followed.running());
    } else if (before != null) {
      ended(id, before.user(), before.parts());
    }
    // Last: what could not be told of it is told with the next look.
    entries.remove(id);
  }

  /**
   * Why Oozie or the NameNode could not be asked the last time, or what was told is not kept; empty
   * when all is well.
   */
  String problem() {
    return problem.isEmpty() ? toldJobs.problem() : problem;
  }

  private void told(String now) {
    if (now.isEmpty() && !problem.isEmpty()) {
      LOG.info("Oozie and the NameNode answer again");
    } else if (!now.isEmpty() && problem.isEmpty()) {
      LOG.warn(
          "workflows of Oozie at {} cannot be followed now; what is known stays: {}",
          settings.url(),
          now);
    }
    problem = now;
  }
}
