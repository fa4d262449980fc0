/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.registry.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Lineage that comes by itself. Takes what sources see of running jobs, decides which job of which
 * workflow each observation is about, merges what several sources say of one job, adds the jobs
 * that are expected after it, and keeps the registry at that state.
 *
 * <p>An observation belongs, in this order, to
 *
 * <ol>
 *   <li>the job that was seen before under its run;
 *   <li>the registered job of its workflow and name, or the registered one that writes the same: of
 *       such only the end is taken over, and a disagreement reported;
 *   <li>the live job of its workflow and name;
 *   <li>the live job that another source has seen write the same;
 *   <li>a new job, which takes the place of the predicted one of its application.
 * </ol>
 *
 * <p>All methods may be called from several threads, and none reads the clock.
 */
public final class LiveLineage {
  private final LineageRegistry registry;
  private final LiveLimits limits;
  private final ConflictLog conflicts;
  private final RegisteredJobs registered;
  private final ChainIds ids;
  private final ChainPublisher publisher;
  private final ExpectedJobs expected;
  private final LiveJobs jobs;
  private final JobMatching matching;
  private final LiveAccounts accounts;
  private final SeenJobs seenJobs = new SeenJobs();
  private Consumer<JobId> seenRegistered = job -> {};

  /**
   * Creates the state without any job.
   *
   * @param registry where the workflows are put
   * @param reporter told of each conflict once; must not throw
   */
  public LiveLineage(LineageRegistry registry, LiveLimits limits, Consumer<Conflict> reporter) {
    this.registry = registry;
    this.limits = limits;
    this.accounts = new LiveAccounts(limits.jobs());
    this.jobs = new LiveJobs(accounts, seenJobs);
    this.matching = new JobMatching(jobs);
    this.conflicts = new ConflictLog(reporter);
    this.registered = new RegisteredJobs(registry, jobs.chains()::containsKey);
    this.ids = new ChainIds(registry, registered, jobs.chains(), conflicts);
    this.publisher = new ChainPublisher(registry, jobs.chains(), conflicts);
    this.expected = new ExpectedJobs(jobs, new RunHistory(limits.applications()), registered);
  }

  /** Has somebody, who must not throw, told of each registered job that is seen. */
  public synchronized void tellOfRegistered(Consumer<JobId> toWhom) {
    seenRegistered = toWhom;
  }

  /**
   * Takes in what was seen, in order, and then publishes what it has changed.
   *
   * @throws LineageException when there are more live jobs or datasets than may be kept; what came
   *     before in the collection has been taken in
   */
  public synchronized void observe(Collection<Observation> seen, Instant now)
      throws LineageException {
    Set<String> changed = new LinkedHashSet<>();
    try {
      observe(seen, now, changed);
    } finally {
      publisher.publish(changed, now);
    }
  }

  /**
   * Takes in what a source tells of one user's jobs. What it says of workflows holds for that
   * user's alone.
   *
   * <p>Of what is scheduled each workflow comes whole, in the place of what was scheduled under its
   * id before. What is registered stands before it, and it before what was predicted.
   *
   * @throws LineageException when there are more live jobs or datasets than may be kept; what came
   *     before in the report has been taken in
   */
  public synchronized void take(SourceReport told, Instant now) throws LineageException {
    Set<String> changed = new LinkedHashSet<>();
    Set<String> replaced = new LinkedHashSet<>(told.insteadOf());
    replaced.addAll(told.gone());
    told.coming().forEach(next -> replaced.add(next.chain().id()));
    try {
      told.noJobs().forEach(run -> jobs.remove(jobs.ofRun(told.source() + " " + run), changed));
      unschedule(told.user(), replaced, changed);
      observe(told.seen(), now, changed);
      schedule(told.coming(), now, changed);
    } finally {
      ended(told.user(), Set.copyOf(told.ended()), changed);
      publisher.publish(changed, now);
    }
  }

  private void observe(Collection<Observation> seen, Instant now, Set<String> changed)
      throws LineageException {
    for (Observation observation : seen) {
      place(observation, now, changed);
    }
  }

  private void schedule(Collection<Observation> coming, Instant now, Set<String> changed)
      throws LineageException {
    if (coming.isEmpty()) {
      return;
    }
    ComingJobs scheduled = new ComingJobs(jobs.all(live -> live.origin() == Origin.SCHEDULED));
    PredictedJobs predicted =
        new PredictedJobs(jobs.all(live -> live.origin() == Origin.PREDICTED));
    for (Observation next : coming) {
      String id = ids.of(next.owner(), next.chain().id());
      boolean isRegistered =
          registered.claims(id) || registered.byData(next.owner(), next.uses()).isPresent();
      if (!isRegistered) {
        predicted.takeThoseOf(next).forEach(live -> jobs.remove(live, changed));
        accounts.requireRoomFor(next);
        accounts.requireRoomToCome(next, scheduled);
        LiveJob live = jobs.add(next.chain().as(id), next.job(), next.owner());
        jobs.note(live, next, now);
        scheduled.add(live);
        changed.add(live.chain());
      }
    }
  }

