/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.runtime;

import io.tierline.ldm.device.DeviceReports;
import io.tierline.ldm.foresight.Foresight;
import io.tierline.ldm.foresight.OutputHistory;
import io.tierline.ldm.guard.Chores;
import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.guard.TestedHadoop;
import io.tierline.ldm.kept.LentRoom;
import io.tierline.ldm.limits.BelievedReaders;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.OverdueJobs;
import io.tierline.ldm.migration.SsdWear;
import io.tierline.ldm.namenode.access.AccessRoom;
import io.tierline.ldm.namenode.access.Administrators;
import io.tierline.ldm.namenode.access.Authorities;
import io.tierline.ldm.namenode.access.LimitsByUser;
import io.tierline.ldm.namenode.access.Ownership;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.config.Reconfiguration;
import io.tierline.ldm.namenode.live.DataChanges;
import io.tierline.ldm.namenode.live.JobExpiry;
import io.tierline.ldm.namenode.live.LiveRoom;
import io.tierline.ldm.namenode.live.LiveService;
import io.tierline.ldm.namenode.live.RegistrationExpiry;
import io.tierline.ldm.namenode.live.ReportIntake;
import io.tierline.ldm.namenode.live.Workflows;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.migration.FastCensus;
import io.tierline.ldm.namenode.migration.MigrationService;
import io.tierline.ldm.namenode.migration.PlanBasis;
import io.tierline.ldm.namenode.namespace.BytesBelow;
import io.tierline.ldm.namenode.namespace.HaRole;
import io.tierline.ldm.namenode.namespace.KnownUses;
import io.tierline.ldm.namenode.namespace.Listing;
import io.tierline.ldm.namenode.namespace.Localiser;
import io.tierline.ldm.namenode.namespace.OwnFileSystems;
import io.tierline.ldm.namenode.placement.Deciding;
import io.tierline.ldm.namenode.placement.NameNodeSurplusBlock;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.placement.PlacementRoom;
import io.tierline.ldm.namenode.placement.StorageTableUpdater;
import io.tierline.ldm.namenode.placement.WearKeeper;
import io.tierline.ldm.namenode.policy.NameNodeNamespace;
import io.tierline.ldm.namenode.policy.PolicyMemory;
import io.tierline.ldm.namenode.policy.PolicyRounds;
import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;
import io.tierline.ldm.namenode.rest.CsrfGuard;
import io.tierline.ldm.namenode.rest.LdmPageServlet;
import io.tierline.ldm.namenode.rest.LdmServlet;
import io.tierline.ldm.namenode.rest.RequestPool;
import io.tierline.ldm.namenode.rest.RestParts;
import io.tierline.ldm.namenode.rest.TokenFilter;
import io.tierline.ldm.namenode.state.StateLifeCycle;
import io.tierline.ldm.namenode.state.StateStores;
import io.tierline.ldm.namenode.uninstall.Uninstall;
import io.tierline.ldm.namenode.uninstall.UninstallParts;
import io.tierline.ldm.placement.DecisionGuard;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.ldm.settings.ServiceKeys;
import io.tierline.ldm.state.KeptLineage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * LDM in one NameNode, put together: the one place that knows every room. It makes the parts, gives
 * each what it needs, and ends them in the reverse order. No part knows it; only the hook that
 * opens it does.
 *
 * <p>What a part needs that is made after it is given as a method of this class, which is not
 * called before all is open.
 */
