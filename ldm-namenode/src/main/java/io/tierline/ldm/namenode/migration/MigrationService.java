/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.kept.LeavingDatasets;
import io.tierline.ldm.kept.SpendingKeeper;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.migration.FailingBlocks;
import io.tierline.ldm.migration.MigrationPlan;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.migration.MoveResult;
import io.tierline.ldm.migration.MoveRunner;
import io.tierline.ldm.migration.PlanHistory;
import io.tierline.ldm.migration.PlanProgress;
import io.tierline.ldm.migration.PlanState;
import io.tierline.ldm.migration.SsdWear;
import io.tierline.ldm.migration.Throttle;
import io.tierline.ldm.namenode.config.MigrationConfig;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.namespace.ExistingPaths;
import io.tierline.ldm.namenode.namespace.Listing;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.ManagedDataset;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.MigrationMode;
import io.tierline.ldm.state.StateUnavailableException;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Migration in a NameNode: one thread makes plans, at intervals and whenever the lineage changes,
 * and starts their moves. Works only in the active NameNode out of safe mode; one that becomes
 * standby gives up its plans, since the other makes its own.
 */
public final class MigrationService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MigrationService.class);

  private static final int FAILING_MOST = 10_000;

  private final NameNode nameNode;
  private final PlanBasis basis;
  private final BooleanSupplier lineageKnown;
  private final Supplier<Optional<String>> othersSwitch;
  private volatile MigrationConfig config;
  private final LdmMetrics metrics;
  private final HostGuard hostGuard;
  private final MoveOutcomes outcomes;
  private final PlanMaker planMaker;
  private final BlockMover mover;
  private final MoveRunner runner;
  private final Throttle throttle;
  private final PlanHistory plans;
  private final OpenPlans openPlans;
  private final AutoPlans autoPlans;
  private final MigrationThread thread;

  /**
   * Creates it without starting its thread.
   *
   * @param wear bounds what is written to SSDs
   * @param spending bounds what is spent for users
   * @param lineageKnown whether what is registered is known, and may be acted on
   */
  public MigrationService(
      NameNode nameNode,
      PlanBasis basis,
      LeavingDatasets leaving,
      OpenPlans openPlans,
      SsdWear wear,
      SpendingKeeper spending,
      BooleanSupplier lineageKnown) {
    PlacementAdvisor advisor = basis.advisor();
    this.nameNode = nameNode;
    this.basis = basis;
    this.lineageKnown = lineageKnown;
    this.config = advisor.settings().migration();
    this.othersSwitch = advisor::movesNothingBy;
    this.metrics = advisor.metrics();
    this.hostGuard = advisor.hostGuard();
    this.plans = new PlanHistory(config.plansKept());
    this.openPlans = openPlans;
    FailingBlocks failing = new FailingBlocks(2 * config.intervalMillis(), FAILING_MOST);
    UnaryOperator<String> ownerOf = root -> ownerOf(basis, root);
    this.outcomes = new MoveOutcomes(failing, spending, ownerOf, metrics);
    this.planMaker =
        new PlanMaker(
            nameNode.getRpcServer(),
            Listing.of(nameNode),
            basis,
            leaving,
            new ExistingPaths(nameNode),
            failing,
            Time::now);
    this.mover =
        new BlockMover(
            nameNode,
            advisor.surplus().movesInFlight(),
            advisor.unreported(),
            wear,
            metrics,
            config.verifyMillis(),
            root -> readersOf(basis, root));
    this.throttle =
        new Throttle(
            config.totalBytesPerSecond(),
            config.nodeBytesPerSecond(),
            config.nodeMoves(),
            Time::monotonicNowNanos);
    this.runner = new MoveRunner(mover::move, throttle, config.threads(), this::ended, hostGuard);
    this.autoPlans = new AutoPlans(plans, () -> within(spending, ownerOf));
    this.thread = new MigrationThread(work(), () -> config.intervalMillis(), hostGuard);
  }

  /** Starts the thread, unless migration is off. */
  public synchronized void start() {
    if (config.mode() != MigrationMode.OFF) {
      thread.start();
    }
  }

  /** Goes on by these settings, and looks at once whether they have something moved. */
  public void reconfigure(MigrationConfig next) {
    config = next;
    throttle.limit(next.totalBytesPerSecond(), next.nodeBytesPerSecond(), next.nodeMoves());
    start();
    lineageChanged();
  }

  /** What has left the lineage is nobody's. */
  private static String ownerOf(PlanBasis basis, String root) {
    LineageView view = basis.advisor().registry().view();
    ManagedDataset dataset = basis.owners().managed(view, root);
    return dataset == null ? "" : dataset.owner();
  }

  /** Of what has left the lineage it is not asked: it has no promotions. */
  private static int readersOf(PlanBasis basis, String root) {
    LineageView view = basis.advisor().registry().view();
    ManagedDataset dataset = basis.owners().managed(view, root);
    return dataset == null ? Integer.MAX_VALUE : basis.advisor().believed(dataset).reusability();
  }

  /**
   * What moves would do, for one request.
   *
   * @param visible which files count
   * @param names what jobs are called
   */
  public WhatIfMaker whatIf(WhatIfMaker.VisibleFiles visible, Function<JobId, String> names) {
    return new WhatIfMaker(nameNode, basis, visible, names);
  }

  private boolean isOff() {
    return config.mode() == MigrationMode.OFF;
  }

  /** This NameNode has become the active one. */
  public void newTerm() throws IOException {
    planMaker.newTerm();
    openPlans.giveUp(plans, config.tries());
  }

  /**
   * Keeps, for whichever NameNode is active then, that these datasets are about to leave the
   * lineage and may have fast replicas.
   *
   * @throws StateUnavailableException when it cannot be kept
   */
  public void leaving(List<String> roots) throws StateUnavailableException {
    planMaker.leaving(roots);
  }

  /** Fast replicas of the dataset are to go when it is not managed any more. */
  public void left(String root) {
    planMaker.touched(root);
  }

  /** Has the plans looked at again, soon; returns at once. */
  public void lineageChanged() {
    thread.lineageChanged();
  }

  private MigrationThread.Work work() {
    return new MigrationThread.Work() {
      @Override
      public void look() throws IOException {
        MigrationService.this.look();
      }

      @Override
      public long startMoves() throws IOException {
        return MigrationService.this.startMoves();
      }
    };
  }

  private boolean isActive() {
    return nameNode.isActiveState() && lineageKnown.getAsBoolean() && !hostGuard.isOff();
  }

  /** Starts what may be started, oldest plan first. */
  private long startMoves() throws IOException {
    long wait = Long.MAX_VALUE;
    int queued = 0;
    for (PlanProgress plan : plans.open()) {
      if (isOff() || othersSwitch.get().isPresent()) {
        plan.abandon("migration has been switched off (" + whatSaysSo() + ")");
      } else if (!isActive()) {
        plan.abandon(hostGuard.why().orElse("this NameNode is not the active one any more"));
      } else if (plan.state().isRunning() && !nameNode.isInSafeMode()) {
        wait = Math.min(wait, runner.start(plan));
      }
      queued += plan.waiting().size() + plan.underWay().size();
    }
    metrics.migrationQueue.set(queued);
    if (isActive() && !nameNode.isInSafeMode()) {
      openPlans.tidy(plans);
    }
    return wait;
  }

  /** Makes the plan of the moment, and applies it where that is wanted. */
  private void look() throws IOException {
    if (isOff() || !isActive() || nameNode.isInSafeMode()) {
      return;
    }
    boolean auto = config.mode() == MigrationMode.AUTO && othersSwitch.get().isEmpty();
    Optional<MigrationPlan> plan = autoPlans.next(auto);
    if (plan.isPresent()) {
      PlanProgress progress = keep(plan.get());
      if (auto) {
        start(progress);
      }
    }
  }

  /** The plan of the moment, as far as its moves are within what may be spent for each user. */
  private MigrationPlan within(SpendingKeeper spending, UnaryOperator<String> ownerOf)
      throws IOException {
    MigrationPlan made = planMaker.make(AutoPlans.BY, true);
    return new MigrationPlan(
        made.id(), made.created(), made.by(), spending.within(made.moves(), ownerOf));
  }

  private PlanProgress keep(MigrationPlan plan) {
    PlanProgress progress = new PlanProgress(plan, config.tries());
    if (!plans.add(progress)) {
      throw new IllegalStateException("as many plans are open as are kept; end some");
    }
    metrics.migrationPlans.incr();
    return progress;
  }

  private void start(PlanProgress progress) {
    Set<String> up = new HashSet<>();
    Set<String> down = new HashSet<>();
    for (Move move : progress.plan().moves()) {
      (move.isUp() ? up : down).add(move.root());
    }
    planMaker.agree(up, down);
    progress.apply();
    LOG.info(
        "Migration plan {} by {}: {} moves, {} bytes",
        progress.plan().id(),
        progress.plan().by(),
        progress.plan().moves().size(),
        progress.plan().bytes());
  }

  private void ended(Move move, MoveResult result) {
    outcomes.add(move, result);
    planMaker.touched(move.root());
    thread.wake();
  }

  /** Makes a plan for somebody; nothing is moved. */
  public PlanProgress plan(String by) throws IOException {
    return keep(planMaker.make(by, false));
  }

  /**
   * Applies a plan; one that has been applied stays as it is.
   *
   * @throws IllegalStateException when migration is off
   * @throws StateUnavailableException when it could not be kept that it is under way
   */
  public void apply(PlanProgress plan) throws StateUnavailableException {
    requireOn();
    if (plan.state() == PlanState.PLANNED) {
      openPlans.begin(plan.plan(), () -> start(plan));
    } else {
      plan.apply();
    }
    thread.wake();
  }

  private void requireOn() {
    if (isOff() || othersSwitch.get().isPresent()) {
      throw new IllegalStateException("migration is off (" + whatSaysSo() + ")");
    }
  }

  private String whatSaysSo() {
    return othersSwitch.get().orElse(MigrationKeys.MODE.key());
  }

  public void resume(PlanProgress plan) {
    plan.resume();
    thread.wake();
  }

  /** Moves back what a plan has moved, and plans nothing for its datasets by itself for now. */
  public void undo(PlanProgress plan) throws StateUnavailableException {
    requireOn();
    if (plan.state().mayBecome(PlanState.UNDOING)) {
      openPlans.begin(plan.plan(), plan::undo);
    } else {
      plan.undo();
    }
    Set<String> down = new HashSet<>();
    Set<String> up = new HashSet<>();
    for (Move move : plan.plan().moves()) {
      (move.isUp() ? down : up).add(move.root());
    }
    Set<String> roots = new HashSet<>(up);
    roots.addAll(down);
    planMaker.leaveAlone(roots);
    planMaker.agree(up, down);
    thread.wake();
  }

  public PlanHistory plans() {
    return plans;
  }

  /** The last move of a replica of the dataset. */
  public Optional<MoveOutcomes.Last> lastMove(String root) {
    return outcomes.last(root);
  }

  /** Ends its threads; moves under way are left to the DataNodes. */
  @Override
  public void close() {
    thread.stop();
    runner.close();
    thread.awaitEnd();
    mover.close();
  }
}
