/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import io.tierline.ldm.foresight.Foresight;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.kept.LentRoom;
import io.tierline.ldm.kept.SpendingKeeper;
import io.tierline.ldm.limits.BelievedReaders;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;
import io.tierline.ldm.namenode.state.StateLifeCycle;
import io.tierline.ldm.placement.Decider;
import io.tierline.ldm.placement.DecisionGuard;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.Place;
import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.placement.UnreportedRoom;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.registry.Decision;
import io.tierline.ldm.registry.DecisionLog;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.ManagedDataset;
import io.tierline.ldm.registry.Standing;
import io.tierline.ldm.settings.PlacementKeys;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.util.Time;

/**
 * What the placement policy and the topology ask, for one NameNode: looks the path up in the
 * current lineage, has the decision taken within its guard, keeps it to be explained and counts it.
 * Never throws, takes no lock and does no I/O.
 */
public final class PlacementAdvisor implements StateLifeCycle.Placing {
  private final LineageRegistry registry;
  private volatile LdmSettings settings;
  private final LdmMetrics metrics;
  private final Decider decider;
  private final DecisionGuard guard;
  private final DecisionLog decisions;
  private final RetypedPolicies policies = new RetypedPolicies();
  private final StoragePolicyAgreement agreement;
  private final NotedRoots noted = new NotedRoots();
  private volatile Consumer<String> beingWritten = root -> {};
  private final HostGuard hostGuard;
  private final ShadowPlacements shadow;
  private final SurplusChoice surplus;
  private final UnreportedRoom unreported = new UnreportedRoom();
  private volatile SpendingKeeper spending = SpendingKeeper.NOBODYS;
  private volatile BelievedReaders readers = BelievedReaders.ALL;
  private volatile GlobalStorageTable table;
  private volatile boolean lineageKnown = true;
  private volatile boolean off;
  private volatile BooleanSupplier isLeaving = () -> false;
  private volatile Consumer<String> writing = node -> {};
  private volatile LentRoom lentRoom = LentRoom.NONE;
  private volatile Function<ManagedDataset, Standing> standing = stated -> Standing.OWNER;

  /** Where faults of ours are taken, and where they are counted with all else. */
  public record Faults(HostGuard hostGuard, LdmMetrics metrics) {}

  /** Creates one that decides by these, with no table of storages yet. */
  public PlacementAdvisor(
      LineageRegistry registry, LdmSettings settings, Deciding by, Faults faults) {
    this.registry = registry;
    this.settings = settings;
    this.decider = by.decider();
    this.guard = by.guard();
    this.agreement = by.agreement();
    this.metrics = faults.metrics();
    this.hostGuard = faults.hostGuard();
    this.shadow = new ShadowPlacements(this::isShadow, this::standingOf, registry, metrics);
    this.surplus = new SurplusChoice(registry, metrics);
    hostGuard.onFault(metrics::fault);
    this.decisions = new DecisionLog(settings.decisionsKept());
    this.table =
        GlobalStorageTable.of(
            List.of(), settings.tiers(), settings.network(), GlobalStorageTable.BLOCK_BYTES);
  }

  /**
   * The storage policy for a block's replicas, or null when stock is to answer.
   *
   * <p>Stock also answers every second try for a new block. HDFS learns of a volume's free space
   * with heartbeats, so a fast tier that is filling up may turn a writer away; the writer then
   * excludes the node, for all its volumes and for minutes, and would soon have excluded them all.
   */
  public BlockStoragePolicy advise(
      String src, int replicas, Node writer, BlockStoragePolicy asked, boolean retry) {
    LdmSettings now = settings;
    if (isOff() || !now.placement() || now.shadow() || src == null || policies.isOurs(asked)) {
      return null;
    }
    if (!lineageKnown) {
      metrics.fallbacksLoading.incr();
      return null;
    }
    try {
      ManagedDataset dataset = registry.view().find(src, standing);
      if (dataset == null) {
        return retry ? null : lend(src, replicas, writer, asked);
      }
      if (!now.canary().admits(dataset.root())) {
        metrics.decisionsOutsideCanary.incr();
        return null;
      }
      if (retry) {
        metrics.fallbacksRetry.incr();
        // Nor may a storage policy that we set, here or above, ask for the tier again.
        return agreement.mayPlace(dataset.root(), asked) ? policies.allDisk(asked) : null;
      }
      return decide(src, dataset, replicas, writer, asked);
    } catch (RuntimeException | Error e) {
      hostGuard.failed("a placement decision", e);
      return null;
    }
  }

