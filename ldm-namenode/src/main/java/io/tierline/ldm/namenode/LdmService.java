/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.device.DeviceReports;
import io.tierline.ldm.guard.Chores;
import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.guard.TestedHadoop;
import io.tierline.ldm.kept.LeavingDatasets;
import io.tierline.ldm.kept.SpendingKeeper;
import io.tierline.ldm.limits.BelievedReaders;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.live.OverdueJobs;
import io.tierline.ldm.live.Uses;
import io.tierline.ldm.migration.SsdWear;
import io.tierline.ldm.migration.UserSpending;
import io.tierline.ldm.namenode.access.LimitsByUser;
import io.tierline.ldm.namenode.access.Ownership;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.live.JobExpiry;
import io.tierline.ldm.namenode.live.LiveService;
import io.tierline.ldm.namenode.live.RegistrationExpiry;
import io.tierline.ldm.namenode.live.Workflows;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.migration.FastCensus;
import io.tierline.ldm.namenode.migration.MigrationService;
import io.tierline.ldm.namenode.migration.OpenPlans;
import io.tierline.ldm.namenode.namespace.HaRole;
import io.tierline.ldm.namenode.namespace.KnownUses;
import io.tierline.ldm.namenode.namespace.OwnFileSystems;
import io.tierline.ldm.namenode.oozie.OozieThread;
import io.tierline.ldm.namenode.placement.NameNodeSurplusBlock;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.placement.StorageTableUpdater;
import io.tierline.ldm.namenode.placement.WearKeeper;
import io.tierline.ldm.namenode.policy.NameNodeNamespace;
import io.tierline.ldm.namenode.policy.Namespace;
import io.tierline.ldm.namenode.policy.PolicyMemory;
import io.tierline.ldm.namenode.policy.PolicyRounds;
import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;
import io.tierline.ldm.namenode.rest.CsrfGuard;
import io.tierline.ldm.namenode.rest.LdmPageServlet;
import io.tierline.ldm.namenode.rest.LdmServlet;
import io.tierline.ldm.namenode.rest.RequestPool;
import io.tierline.ldm.namenode.rest.TokenFilter;
import io.tierline.ldm.namenode.runtime.Reconfiguration;
import io.tierline.ldm.namenode.state.StateLifeCycle;
import io.tierline.ldm.namenode.state.StateStores;
import io.tierline.ldm.namenode.uninstall.Uninstall;
import io.tierline.ldm.namenode.uninstall.UninstallParts;
import io.tierline.ldm.placement.Decider;
import io.tierline.ldm.placement.DecisionGuard;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.placement.Tier;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.state.FormatVersion;
import io.tierline.ldm.state.KeptLineage;
import io.tierline.ldm.state.StateStore;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.util.ServicePlugin;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.util.VersionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * LDM's service in the NameNode ({@code dfs.namenode.plugins}): holds the registered lineage, keeps
 * the storage table fresh, keeps storage policies in agreement and serves REST under {@code /ldm}
 * on the NameNode's own HTTP server. Lineage is kept in the namespace, see {@link StateLifeCycle}.
 *
 * <p>A configuration that makes no sense keeps the service from starting, which the NameNode logs;
 * it then runs as if LDM were not there.
 */
@InterfaceAudience.LimitedPrivate("HDFS")
public class LdmService implements ServicePlugin {
  private static final Logger LOG = LoggerFactory.getLogger(LdmService.class);

  private static final String TABLE_THREAD = "tierline-ldm-storage-table";
  public static final String POLICY_THREAD = "tierline-ldm-storage-policy";

  private NameNode nameNode;
  private NetworkTopology topology;
  private LdmMetrics metrics;
  private LineageRegistry registry;
  private LiveService live;
  private LimitsByUser limits;
  private RequestPool requests;
  private KeptLineage lineage;
  private RegistrationExpiry expiry;
  private JobExpiry jobExpiry;
  private Workflows workflows;
  private Uninstall uninstall;
  private StateLifeCycle state;
  private volatile PlacementAdvisor advisor;
  private StateStores stores;
  private StoragePolicyAgreement agreement;
  private PolicyRounds policyRounds;
  private Ownership ownership;
  private DeviceReports devices;
  private WearKeeper wear;
  private SpendingKeeper spending;
  private FastCensus census;
  private StorageTableUpdater tableUpdater;
  private HostGuard hostGuard;
  private Chores chores;
  private volatile MigrationService migration;
  private OozieThread oozie;
  private OwnFileSystems ownFileSystems;
  private KnownUses knownUses;
  private CsrfGuard csrfGuard;
  private Reconfiguration reconfiguration;

