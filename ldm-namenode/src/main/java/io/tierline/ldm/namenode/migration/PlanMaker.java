/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import io.tierline.ldm.kept.LeavingDatasets;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.migration.DatasetBlocks;
import io.tierline.ldm.migration.FailingBlocks;
import io.tierline.ldm.migration.ManagedBlock;
import io.tierline.ldm.migration.MigrationPlan;
import io.tierline.ldm.migration.MigrationPlanner;
import io.tierline.ldm.migration.MigrationSettings;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.migration.UsesByGroup;
import io.tierline.ldm.namenode.access.Ownership;
import io.tierline.ldm.namenode.namespace.Listing;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.placement.StorageTableUpdater;
import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.registry.Canary;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.LinkedWorkflows;
import io.tierline.ldm.registry.ManagedDataset;
import io.tierline.ldm.state.StateUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;

/**
 * Makes plans from the lineage of the moment, the namespace and the storages. Remembers which
 * datasets it need not look at again: nobody reads them, and nothing of them is on a fast tier.
 */
final class PlanMaker {
  /** After so long a dataset that was settled is looked at again. */
  private static final long SETTLED_MILLIS = 3_600_000;

  /** So long after a volume has come, or come back, replicas on it may still be reported. */
  private static final long REPORTS_MILLIS = 600_000;

  /** Datasets that have left the lineage and are still to be cleared; more are not remembered. */
  private static final int MAX_FORMER = 10_000;

  private static final double[] NO_USES = {};

  private final NamenodeProtocols nameNode;
  private final Listing listing;
  private final PlacementAdvisor advisor;
  private final Ownership ownership;
  private final StoragePolicyAgreement agreement;
  private final StorageTableUpdater storages;
  private final LongSupplier clock;
  private final LeavingDatasets leaving;
  private final Map<String, Long> settled = new HashMap<>();
  private final Set<String> former = new HashSet<>();
  private final Map<String, List<JobId>> leftAlone = new HashMap<>();
  private final Function<List<String>, Set<String>> existing;
  private final FailingBlocks failing;
  private final UsesByGroup usesByGroup;
  private Map<String, Long> volumesBefore = Map.of();
  private long reportsUntil;
  private int firstRoot;
  private long made;

  /**
   * Binds it to what it looks at.
   *
   * @param existing those of some paths that exist
   * @param failing blocks that are left out of plans that nobody asked for, for a while
   */
  PlanMaker(
      NamenodeProtocols nameNode,
      Listing listing,
      PlanBasis basis,
      LeavingDatasets leaving,
      Function<List<String>, Set<String>> existing,
      FailingBlocks failing,
      LongSupplier clock) {
    this.existing = existing;
    this.failing = failing;
    this.advisor = basis.advisor();
    this.ownership = basis.owners();
    this.agreement = basis.agreement();
    this.storages = basis.storages();
    this.usesByGroup =
        new UsesByGroup(advisor.settings().migration().decisions().typicalJobSeconds());
    this.nameNode = nameNode;
    this.listing = listing;
    this.clock = clock;
    this.leaving = leaving;
    leaving.tell(this::touched);
  }

  /**
   * Makes a plan of what should be moved now; it may be empty.
   *
   * @param by who asks
   * @param unasked whether datasets whose plan was undone are left alone
   */
  synchronized MigrationPlan make(String by, boolean unasked) throws IOException {
    LineageView view = advisor.registry().view();
    Instant now = Instant.ofEpochMilli(clock.getAsLong());
    List<StorageState> volumes = storages.storages();
    lookForNewVolumes(volumes);
    remember(usesByGroup.update(view, now), view);
    leftAlone.entrySet().removeIf(left -> !left.getValue().equals(readers(view, left.getKey())));
    MigrationSettings settings = advisor.settings().migration().decisions();
    SortedMap<String, double[]> uses = worthALook(settings);
    MigrationSurvey survey = survey(view, uses, settings, nodes(volumes));
    List<DatasetBlocks> datasets = new ArrayList<>();
    uses.forEach(
        (root, seconds) -> {
          settle(root, seconds.length, survey.isClean(root));
          // Most of very many have no blocks, since they are still to be written.
          List<ManagedBlock> blocks = survey.blocks(root);
          if (!blocks.isEmpty() && (!unasked || !leftAlone.containsKey(root))) {
            // Where a quota limits SSDs nothing is brought up, and what is up goes down.
            double[] counted =
                seconds.length == 0 || agreement.isLimited(root)
                    ? NO_USES
                    : counted(view, root, seconds);
            datasets.add(
                DatasetBlocks.of(
                    root, counted, settings.tauSeconds(), unasked ? willing(blocks) : blocks));
          }
        });
    List<Move> moves = MigrationPlanner.plan(datasets, volumes, settings);
    advisor.shadow().planned(datasets, moves, root -> ownerOf(view, root));
    String id = "plan-" + Long.toString(now.toEpochMilli(), Character.MAX_RADIX) + "-" + ++made;
    return new MigrationPlan(id, now, by, moves);
  }