  private BlockStoragePolicy decide(
      String src, ManagedDataset dataset, int replicas, Node writer, BlockStoragePolicy asked) {
    if (!agreement.mayPlace(dataset.root(), asked)) {
      metrics.storagePolicyOfUser.incr();
      return null;
    }
    String owner = dataset.owner();
    if (spending.isHeld(owner)) {
      metrics.placementsHeldBackByUser.incr();
      return policies.allDisk(asked);
    }
    long started = guard.now();
    if (!guard.isOpen(started)) {
      metrics.fallbacksPaused.incr();
      return null;
    }
    Place place = placeOf(writer);
    GlobalStorageTable current = table;
    PlacementPlan plan = decider.plan(believed(dataset), replicas, place, current);
    BlockStoragePolicy wanted = policies.of(plan, asked);
    current.placed(dataset.vertex().dataset(), plan);
    decisions.add(new Decision(src, dataset, place, plan, current.basis(), Time.now()));
    metrics.decided(plan);
    spending.placed(owner, plan.fast());
    if (!plan.replicas().isEmpty() && current.isHeldBackByWear(plan.replicas().get(0).quotient())) {
      metrics.placementsHeldBackByWear.incr();
    }
    if (noted.isNew(src, dataset, agreement.rounds())) {
      agreement.placing(dataset.root(), plan, asked);
      beingWritten.accept(dataset.root());
    }
    if (guard.ended(started)) {
      metrics.decisionsOverBudget.incr();
    }
    return wanted;
  }

  /** Room for a block without lineage, where some is lent; null where stock is to answer. */
  private BlockStoragePolicy lend(String src, int replicas, Node writer, BlockStoragePolicy asked) {
    String directory = lentRoom.directoryOf(src);
    if (directory == null || !agreement.mayPlace(src, asked)) {
      return null;
    }
    long started = guard.now();
    if (!guard.isOpen(started)) {
      metrics.fallbacksPaused.incr();
      return null;
    }
    BlockStoragePolicy wanted =
        policies.of(PlacementPlanner.lent(replicas, placeOf(writer), table), asked);
    if (wanted != null) {
      lentRoom.took(directory);
      metrics.blocksLent.incr();
    }
    if (guard.ended(started)) {
      metrics.decisionsOverBudget.incr();
    }
    return wanted;
  }

  /** Lends room to blocks without lineage by these. */
  public void lendBy(LentRoom room) {
    lentRoom = room;
  }

  /** What would be decided now on a block that is written from outside the cluster. */
  public PlacementPlan planFromOutside(ManagedDataset dataset, int replicas) {
    return decider.plan(believed(dataset), replicas, Place.OUTSIDE, table);
  }

  /** What is registered of a dataset, with no more readers than count for its user. */
  public Vertex believed(ManagedDataset dataset) {
    return believed(dataset.owner(), dataset.vertex());
  }

  /** What a user states of a dataset, with no more readers than count for him. */
  public Vertex believed(String owner, Vertex stated) {
    return readers.of(owner, stated);
  }

  /**
   * The coming uses of a dataset, nearest first, with no more than count for its user.
   *
   * @param seconds to each of them
   */
  public double[] believed(ManagedDataset dataset, double[] seconds) {
    int most = believed(dataset).reusability();
    return seconds.length <= most ? seconds : Arrays.copyOf(seconds, most);
  }

  /** Says which readers count. */
  public void believeBy(BelievedReaders believed) {
    readers = believed;
  }

  /** Which readers count. */
  public BelievedReaders readers() {
    return readers;
  }

  /** Notes what would be decided on a new block, in shadow mode; it is placed by stock. */
  public void shadowed(
      String src, int replicas, Node writer, BlockStoragePolicy asked, long bytes) {
    LdmSettings now = settings;
    if (isOff() || !now.placement() || !lineageKnown || src == null) {
      return;
    }
    try {
      ManagedDataset dataset = registry.view().find(src, standing);
      long started = guard.now();
      if (dataset == null
          || !now.canary().admits(dataset.root())
          || !agreement.mayPlace(dataset.root(), asked)
          || !guard.isOpen(started)) {
        return;
      }
      PlacementPlan plan = decider.plan(believed(dataset), replicas, placeOf(writer), table);
      if (noted.isNew(src, dataset, agreement.rounds())) {
        beingWritten.accept(dataset.root());
      }
      shadow.placed(dataset, plan, bytes, table);
      guard.ended(started);
    } catch (RuntimeException | Error e) {
      hostGuard.failed("a decision in shadow mode", e);
    }
  }

  /** Has stock answer everything while that is true, since LDM is being taken out. */
  public void offWhile(BooleanSupplier leaving) {
    isLeaving = leaving;
  }

  /** The switch by which nothing is moved, whatever migration's own says; empty for none. */
  public Optional<String> movesNothingBy() {
    if (isLeaving.getAsBoolean()) {
      return Optional.of("hdfs ldm -uninstall");
    }
    return isShadow() ? Optional.of(PlacementKeys.SHADOW.key()) : Optional.empty();
  }

  /** True while nothing is placed or moved, and all that would be is counted. */
  public boolean isShadow() {
    return settings.shadow();
  }

  /** What would be placed and moved, while nothing is. */
  public ShadowPlacements shadow() {
    return shadow;
  }