  /** Created by HDFS through reflection. */
  public LdmService() {}

  /** The decision that placement rests on. */
  Decider decider() {
    return PlacementPlanner::plan;
  }

  /** The form that what is kept is written in, and the latest that is read. */
  FormatVersion stateFormat() {
    return FormatVersion.CURRENT;
  }

  /** The version of the Hadoop that this runs in. */
  String hadoopVersion() {
    return VersionInfo.getVersion();
  }

  /** What this NameNode would be configured with if it were started now. */
  Configuration storedConfiguration() {
    return new HdfsConfiguration();
  }

  @Override
  public synchronized void start(Object service) {
    boolean started = false;
    try {
      nameNode = (NameNode) service;
      startAll();
      started = true;
    } catch (Error e) {
      LdmInstances.guard(topology).failed("starting", e);
    } finally {
      if (!started) {
        stop();
      }
    }
  }

  private void startAll() {
    Configuration conf = nameNode.getConf();
    LdmSettings settings = LdmSettings.from(conf);
    csrfGuard = CsrfGuard.from(conf);
    reconfiguration = new Reconfiguration(conf, this::storedConfiguration, this::apply);
    reconfiguration.unknown().forEach(key -> LOG.warn("LDM: nothing reads the key {}", key));
    BlockManager blocks = nameNode.getNamesystem().getBlockManager();
    topology = blocks.getDatanodeManager().getNetworkTopology();
    hostGuard = LdmInstances.guard(topology);
    ownFileSystems = OwnFileSystems.of(nameNode);
    metrics = LdmMetrics.create();
    knownUses = new KnownUses(ownFileSystems, metrics);
    refuseUntested(conf);
    registry = new LineageRegistry(settings.maxWorkflows());
    makeLive(conf, settings);
    byte defaultPolicy = blocks.getStoragePolicy((byte) 0).getId();
    stores = new StateStores(nameNode, settings.durableState(), stateFormat());
    LeavingDatasets leaving = new LeavingDatasets(stores.of("leaving"));
    PolicyMemory memory = new PolicyMemory(stores.of("policies"), leaving);
    agreement =
        new StoragePolicyAgreement(
            namespace(conf), memory, defaultPolicy, settings.storagePolicies(), metrics);
    DecisionGuard guard =
        new DecisionGuard(
            settings.budgetNanos(),
            settings.strikes(),
            settings.pauseNanos(),
            Time::monotonicNowNanos);
    advisor =
        new PlacementAdvisor(registry, settings, metrics, decider(), guard, agreement, hostGuard);
    long blockBytes =
        conf.getLongBytes(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, DFSConfigKeys.DFS_BLOCK_SIZE_DEFAULT);
    wear = new WearKeeper(ssdWear(settings), stores.of("wear"), blockBytes);
    advisor.onWriting(wear::placed);
    spending = spendingKeeper(settings);
    advisor.spendBy(spending);
    advisor.believeBy(new BelievedReaders(limits::ofKnown, live.seenJobs()::contains));
    advisor.knowsBlocks(new NameNodeSurplusBlock(nameNode.getNamesystem()));
    OpenPlans plans = new OpenPlans(stores.of("plans"));
    lineage = new KeptLineage(registry, stores.of("workflows"), stores.codec(conf), Time::now);
    expiry = RegistrationExpiry.of(lineage, registry, advisor, id -> workflows.withdraw(id));
    OverdueJobs overdue = new OverdueJobs(live.seenJobs());
    jobExpiry =
        JobExpiry.of(overdue, lineage, registry, advisor, (id, job) -> workflows.finish(id, job));
    uninstall = uninstallation(leaving);
    advisor.offWhile(uninstall::isOn);
    live.tellOfRegistered(expiry::saw);
    state =
        new StateLifeCycle(
            HaRole.of(nameNode),
            lineage,
            companions(memory, leaving, plans),
            advisor,
            metrics,
            Time::monotonicNow);
    devices =
        new DeviceReports(settings.maxDevices(), Duration.ofMillis(settings.deviceExpiryMillis()));
    tableUpdater =
        new StorageTableUpdater(blocks.getDatanodeManager(), settings, blockBytes, devices, wear);
    requests = new RequestPool(settings.requests(), Time::monotonicNowNanos);
    startThreads(settings);
    census = FastCensus.start(this, leaving, this::isToKeep);
    migration = migrationService(leaving, plans);
    workflows = new Workflows(registry, live, ownership, migration, metrics, this::refreshTable);
    migration.start();
    state.start(chores);
    oozie = OozieThread.start(this, conf);
    LdmInstances.attach(topology, advisor);
    serve();
  }