  /** Without those that have failed lately. */
  private List<ManagedBlock> willing(List<ManagedBlock> blocks) {
    long now = clock.getAsLong();
    return blocks.stream().filter(block -> !failing.isPaused(block.id(), now)).toList();
  }

  /**
   * A DataNode or a volume that comes back brings replicas that nobody knew when their datasets
   * were found settled, and HDFS may drop others for them. Moves from it or to it that failed may
   * succeed now.
   */
  private void lookForNewVolumes(List<StorageState> volumes) {
    Map<String, Long> now =
        volumes.stream()
            .collect(
                Collectors.groupingBy(
                    volume -> volume.node() + " " + volume.medium(), Collectors.counting()));
    boolean more =
        now.entrySet().stream()
            .anyMatch(
                volume -> volume.getValue() > volumesBefore.getOrDefault(volume.getKey(), 0L));
    if (more) {
      settled.clear();
      failing.forget();
      reportsUntil = clock.getAsLong() + REPORTS_MILLIS;
    }
    volumesBefore = now;
  }

  /** Has everything looked at again: another NameNode was active meanwhile. */
  synchronized void newTerm() {
    volumesBefore = Map.of();
  }

  /** What was managed and is no more has to leave the fast tiers too. */
  private void remember(Collection<LinkedWorkflows> gone, LineageView view) {
    for (LinkedWorkflows group : gone) {
      group
          .managed()
          .forEach(
              (root, stated) -> {
                boolean counted = stated.counting(ownership::now) != null;
                if (counted && !isManaged(view, root) && former.size() < MAX_FORMER) {
                  former.add(root);
                  settled.remove(root);
                }
              });
    }
    former.removeIf(root -> isManaged(view, root));
  }

  private boolean isManaged(LineageView view, String root) {
    return ownership.managed(view, root) != null;
  }

  /** A dataset whose next use is far away matters only where room is to be made. */
  private SortedMap<String, double[]> worthALook(MigrationSettings settings) {
    Canary canary = advisor.settings().canary();
    boolean scarce = advisor.table().tiers().stream().anyMatch(tier -> tier.threshold() > 0);
    SortedMap<String, double[]> found = new TreeMap<>();
    LineageView view = advisor.registry().view();
    usesByGroup.forEach(
        (dataset, seconds) -> {
          String root = dataset.root();
          if (isOneOfSeveral(view, dataset) && !dataset.owner().equals(ownerOf(view, root))) {
            return;
          }
          if (seconds.length > 0) {
            settled.remove(root);
          }
          boolean near = seconds.length > 0 && seconds[0] <= settings.horizonSeconds();
          boolean isWorth = seconds.length == 0 ? !isSettled(root) : near || scarce;
          if (isWorth && canary.admits(root)) {
            found.put(root, seconds);
          }
        });
    former.stream()
        .filter(root -> !isSettled(root) && canary.admits(root))
        .forEach(root -> found.put(root, NO_USES));
    return found;
  }

  private static boolean isOneOfSeveral(LineageView view, ManagedDataset dataset) {
    ManagedDataset all = view.managed(dataset.root());
    return all != null && !all.others().isEmpty();
  }

  /** The user whose word counts at a root; "" for nobody. */
  private String ownerOf(LineageView view, String root) {
    ManagedDataset counting = ownership.managed(view, root);
    return counting == null ? "" : counting.owner();
  }