  private void unschedule(String owner, Set<String> workflows, Set<String> changed) {
    if (workflows.isEmpty()) {
      return;
    }
    Predicate<LiveJob> his = job -> job.origin() == Origin.SCHEDULED && job.owner().equals(owner);
    jobs.all(his.and(live -> workflows.contains(live.observations().get(0).chain().id())))
        .forEach(live -> jobs.remove(live, changed));
  }

  private void place(Observation seen, Instant now, Set<String> changed) throws LineageException {
    Optional<JobId> twin = registered.twin(seen, ids.of(seen.owner(), seen.chain().id()));
    LiveJob live = jobs.ofRun(seen.key());
    if (twin.isPresent()) {
      jobs.remove(live, changed);
      bind(seen, twin.get(), now);
      return;
    }
    Observation claimed = ids.claimed(seen, now);
    accounts.requireRoomFor(claimed, live);
    LiveJob left = live != null && live.isMovedBy(claimed) ? live : null;
    jobs.remove(left, changed);
    if (live == null || left != null) {
      live = matching.jobFor(claimed, changed);
    }
    jobs.note(live, claimed, now);
    if (left != null) {
      live.takeOver(left);
    }
    jobs.index(live);
    changed.add(live.chain());
    expected.announce(live, now);
    conflicts.compare(live, now);
    expected.learn(live, now, changed);
  }

  /** Of a registered job, only that it has ended is news. */
  private void bind(Observation seen, JobId job, Instant now) throws LineageException {
    Uses stated = registered.usesOf(job);
    if (!seen.uses().isEmpty() && !seen.uses().agreesWith(stated)) {
      conflicts.add(
          Conflict.of(
              job, seen.owner(), Origin.REGISTERED, stated, seen.origin(), seen.uses(), now));
    }
    seenRegistered.accept(job);
    seenJobs.saw(job, seen.state(), now);
    Registration registration = registry.view().registrations().get(job.workflow());
    if (seen.state() == JobState.SUCCEEDED && !registration.finished().contains(job.job())) {
      registry.finish(job.workflow(), job.job());
    }
  }

  /** One look at all jobs, however many workflows are told of: users decide how many. */
  private void ended(String owner, Set<String> workflows, Set<String> changed) {
    if (workflows.isEmpty()) {
      return;
    }
    Predicate<LiveJob> isHis = live -> jobs.chainOf(live).owner().equals(owner);
    jobs.all(isHis.and(each -> each.isExpected() && ChainIds.isIn(each, workflows)))
        .forEach(live -> jobs.remove(live, changed));
  }

  /** Lets go of what has had its time. To be called every few seconds. */
  public synchronized void tick(Instant now) {
    Set<String> changed = new LinkedHashSet<>();
    List<LiveJob> liveJobs = jobs.all(live -> true);
    Set<LiveJob> awaited = AwaitedJobs.among(liveJobs);
    for (LiveJob live : liveJobs) {
      if (awaited.contains(live)) {
        live.touch(now);
      } else if (live.at().plus(patience(live)).isBefore(now)) {
        expected.giveUp(live, changed);
      }
    }
    publisher.publish(changed, now);
    seenJobs.keepOnly(registry.view().registrations()::containsKey);
  }

  private Duration patience(LiveJob live) {
    if (live.isExpected() && live.origin() != Origin.SCHEDULED) {
      return limits.expiry();
    }
    return live.state().isEnd() ? limits.retention() : limits.lostAfter();
  }

  /**
   * Registers what somebody states. Nothing live stands in its way: chains that contradict it step
   * aside, and jobs that it names become those of the registered workflow.
   *
   * @return true when the id was not registered before
   * @throws LineageException when it contradicts what the user has registered
   */
  public synchronized boolean register(Workflow stated, String owner, Instant now)
      throws LineageException {
    Workflow workflow = stated.withId(ids.of(owner, stated.id()));
    boolean known = registered.claims(workflow.id());
    Set<String> changed = new LinkedHashSet<>();
    try {
      registry.register(workflow, owner);
    } catch (LineageException refused) {
      changed.addAll(registerAlone(workflow, owner, refused, now));
    }
    LiveChain replaced = jobs.takeOut(workflow.id());
    List<LiveJob> rebound = new ArrayList<>(replaced == null ? List.of() : replaced.jobs());
    for (LiveJob live : jobs.all(live -> isRegisteredNow(live, owner))) {
      jobs.remove(live, changed);
      rebound.add(live);
    }
    rebound.forEach(live -> placeAgain(live, changed));
    publisher.publish(changed, now);
    return !known;
  }