public final class LdmRuntime implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LdmRuntime.class);

  /** Files and directories of one dataset; a larger one is of unknown size. */
  private static final int MOST_COUNTED = 20_000;

  private static final String TABLE_THREAD = "tierline-ldm-storage-table";
  private static final String FORESIGHT_THREAD = "tierline-ldm-foresight";
  private static final String POLICY_THREAD = "tierline-ldm-storage-policy";

  private final NameNode nameNode;
  private final HostGuard hostGuard;
  private final Deque<Runnable> ends;
  private final CsrfGuard csrfGuard;
  private final Reconfiguration reconfiguration;
  private final LdmMetrics metrics;
  private final LineageRegistry registry;
  private final LimitsByUser limits;
  private final LiveService live;
  private final KeptParts kept;
  private final StoragePolicyAgreement agreement;
  private final PlacementAdvisor advisor;
  private final LentRoom lentRoom;
  private final RegistrationExpiry expiry;
  private final JobExpiry jobExpiry;
  private final Uninstall uninstall;
  private final StateLifeCycle state;
  private final DeviceReports devices;
  private final StorageTableUpdater tableUpdater;
  private final Foresight foresight;
  private final RequestPool requests;
  private final Ownership ownership;
  private final AccessRoom access;
  private final ReportIntake intake;
  private final Permission permission;
  private final TableChore tableChore;
  private final PolicyRounds policyRounds;
  private final Chores chores;
  private final FastCensus census;
  private final MigrationService migration;
  private final Workflows workflows;

  /**
   * Starts LDM, all of it or nothing.
   *
   * @param hostGuard takes what our own code throws
   * @throws IllegalArgumentException when the configuration makes no sense
   */
  public static LdmRuntime open(NameNode nameNode, HostGuard hostGuard, Givens givens) {
    Deque<Runnable> ends = new ArrayDeque<>();
    boolean isOpen = false;
    try {
      LdmRuntime opened = new LdmRuntime(nameNode, hostGuard, givens, ends);
      opened.start();
      isOpen = true;
      return opened;
    } finally {
      if (!isOpen) {
        end(ends);
      }
    }
  }

  private LdmRuntime(NameNode nameNode, HostGuard hostGuard, Givens givens, Deque<Runnable> ends) {
    this.nameNode = nameNode;
    this.hostGuard = hostGuard;
    this.ends = ends;
    Configuration conf = nameNode.getConf();
    LdmSettings settings = LdmSettings.from(conf);
    csrfGuard = CsrfGuard.from(conf);
    reconfiguration =
        new Reconfiguration(
            conf, givens.storedConfiguration(), ConfigurationCheck::check, this::apply);
    metrics = LdmMetrics.create();
    ends.push(metrics::close);
    refuseUntested(givens.hadoopVersion());
    OwnFileSystems fileSystems = OwnFileSystems.of(nameNode);
    Localiser localiser = new Localiser(fileSystems, new KnownUses(fileSystems, metrics));
    registry = new LineageRegistry(settings.maxWorkflows());
    limits = new LimitsByUser(nameNode, this::settings);
    live = new LiveService(registry, conf, metrics, limits, this::lineageChanged);
    applyLimits(settings);
    StateStores stores = new StateStores(nameNode, settings.durableState(), givens.stateFormat());
    kept = KeptParts.in(stores, ssdWear(settings), blockBytes(), limits);
    agreement = agreement(kept.policies(), settings);
    advisor = advisor(settings, givens);
    advisor.surplus().knowsWhatLeaves(kept.leaving());
    lentRoom = new LentRoom(kept.leaving());
    KeptLineage lineage =
        new KeptLineage(registry, stores.of("workflows"), stores.codec(conf), Time::now);
    expiry = RegistrationExpiry.of(lineage, registry, advisor, this::withdraw);
    jobExpiry =
        JobExpiry.of(new OverdueJobs(live.seenJobs()), lineage, registry, advisor, this::finish);
    live.tellOfRegistered(expiry::saw);
    uninstall =
        new Uninstall(
            stores.of("uninstall"),
            new UninstallParts(registry, this::forget, agreement, kept.leaving(), lentRoom::lent),
            Time::now);
    state =
        new StateLifeCycle(
            HaRole.of(nameNode),
            new StateLifeCycle.Loaded(
                lineage, kept.companion(agreement, uninstall, this::beginTerm)),
            advisor,
            Time::monotonicNow);
    ends.push(state::stop);
    permission = new Permission(nameNode, state, uninstall);
    devices =
        new DeviceReports(settings.maxDevices(), Duration.ofMillis(settings.deviceExpiryMillis()));
    tableUpdater = tableUpdater(settings);
    foresight = foresight(nameNode, kept.outputs());
    tableChore = new TableChore(tableUpdater, foresight, advisor, kept.spending());
    requests = new RequestPool(settings.requests(), Time::monotonicNowNanos);
    Administrators administrators = new Administrators(nameNode, this::settings);
    ownership = Ownership.of(nameNode, administrators);
    access = access(administrators, localiser);
    intake = new ReportIntake(live, access, metrics);
    policyRounds = new PolicyRounds(registry, this::settings, agreement, ownership);
    chores = new Chores(hostGuard, metrics.choresLate::set, Time::monotonicNow, Chores::daemon);
    ends.push(chores::close);
    census = FastCensus.of(nameNode, registry, ownership, kept.spending(), kept.leaving());
    migration = migration();
    ends.push(migration::close);
    ends.push(requests::close);
    workflows =
        new Workflows(registry, live, new DataChanges(ownership, migration, tableChore), metrics);
  }

  private BlockManager blocks() {
    return nameNode.getNamesystem().getBlockManager();
  }

  private long blockBytes() {
    return nameNode
        .getConf()
        .getLongBytes(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, DFSConfigKeys.DFS_BLOCK_SIZE_DEFAULT);
  }

  private StorageTableUpdater tableUpdater(LdmSettings settings) {
    return new StorageTableUpdater(
        blocks().getDatanodeManager(),
        settings,
        blockBytes(),
        new StorageTableUpdater.Devices(devices, kept.wear(), advisor.unreported()));
  }

  private AccessRoom access(Administrators administrators, Localiser localiser) {
    Authorities authorities =
        new Authorities(
            nameNode, this::settings, registry, administrators, ownership, advisor::table);
    return new AccessRoom(ownership, authorities, limits, localiser);
  }

  private static Foresight foresight(NameNode nameNode, OutputHistory outputs) {
    return new Foresight(
        new BytesBelow(Listing.of(nameNode), MOST_COUNTED, Time::monotonicNowNanos), outputs);
  }

  private static SsdWear ssdWear(LdmSettings settings) {
    return new SsdWear(
        settings.migration().wearBytesPerDay(), settings.wearBytesPerDay(), Time::now);
  }

  /** In a Hadoop that is not known stock answers everything, and REST says no more than why. */
  private void refuseUntested(String hadoopVersion) {
    TestedHadoop.refusal(
            hadoopVersion, ServiceKeys.UNTESTED_HADOOP_ALLOWED, nameNode.getConf()::get)
        .ifPresent(
            why -> {
              hostGuard.refuse(why);
              metrics.offForGood.set(1);
            });
  }

  private StoragePolicyAgreement agreement(PolicyMemory memory, LdmSettings settings) {
    boolean sparesSnapshots =
        !PlacementKeys.STORAGE_POLICIES_SNAPSHOTTABLE.read(nameNode.getConf()::get);
    return new StoragePolicyAgreement(
        new NameNodeNamespace(nameNode, sparesSnapshots),
        memory,
        blocks().getStoragePolicy((byte) 0).getId(),
        settings.storagePolicies(),
        metrics);
  }

  private PlacementAdvisor advisor(LdmSettings settings, Givens givens) {
    DecisionGuard budget =
        new DecisionGuard(
            settings.budgetNanos(),
            settings.strikes(),
            settings.pauseNanos(),
            Time::monotonicNowNanos);
    return new PlacementAdvisor(
        registry,
        settings,
        new Deciding(givens.decider(), budget, agreement),
        new PlacementAdvisor.Faults(hostGuard, metrics));
  }

  private MigrationService migration() {
    return new MigrationService(
        nameNode,
        new PlanBasis(advisor, ownership, agreement, tableUpdater),
        kept.leaving(),
        kept.plans(),
        kept.wear().wear(),
        kept.spending(),
        permission::mayAct);
  }

  /** Ties what goes by each other, and has the threads begin; what is served comes last. */
  private void start() {
    reconfiguration.unknown().forEach(key -> LOG.warn("LDM: nothing reads the key {}", key));
    advisor.onWriting(kept.wear()::placed);
    advisor.spendBy(kept.spending());
    advisor.lendBy(lentRoom);
    advisor.foreseeBy(foresight);
    advisor.believeBy(new BelievedReaders(limits::ofKnown, live.seenJobs()::contains));
    advisor.surplus().knowsBlocks(new NameNodeSurplusBlock(nameNode.getNamesystem()));
    advisor.offWhile(uninstall::isOn);
    advisor.standing(ownership::placing);
    startChores(advisor.settings());
    migration.start();
    state.start(chores);
  }

  /** What the hooks ask. */
  public PlacementAdvisor advisor() {
    return advisor;
  }

  /** Puts REST and the page on the NameNode's web server. */
  public void serve() {
    HttpServer2 http = nameNode.getHttpServer();
    http.setAttribute(LdmServlet.PARTS_ATTRIBUTE, restParts());
    ends.push(() -> http.setAttribute(LdmServlet.PARTS_ATTRIBUTE, null));
    http.addInternalServlet("ldm", LdmServlet.PATH_SPEC, LdmServlet.class, true);
    http.addInternalServlet("ldm-ui", LdmPageServlet.PATH_SPEC, LdmPageServlet.class, true);
    TokenFilter.guard(http);
  }

  private RestParts restParts() {
    return new RestParts(
        nameNode,
        new PlacementRoom(advisor, tableUpdater, devices, kept.wear(), kept.spending(), tableChore),
        access,
        new LiveRoom(live, intake, workflows, expiry, jobExpiry, kept.outputs()),
        migration,
        state,
        uninstall,
        new RestParts.Serving(csrfGuard, requests, reconfiguration, chores));
  }

  /** With the registered lineage what is live is put in again. */
  private void beginTerm() throws IOException {
    census.restart();
    expiry.newTerm();
    jobExpiry.newTerm();
    advisor.shadow().begin();
    migration.newTerm();
    live.restore();
    // Blocks written from now on are placed by the storages of now.
    tableChore.run();
    lineageChanged();
  }

  private void startChores(LdmSettings settings) {
    chores.every(
        TABLE_THREAD,
        "rebuilding the storage table",
        0,
        settings.tableIntervalMillis(),
        tableChore);
    chores.every(
        FORESIGHT_THREAD,
        "looking at what is to come",
        0,
        settings.tableIntervalMillis(),
        new ForesightChore(foresight, advisor));
    every(TABLE_THREAD, "letting go of live lineage", LiveService.TICK_SECONDS, live::tick);
    every(
        TABLE_THREAD,
        "counting in shadow mode",
        LiveService.TICK_SECONDS,
        advisor.shadow()::follow);
    every(TABLE_THREAD, "ending registrations", RegistrationExpiry.TICK_SECONDS, this::expire);
    long interval = settings.storagePolicyIntervalMillis();
    chores.every(
        POLICY_THREAD,
        "keeping storage policies in agreement",
        interval,
        interval,
        new PolicyChore(permission, policyRounds));
    chores.every(
        POLICY_THREAD,
        "lending spare room",
        settings.tableIntervalMillis(),
        settings.tableIntervalMillis(),
        new LendingChore(advisor, lentRoom, agreement, permission::mayKeep));
    every(
        POLICY_THREAD,
        "keeping what was written to SSDs",
        WearKeeper.SAVE_SECONDS,
        new KeepingChore(advisor, limits, kept, permission::mayKeep));
    chores.every(
        POLICY_THREAD,
        "counting what lies on fast media",
        FastCensus.STEP_MILLIS,
        FastCensus.STEP_MILLIS,
        this::count);
  }

  private void every(String thread, String what, long seconds, Runnable work) {
    long millis = TimeUnit.SECONDS.toMillis(seconds);
    chores.every(thread, what, millis, millis, work);
  }

  /** Ends registrations, and jobs of them, whose time is over. */
  private void expire() {
    if (permission.mayKeep()) {
      expiry.tickOrLater();
      jobExpiry.tick();
    }
  }

  private void count() {
    if (permission.mayKeep()) {
      census.step(kept.spending().isAnybodyFull());
    }
  }

  private void withdraw(String workflow) throws LineageException {
    workflows.withdraw(workflow);
  }

  private void finish(String workflow, String job) throws LineageException {
    workflows.finish(workflow, job);
  }

  private void forget(Registration registration) throws IOException {
    workflows.forget(registration);
  }

  private LdmSettings settings() {
    return advisor.settings();
  }

  private void applyLimits(LdmSettings next) {
    limits.forget();
    registry.limit(limits::of, next.limits().heapBytes());
    live.limit(next.limits().heapBytes());
  }

  /** Goes by other settings from now on, as far as they can change in a running NameNode. */
  private void apply(LdmSettings next) {
    if (next.shadow() && !advisor.isShadow()) {
      advisor.shadow().begin();
    }
    advisor.settings(next);
    tableUpdater.settings(next);
    registry.limit(next.maxWorkflows());
    applyLimits(next);
    kept.wear().wear().limit(next.migration().wearBytesPerDay(), next.wearBytesPerDay());
    migration.reconfigure(next.migration());
    tableChore.run();
  }

  /** Migration may have something to do. */
  private void lineageChanged() {
    migration.lineageChanged();
  }

  /** Ends every part, the last that was made first. */
  @Override
  public void close() {
    end(ends);
  }

  private static void end(Deque<Runnable> ends) {
    while (!ends.isEmpty()) {
      ends.pop().run();
    }
  }
}