  /** Of the uses of a dataset as many as its user has readers that count. */
  private double[] counted(LineageView view, String root, double[] seconds) {
    ManagedDataset counting = ownership.managed(view, root);
    return counting == null ? seconds : advisor.believed(counting, seconds);
  }

  /** Those that exist and are the user's who states them, or were when they left the lineage. */
  private Set<String> existingAndOwned(LineageView view, List<String> roots) {
    Set<String> found = new HashSet<>(existing.apply(roots));
    found.removeIf(root -> !former.contains(root) && !isManaged(view, root));
    return found;
  }

  static long nodes(List<StorageState> volumes) {
    return volumes.stream().map(StorageState::node).distinct().count();
  }

  private MigrationSurvey survey(
      LineageView view, Map<String, double[]> uses, MigrationSettings settings, long nodes)
      throws IOException {
    List<String> roots = new ArrayList<>(uses.keySet());
    // Where a survey was cut short, the next one begins.
    Collections.rotate(roots, roots.isEmpty() ? 0 : -(firstRoot % roots.size()));
    MigrationSurvey survey =
        new MigrationSurvey(
            listing,
            agreement,
            new MigrationSurvey.Scope(
                path -> view.find(path, ownership::now),
                slice -> existingAndOwned(view, slice),
                root -> {
                  double[] seconds = uses.getOrDefault(root, NO_USES);
                  return seconds.length == 0 || seconds[0] > settings.horizonSeconds();
                },
                nodes),
            advisor.settings().migration().surveyBlocks());
    int seen = survey.walk(roots);
    if (seen < roots.size()) {
      firstRoot += Math.max(1, seen);
      advisor.metrics().migrationSurveysCut.incr();
    } else {
      firstRoot = 0;
    }
    return survey;
  }

  private boolean isSettled(String root) {
    Long since = settled.get(root);
    return since != null && clock.getAsLong() - since < SETTLED_MILLIS;
  }

  private void settle(String root, int uses, boolean clean) {
    if (uses > 0) {
      settled.remove(root);
    } else if (clean && clock.getAsLong() >= reportsUntil) {
      // One that has left the lineage is let go of when it is found so a second time, or at once
      // where there are many.
      Long before = settled.put(root, clock.getAsLong());
      if (before != null || former.size() > MAX_FORMER / 2) {
        leaving.left(root);
        if (former.remove(root)) {
          settled.remove(root);
        }
      }
    }
  }

  /** Takes note that a replica of the dataset was moved, maybe after the last look at it. */
  synchronized void touched(String root) {
    settled.remove(root);
    if (!isManaged(advisor.registry().view(), root) && former.size() < MAX_FORMER) {
      former.add(root);
    }
  }

  /**
   * Keeps that these are about to leave the lineage, and what their replicas may lie on: the
   * storage policy that tells of a dataset is set only after its first block was placed or moved,
   * and the NameNode may go before.
   */
  void leaving(List<String> roots) throws StateUnavailableException {
    try {
      for (String root : existing.apply(roots)) {
        leaving.add(root);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new StateUnavailableException(
          "nothing was changed, since it could not be kept: " + e.getMessage(), e);
    }
  }

  /** Leaves these datasets out of plans that nobody asked for until other jobs are to read them. */
  synchronized void leaveAlone(Set<String> roots) {
    LineageView view = advisor.registry().view();
    for (String root : roots) {
      if (leftAlone.size() < MAX_FORMER) {
        leftAlone.put(root, readers(view, root));
      }
    }
  }

  private List<JobId> readers(LineageView view, String root) {
    ManagedDataset dataset = ownership.managed(view, root);
    return dataset == null ? List.of() : dataset.vertex().readers();
  }

  /**
   * Brings the storage policies of a plan's directories in line with its moves before they are
   * made: what goes down gets its own policy back, so that the Mover finds nothing to bring up.
   */
  void agree(Set<String> up, Set<String> down) {
    LineageView view = advisor.registry().view();
    down.stream().filter(root -> !up.contains(root)).forEach(agreement::release);
    for (String root : up) {
      int readers = readers(view, root).size();
      int replicas = replication();
      boolean all = replicas > 1 && readers >= replicas;
      agreement.promoting(root, all);
    }
  }

  private int replication() {
    try {
      return nameNode.getServerDefaults().getReplication();
    } catch (IOException e) {
      return Integer.MAX_VALUE;
    }
  }
}