  private void makeLive(Configuration conf, LdmSettings settings) {
    limits = new LimitsByUser(nameNode, this::settings);
    live = new LiveService(registry, conf, metrics, limits, this::lineageChanged);
    applyLimits(settings);
  }

  /** Who keeps account of what is spent for users. */
  private SpendingKeeper spendingKeeper(LdmSettings settings) {
    return new SpendingKeeper(new UserSpending(Time::now), stores.of("spending"), limits::ofKnown);
  }

  /** In a Hadoop that is not known stock answers everything, and REST says no more than why. */
  private void refuseUntested(Configuration conf) {
    TestedHadoop.refusal(hadoopVersion(), LdmSettings.untestedHadoopAllowed(conf))
        .ifPresent(
            why -> {
              hostGuard.refuse(why);
              metrics.offForGood.set(1);
            });
  }

  private MigrationService migrationService(LeavingDatasets leaving, OpenPlans plans) {
    return new MigrationService(
        nameNode,
        advisor,
        ownership,
        agreement,
        tableUpdater,
        leaving,
        plans,
        wear.wear(),
        spending,
        () -> state.isCurrent() && !uninstall.isOn());
  }

  private Uninstall uninstallation(LeavingDatasets leaving) {
    return new Uninstall(
        stores.of("uninstall"),
        new UninstallParts(registry, each -> workflows.forget(each), agreement, leaving),
        Time::now);
  }

  private void serve() {
    HttpServer2 http = nameNode.getHttpServer();
    http.setAttribute(LdmServlet.SERVICE_ATTRIBUTE, this);
    http.addInternalServlet("ldm", LdmServlet.PATH_SPEC, LdmServlet.class, true);
    http.addInternalServlet("ldm-ui", LdmPageServlet.PATH_SPEC, LdmPageServlet.class, true);
    TokenFilter.guard(http);
    StartReport.log(nameNode, topology, hadoopVersion());
  }

  /** With the registered lineage come the storage policies, and what is live is put in again. */
  private StateLifeCycle.Companion companions(
      PolicyMemory memory, LeavingDatasets leaving, OpenPlans plans) {
    StateLifeCycle.Companion policies = memory.companion(agreement);
    return new StateLifeCycle.Companion() {
      @Override
      public void prepare() throws IOException {
        policies.prepare();
        leaving.read();
        plans.read();
        wear.read();
        spending.read();
        uninstall.read();
      }

      @Override
      public void load() throws IOException {
        uninstall.load();
        policies.load();
        leaving.load();
        wear.load();
        spending.load();
        census.restart();
        expiry.newTerm();
        jobExpiry.newTerm();
        advisor.beginShadow();
        migration.newTerm();
        live.restore();
        // Blocks written from now on are placed by the storages of now.
        refreshTable();
        lineageChanged();
      }

      @Override
      public void release() {
        uninstall.release();
        policies.release();
      }
    };
  }

  private Namespace namespace(Configuration conf) {
    return new NameNodeNamespace(nameNode, !LdmSettings.policiesInSnapshottable(conf));
  }

  private static SsdWear ssdWear(LdmSettings settings) {
    return new SsdWear(
        settings.migration().wearBytesPerDay(), settings.wearBytesPerDay(), Time::now);
  }

  private void startThreads(LdmSettings settings) {
    ownership = Ownership.of(this);
    policyRounds = new PolicyRounds(advisor, agreement, ownership);
    chores = new Chores(hostGuard, metrics.choresLate::set, Time::monotonicNow, Chores::daemon);
    chores.every(
        TABLE_THREAD,
        "rebuilding the storage table",
        0,
        settings.tableIntervalMillis(),
        this::refreshTable);
    long tick = TimeUnit.SECONDS.toMillis(LiveService.TICK_SECONDS);
    chores.every(TABLE_THREAD, "letting go of live lineage", tick, tick, live::tick);
    chores.every(TABLE_THREAD, "counting in shadow mode", tick, tick, advisor::followShadow);
    long look = TimeUnit.SECONDS.toMillis(RegistrationExpiry.TICK_SECONDS);
    chores.every(TABLE_THREAD, "ending registrations", look, look, this::expire);
    long interval = settings.storagePolicyIntervalMillis();
    chores.every(
        POLICY_THREAD,
        "keeping storage policies in agreement",
        interval,
        interval,
        this::agreeOnPolicies);
    long save = TimeUnit.SECONDS.toMillis(WearKeeper.SAVE_SECONDS);
    chores.every(POLICY_THREAD, "keeping what was written to SSDs", save, save, this::keepWear);
  }