  static Place placeOf(Node writer) {
    if (writer == null) {
      return Place.OUTSIDE;
    }
    String node = writer instanceof DatanodeDescriptor dn ? dn.getDatanodeUuid() : "";
    return new Place(node == null ? "" : node, writer.getNetworkLocation());
  }

  /** True when the SSDs of that node are not to be written to today. */
  public boolean isWorn(String node) {
    return node != null && table.isWorn(node);
  }

  private Standing standingOf(ManagedDataset stated) {
    return standing.apply(stated);
  }

  /** Goes by how much counts what users state, which is told without a lock and without I/O. */
  public void standing(Function<ManagedDataset, Standing> by) {
    standing = by;
  }

  /** Has somebody told of every node whose SSD a block is given. */
  public void onWriting(Consumer<String> toWhom) {
    writing = toWhom;
  }

  /** Keeps to what may be spent for each user. */
  public void spendBy(SpendingKeeper keeper) {
    spending = keeper;
  }

  /** Has it noted of which datasets blocks are being placed. */
  public void foreseeBy(Foresight foresight) {
    beingWritten = foresight::note;
  }

  /** A block is given an SSD of that node. */
  public void writing(String node) {
    writing.accept(node);
  }

  /** A replica is given a place, which its DataNode has not reported as taken yet. */
  public void given(DatanodeStorageInfo target, long bytes) {
    Medium medium = StorageMedium.of(target.getStorageType());
    String node = target.getDatanodeDescriptor().getDatanodeUuid();
    if (medium != null && medium != TierSettings.BASE && node != null) {
      unreported.give(node, medium, bytes);
    }
  }

  /** Room that was given and not reported as taken yet. */
  public UnreportedRoom unreported() {
    return unreported;
  }

  /** Counts the fast replicas that were wanted and not found. */
  public void placed(
      BlockStoragePolicy wanted, List<DatanodeStorageInfo> others, DatanodeStorageInfo[] targets) {
    int missed = RetypedPolicies.fast(wanted, others.size() + targets.length);
    for (DatanodeStorageInfo other : others) {
      missed -= RetypedPolicies.isFast(other.getStorageType()) ? 1 : 0;
    }
    for (DatanodeStorageInfo target : targets) {
      missed -= RetypedPolicies.isFast(target.getStorageType()) ? 1 : 0;
    }
    if (missed > 0) {
      metrics.fastReplicasMissed.incr(missed);
    }
  }

  /** Counts an answer that stock gave in place of ours; a cause that is null is too few targets. */
  public void gaveUp(Throwable cause) {
    if (cause == null) {
      metrics.fallbacksTooFewTargets.incr();
    } else {
      hostGuard.failed("placing by the decided storage types", cause);
    }
  }

  /** Whether what is registered is known; while it is being loaded, stock answers. */
  @Override
  public void lineageKnown(boolean known) {
    lineageKnown = known;
  }

  /** Whether stock answers everything, since LDM cannot tell what is registered. */
  @Override
  public void off(boolean nowOff) {
    off = nowOff;
  }

  /** Whether stock answers everything: for a while, or for good since something of ours misfits. */
  public boolean isOff() {
    return off || hostGuard.isOff() || isLeaving.getAsBoolean();
  }

  /** Where what our own code throws is taken. */
  @Override
  public HostGuard hostGuard() {
    return hostGuard;
  }

  /**
   * True when replicas are offered to readers by their ratings, or would be but for shadow mode.
   */
  public boolean ordersReads() {
    return !isOff() && settings.readsByRating();
  }

  /** Chooses what goes when a block has a replica too many. */
  public SurplusChoice surplus() {
    return surplus;
  }

  /** The storage types that a surplus replica is to be taken from; see {@link SurplusChoice}. */
  public List<StorageType> surplusTypes(
      Collection<DatanodeStorageInfo> candidates,
      int replicas,
      List<StorageType> excess,
      DatanodeDescriptor added,
      DatanodeDescriptor hint) {
    boolean mayBeOurs =
        hint == null
            ? hasLineage() || (!isShadow() && surplus.knowsOfLeaving())
            : surplus.isWayOfOurs(hint, added);
    return isOff() || !mayBeOurs ? null : surplus.types(candidates, replicas, excess, added, hint);
  }

  /** True when something is registered by which blocks are placed. */
  boolean hasLineage() {
    return !isShadow() && !isOff() && !registry.view().registrations().isEmpty();
  }

  /** The storage policy of ours that the path carries, or null. */
  public String policyOn(String root) {
    return agreement.policyOn(root);
  }

  @Override
  public LdmMetrics metrics() {
    return metrics;
  }

  public LdmSettings settings() {
    return settings;
  }

  /** Decides by these from now on. */
  public void settings(LdmSettings next) {
    settings = next;
  }

  public LineageRegistry registry() {
    return registry;
  }

  public DecisionLog decisions() {
    return decisions;
  }

  public GlobalStorageTable table() {
    return table;
  }

  public void publish(GlobalStorageTable next) {
    table = next;
  }
}