  private boolean isRegisteredNow(LiveJob live, String by) {
    return Standing.mayBind(live.owner(), by)
        && registered.byData(live.owner(), live.uses()).isPresent();
  }

  /** What cannot be placed any more is let go: the registration that has come stands. */
  private void placeAgain(LiveJob live, Set<String> changed) {
    for (Observation seen : live.observations()) {
      try {
        if (!seen.origin().isExpected()) {
          place(seen, live.at(), changed);
        }
      } catch (LineageException e) {
        conflicts.add(
            new Conflict(
                live.chain(),
                live.name(),
                live.owner(),
                Origin.REGISTERED,
                seen.origin(),
                e.getMessage(),
                live.at()));
      }
    }
  }

  /**
   * Tries again without anything live of the user's; what is still refused contradicts what he has
   * registered.
   *
   * @return ids of the live workflows that are out now
   */
  private Set<String> registerAlone(
      Workflow workflow, String owner, LineageException refused, Instant now)
      throws LineageException {
    Set<String> own = new LinkedHashSet<>();
    jobs.chains()
        .forEach(
            (id, chain) -> {
              if (Standing.mayBind(chain.owner(), owner)) {
                own.add(id);
              }
            });
    if (own.isEmpty()) {
      throw refused;
    }
    publisher.takeOut(own);
    boolean registered = false;
    try {
      registry.register(workflow, owner);
      registered = true;
    } finally {
      if (!registered) {
        publisher.publish(own, now);
      }
    }
    return own;
  }

  /**
   * Puts what is live into the registry again, which has been filled anew. What is known from
   * reports alone may be out of date by now; their sources tell all of it again.
   */
  public synchronized void restore(Instant now) {
    seenJobs.newTerm();
    Set<String> changed = new LinkedHashSet<>(jobs.chains().keySet());
    jobs.all(live -> live.observations().stream().allMatch(LiveLineage::isToldAgain))
        .forEach(live -> jobs.remove(live, changed));
    publisher.publish(changed, now);
  }

  private static boolean isToldAgain(Observation heard) {
    return heard.origin() == Origin.OOZIE || heard.origin() == Origin.SCHEDULED;
  }

  /** Withdraws a workflow, whether it was registered or came by itself. */
  public synchronized Optional<Registration> withdraw(String id) throws LineageException {
    if (jobs.takeOut(id) == null) {
      return registry.withdraw(id);
    }
    Optional<Registration> removed = Optional.ofNullable(registry.view().registrations().get(id));
    registry.change(List.of(), List.of(id));
    return removed;
  }

  /** Records that a job has ended, whether it was registered or came by itself. */
  public synchronized void finish(String id, String job, Instant now) throws LineageException {
    LiveChain chain = jobs.chains().get(id);
    if (chain == null) {
      registry.finish(id, job);
      return;
    }
    LiveJob live = chain.liveJobs().get(job);
    if (live == null) {
      throw new LineageException("workflow '" + id + "' has no job '" + job + "'");
    }
    live.end();
    publisher.publish(new LinkedHashSet<>(List.of(id)), now);
  }

  /** Where the knowledge of a job comes from. */
  public synchronized Origin originOf(JobId job) {
    LiveJob live = jobs.at(job);
    return live == null ? Origin.REGISTERED : live.origin();
  }

  /** True when nobody has registered that workflow: it came by itself, and goes by itself. */
  public synchronized boolean isLive(String workflow) {
    return jobs.chains().containsKey(workflow);
  }

  /** Which jobs, registered ones among them, have been seen. */
  public SeenJobs seenJobs() {
    return seenJobs;
  }

  /** How many live jobs there are of whom. */
  public LiveAccounts accounts() {
    return accounts;
  }

  /** Live jobs, those expected among them. */
  public synchronized int jobs() {
    return accounts.jobs();
  }

  /** Jobs that are expected and have not come. */
  public synchronized int expectedJobs() {
    return jobs.all(LiveJob::isExpected).size();
  }

  /** The conflicts remembered, the oldest first. */
  public synchronized List<Conflict> conflicts() {
    return conflicts.list();
  }
}
