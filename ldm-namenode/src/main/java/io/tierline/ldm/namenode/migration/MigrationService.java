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
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.migration.FailingBlocks;
import io.tierline.ldm.migration.LookPace;
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
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
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
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Who makes the plans that nobody asked for. */
  static final String AUTO = "auto";

  private static final int LAST_MOVES = 4096;
  private static final int FAILING_MOST = 10_000;
  private static final long END_MILLIS = 5_000;

  private final NameNode nameNode;
  private final PlanBasis basis;
  private final BooleanSupplier lineageKnown;
  private final Supplier<Optional<String>> othersSwitch;
  private volatile MigrationConfig config;
  private final LdmMetrics metrics;
  private final HostGuard hostGuard;
  private final FailingBlocks failing;
  private final SpendingKeeper spending;
  private final UnaryOperator<String> ownerOf;
  private final PlanMaker planMaker;
  private final BlockMover mover;
  private final MoveRunner runner;
  private final Throttle throttle;
  private final PlanHistory plans;
  private final OpenPlans openPlans;
  private final Semaphore wake = new Semaphore(0);
  private final Thread thread = new Thread(this::run, "tierline-ldm-migration");
  private volatile boolean lineageChanged;
  private volatile boolean stopped;

  /** The last move of each dataset, for explanations. */
  public record Last(Move move, MoveResult result, long atMillis) {}

  private final Map<String, Last> lastMoves =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Last> eldest) {
              return size() > LAST_MOVES;
            }
          });

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
    this.failing = new FailingBlocks(2 * config.intervalMillis(), FAILING_MOST);
    this.spending = spending;
    this.ownerOf = root -> ownerOf(basis, root);
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
            advisor.movesInFlight(),
            advisor.unreported(),
            wear,
            metrics,
            config.verifyMillis());
    this.throttle =
        new Throttle(
            config.totalBytesPerSecond(),
            config.nodeBytesPerSecond(),
            config.nodeMoves(),
            Time::monotonicNowNanos);
    this.runner = new MoveRunner(mover::move, throttle, config.threads(), this::ended, hostGuard);
    thread.setDaemon(true);
  }

  /** Starts the thread, unless migration is off. */
  public synchronized void start() {
    if (config.mode() != MigrationMode.OFF && thread.getState() == Thread.State.NEW) {
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
    lineageChanged = true;
    wake.release();
  }

  private void run() {
    LookPace pace = new LookPace(Time.monotonicNowNanos());
    while (!stopped) {
      long wait = Long.MAX_VALUE;
      try {
        pace.interval(TimeUnit.MILLISECONDS.toNanos(config.intervalMillis()));
        if (pace.nanosUntilDue(Time.monotonicNowNanos(), lineageChanged) == 0) {
          lineageChanged = false;
          pace.begins(Time.monotonicNowNanos());
          long worked = workNanos();
          try {
            look();
          } finally {
            pace.ends(Time.monotonicNowNanos(), workNanos() - worked);
          }
        }
        wait = startMoves();
      } catch (IOException | RuntimeException | Error e) {
        hostGuard.failed("migration", e);
      }
      long look = pace.nanosUntilDue(Time.monotonicNowNanos(), lineageChanged);
      sleep(Math.max(1, Math.min(wait, look)));
    }
  }

  /** What this thread has kept a processor busy; where that is not known, the time. */
  private static long workNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled()
        ? THREADS.getCurrentThreadCpuTime()
        : Time.monotonicNowNanos();
  }

  private void sleep(long nanos) {
    try {
      if (wake.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
        wake.drainPermits();
      }
    } catch (InterruptedException e) {
      stopped = true;
    }
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
    List<PlanProgress> open = plans.open();
    boolean auto = config.mode() == MigrationMode.AUTO && othersSwitch.get().isEmpty();
    boolean held =
        open.stream()
            .anyMatch(plan -> !auto || !isAuto(plan) || plan.state() != PlanState.APPLYING);
    if (held) {
      // An operator is at work; what they paused or undo is not to be done behind their back.
      return;
    }
    MigrationPlan made = planMaker.make(AUTO, true);
    MigrationPlan plan =
        new MigrationPlan(
            made.id(), made.created(), made.by(), spending.within(made.moves(), ownerOf));
    List<PlanProgress> earlier = auto ? open : waitingForPeople();
    if (isTheSame(plan, earlier)) {
      return;
    }
    supersede(earlier, plan.id());
    if (!plan.moves().isEmpty()) {
      PlanProgress progress = keep(plan);
      if (auto) {
        start(progress);
      }
    }
  }

  private static void supersede(List<PlanProgress> open, String by) {
    open.forEach(plan -> plan.abandon("superseded by " + by));
  }

  private static boolean isAuto(PlanProgress plan) {
    return plan.plan().by().equals(AUTO);
  }

  private List<PlanProgress> waitingForPeople() {
    return plans.newestFirst().stream()
        .filter(plan -> isAuto(plan) && plan.state() == PlanState.PLANNED)
        .toList();
  }

  /** A replica of a block that goes somewhere; times and reasons of a move may differ. */
  private record Way(long block, String fromNode, String toNode) {
    static Set<Way> of(Collection<Move> moves) {
      return moves.stream()
          .map(move -> new Way(move.block(), move.fromNode(), move.toNode()))
          .collect(Collectors.toSet());
    }
  }

  /** True when all of it is under way or waits, and nothing else waits. */
  private static boolean isTheSame(MigrationPlan plan, List<PlanProgress> earlier) {
    Set<Way> wanted = Way.of(plan.moves());
    Set<Way> waiting = new HashSet<>();
    Set<Way> open = new HashSet<>();
    for (PlanProgress other : earlier) {
      waiting.addAll(Way.of(other.waiting()));
      open.addAll(Way.of(other.underWay()));
    }
    open.addAll(waiting);
    return open.containsAll(wanted) && wanted.containsAll(waiting);
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
    switch (result.outcome()) {
      case DONE -> {
        failing.moved(move.block());
        metrics.migrationMovesDone.incr();
        metrics.migrationBytes.incr(move.bytes());
        if (move.isUp()) {
          spending.moved(ownerOf.apply(move.root()), move.bytes());
        }
      }
      case SKIPPED -> metrics.migrationMovesSkipped.incr();
      case FAILED -> {
        metrics.migrationMovesFailed.incr();
        if (failing.failed(move.block(), Time.now())) {
          LOG.warn(
              "LDM could not move block {} of {}: {}; it is tried again after growing pauses,"
                  + " without a word",
              move.block(),
              Printable.of(move.file()),
              Printable.of(result.why()));
        }
      }
    }
    metrics.migrationBlocksFailing.set(failing.size());
    lastMoves.remove(move.root());
    lastMoves.put(move.root(), new Last(move, result, Time.now()));
    planMaker.touched(move.root());
    wake.release();
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
    wake.release();
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
    wake.release();
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
    wake.release();
  }

  public PlanHistory plans() {
    return plans;
  }

  /** The last move of a replica of the dataset. */
  public Optional<Last> lastMove(String root) {
    return Optional.ofNullable(lastMoves.get(root));
  }

  /** Ends its threads; moves under way are left to the DataNodes. */
  @Override
  public void close() {
    stopped = true;
    thread.interrupt();
    runner.close();
    try {
      thread.join(END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    mover.close();
  }
}