  /** Ends registrations, and jobs of them, whose time is over. */
  private void expire() {
    if (isToKeep()) {
      expiry.tickOrLater();
      jobExpiry.tick();
    }
  }

  /** Whether anything new is to be kept, and can be. */
  private boolean isToKeep() {
    return state.isWritable() && !uninstall.isOn() && !nameNode.isInSafeMode();
  }

  private void keepWear() {
    try {
      Set<String> users = spending.users();
      users.addAll(registry.view().owners());
      for (String user : users) {
        limits.learn(user);
      }
    } catch (IOException e) {
      hostGuard.failed("finding the limits of users", e);
    }
    if (isToKeep()) {
      try {
        wear.save();
        spending.save();
      } catch (IOException e) {
        metrics.stateFailures.incr();
        LOG.debug("LDM keeps what was written to SSDs the next time", e);
      }
    }
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
      advisor.beginShadow();
    }
    advisor.settings(next);
    tableUpdater.settings(next);
    registry.limit(next.maxWorkflows());
    applyLimits(next);
    wear.wear().limit(next.migration().wearBytesPerDay(), next.wearBytesPerDay());
    migration.reconfigure(next.migration());
    refreshTable();
  }

  /** Has decisions go by the storages of now. */
  public void refreshTable() {
    GlobalStorageTable table = tableUpdater.rebuild();
    advisor.publish(table);
    spending.settle(table, tableUpdater.meanFastBlockBytes());
    metrics.ssdsWorn.set(table.tiers().stream().mapToInt(Tier::wornCount).sum());
  }

  private void agreeOnPolicies() {
    if (!state.isWritable()) {
      return;
    }
    if (nameNode.isInSafeMode()) {
      uninstall.waits("the NameNode is in safe mode");
    } else if (uninstall.isOn()) {
      uninstall.step();
    } else {
      policyRounds.round();
    }
  }

  /** Migration may have something to do. */
  private void lineageChanged() {
    migration.lineageChanged();
  }

  /** The workflow with every path on this cluster told from those on others. */
  public Workflow localise(Workflow workflow) {
    return workflow.mapDatasets(this::localise);
  }

  /** The path as this cluster's own, if it is. */
  public DatasetPath localise(DatasetPath dataset) {
    return ownFileSystems.localise(dataset);
  }

  /** What a job was seen to use, without what lies where it is not known whether that is here. */
  public Uses localise(Uses seen) {
    return seen.only(knownUses::isKnown).map(this::localise);
  }

  public NameNode nameNode() {
    return nameNode;
  }

  public Ownership owners() {
    return ownership;
  }

  public PlacementAdvisor advisor() {
    return advisor;
  }

  public StoragePolicyAgreement agreement() {
    return agreement;
  }

  public MigrationService migration() {
    return migration;
  }

  public StateLifeCycle state() {
    return state;
  }

  public DeviceReports devices() {
    return devices;
  }

  public SpendingKeeper spending() {
    return spending;
  }

  /** Where it is kept how long runs have taken. */
  public StateStore runTimes() {
    return stores.of("runs");
  }

  WearKeeper wear() {
    return wear;
  }

  public StorageTableUpdater storages() {
    return tableUpdater;
  }

  public LdmMetrics metrics() {
    return metrics;
  }

  public HostGuard hostGuard() {
    return hostGuard;
  }

  public Chores chores() {
    return chores;
  }

  public CsrfGuard csrfGuard() {
    return csrfGuard;
  }

  public Reconfiguration reconfiguration() {
    return reconfiguration;
  }

  public RequestPool requests() {
    return requests;
  }

  public LimitsByUser limits() {
    return limits;
  }

  public Uninstall uninstall() {
    return uninstall;
  }

  public RegistrationExpiry expiry() {
    return expiry;
  }

  public JobExpiry jobExpiry() {
    return jobExpiry;
  }

  public Workflows workflows() {
    return workflows;
  }

  public KeptLineage lineage() {
    return lineage;
  }

  public LiveService live() {
    return live;
  }

  /** Takes down whatever was started; a second call does nothing. */
  @Override
  public synchronized void stop() {
    if (topology != null) {
      LdmInstances.detach(topology);
    }
    if (oozie != null) {
      oozie.close();
    }
    if (requests != null) {
      requests.close();
    }
    if (migration != null) {
      migration.close();
    }
    if (chores != null) {
      chores.close();
    }
    if (state != null) {
      state.stop();
    }
    if (metrics != null) {
      metrics.close();
    }
    advisor = null;
  }

  @Override
  public void close() throws IOException {
    stop();
  }
}
