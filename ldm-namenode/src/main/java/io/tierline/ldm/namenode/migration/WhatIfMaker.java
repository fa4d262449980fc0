/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.migration.ComingUses;
import io.tierline.ldm.migration.CopyCost;
import io.tierline.ldm.migration.DatasetBlocks;
import io.tierline.ldm.migration.ManagedBlock;
import io.tierline.ldm.migration.MigrationPlanner;
import io.tierline.ldm.migration.MigrationSettings;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.namenode.access.Ownership;
import io.tierline.ldm.namenode.config.MigrationConfig;
import io.tierline.ldm.namenode.namespace.Listing;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.placement.StorageTableUpdater;
import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;
import io.tierline.ldm.placement.Place;
import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.ManagedDataset;
import io.tierline.ldm.whatif.ReadDataset;
import io.tierline.ldm.whatif.WhatIf;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.util.Time;

/** Gathers what a {@link WhatIf} is computed from. */
public final class WhatIfMaker {
  private final NameNode nameNode;
  private final PlacementAdvisor advisor;
  private final Ownership owners;
  private final StoragePolicyAgreement agreement;
  private final StorageTableUpdater updater;
  private final VisibleFiles visible;
  private final Function<JobId, String> names;
  private final MigrationConfig migration;
  private final List<StorageState> storages;
  private boolean complete = true;

  /** Which files the caller could list. */
  @FunctionalInterface
  public interface VisibleFiles {
    boolean test(String file) throws IOException;
  }

  /**
   * Creates one for a request.
   *
   * @param visible which files count
   * @param names what jobs are called
   */
  WhatIfMaker(
      NameNode nameNode, PlanBasis basis, VisibleFiles visible, Function<JobId, String> names) {
    this.nameNode = nameNode;
    this.advisor = basis.advisor();
    this.owners = basis.owners();
    this.agreement = basis.agreement();
    this.updater = basis.storages();
    this.visible = visible;
    this.names = names;
    this.migration = advisor.settings().migration();
    this.storages = updater.storages();
  }

  /** What these moves would do to the cluster and the registered jobs. */
  public WhatIfAnswer ofMoves(List<Move> moves) throws IOException {
    LineageView view = advisor.registry().view();
    Set<String> roots = new LinkedHashSet<>();
    moves.forEach(move -> roots.add(move.root()));
    Map<String, List<ManagedBlock>> blocks = blocks(view, roots);
    List<ReadDataset> datasets = new ArrayList<>();
    for (String root : roots) {
      ManagedDataset managed = owners.managed(view, root);
      List<String> readers = managed == null ? List.of() : readers(managed.vertex());
      datasets.add(new ReadDataset(root, readers, blocks.get(root)));
    }
    return WhatIfAnswer.of(complete, of(moves, datasets), null);
  }

  /**
   * What registering the workflow would have moved of the data it uses, and where what it writes
   * would be placed.
   *
   * @throws LineageException when it could not be registered
   */
  public WhatIfAnswer ofWorkflow(Workflow workflow, String owner) throws IOException {
    LineageView view = advisor.registry().preview(workflow, owner);
    String id = workflow.id();
    List<Vertex> own = new ArrayList<>();
    for (Vertex vertex : view.blocksAround(id).vertices()) {
      boolean used = uses(vertex.readers(), id) || uses(vertex.writers(), id);
      boolean placed = vertex.isProduced() && vertex.dataset().isLiteral();
      if (used && placed && (!uses(vertex.writers(), id) || counts(owner, vertex))) {
        own.add(vertex);
      }
    }
    own.sort(Comparator.comparing(vertex -> vertex.dataset().path()));
    Map<String, List<ManagedBlock>> blocks =
        blocks(view, own.stream().map(vertex -> vertex.dataset().path()).toList());
    List<ReadDataset> datasets = new ArrayList<>();
    for (Vertex vertex : own) {
      String root = vertex.dataset().path();
      datasets.add(new ReadDataset(root, readers(vertex), blocks.get(root)));
    }
    WhatIf whatIf = of(moves(view, id, owner, own, blocks), datasets);
    int replicas = nameNode.getRpcServer().getServerDefaults().getReplication();
    return WhatIfAnswer.of(
        complete,
        whatIf,
        own.stream()
            .filter(vertex -> uses(vertex.writers(), id))
            .map(vertex -> write(advisor.believed(owner, vertex), replicas))
            .toList());
  }

  private boolean counts(String owner, Vertex vertex) {
    return owners.ifHeWrites(owner, vertex.dataset().path()).counts();
  }

  private static boolean uses(Collection<JobId> jobs, String workflow) {
    return jobs.stream().anyMatch(job -> job.workflow().equals(workflow));
  }

  /** Whose word counts of a dataset: his who asks, of what is still to be registered. */
  private String ownerOf(LineageView view, String asking, String root) {
    ManagedDataset counting = owners.managed(view, root);
    return counting == null ? asking : counting.owner();
  }

  private List<String> readers(Vertex vertex) {
    return vertex.readers().stream().map(names).toList();
  }

  private List<Move> moves(
      LineageView view,
      String id,
      String owner,
      List<Vertex> own,
      Map<String, List<ManagedBlock>> blocks) {
    MigrationSettings settings = migration.decisions();
    ComingUses coming =
        ComingUses.of(
            view.tasksAround(id),
            view.finishedAround(id),
            Instant.ofEpochMilli(Time.now()),
            settings.typicalJobSeconds());
    List<DatasetBlocks> datasets = new ArrayList<>();
    for (Vertex vertex : own) {
      String root = vertex.dataset().path();
      // Nearest first, so that those which count nothing are left out at the end.
      double[] seconds = coming.of(vertex);
      int counting = advisor.believed(ownerOf(view, owner, root), vertex).reusability();
      datasets.add(
          DatasetBlocks.of(
              root,
              Arrays.copyOf(seconds, Math.min(seconds.length, counting)),
              settings.tauSeconds(),
              blocks.get(root)));
    }
    return MigrationPlanner.plan(datasets, storages, settings);
  }

  /** The blocks of these datasets that may be moved and that the caller may know of. */
  private Map<String, List<ManagedBlock>> blocks(LineageView view, Collection<String> roots)
      throws IOException {
    MigrationSurvey survey =
        new MigrationSurvey(
            Listing.of(nameNode),
            agreement,
            new MigrationSurvey.Scope(
                path -> view.find(path, owners::now),
                Set::copyOf,
                root -> false,
                PlanMaker.nodes(storages)),
            migration.surveyBlocks());
    complete = survey.walk(List.copyOf(roots)) == roots.size();
    Map<String, List<ManagedBlock>> blocks = new LinkedHashMap<>();
    for (String root : roots) {
      List<ManagedBlock> seen = new ArrayList<>();
      for (ManagedBlock block : survey.blocks(root)) {
        if (visible.test(block.file())) {
          seen.add(block);
        }
      }
      blocks.put(root, seen);
    }
    return blocks;
  }

  private WhatIf of(List<Move> moves, List<ReadDataset> datasets) {
    WhatIf.Throttles throttles =
        new WhatIf.Throttles(migration.totalBytesPerSecond(), migration.nodeBytesPerSecond());
    return WhatIf.of(moves, datasets, storages, advisor.settings().network(), throttles);
  }

  private WhatIfAnswer.Write write(Vertex vertex, int replicas) {
    long block = updater.blockBytes();
    PlacementPlan plan = PlacementPlanner.plan(vertex, replicas, Place.OUTSIDE, advisor.table());
    CopyCost cost = new CopyCost(advisor.settings().network(), storages);
    double best =
        plan.replicas().stream()
            .mapToDouble(replica -> cost.reading(block, replica.medium()))
            .min()
            .orElse(0);
    double saved = cost.reading(block, TierSettings.BASE) - best;
    return new WhatIfAnswer.Write(
        vertex.dataset().path(),
        vertex.reusability(),
        plan.replicas().stream().map(replica -> replica.medium().name()).toList(),
        plan.count(Medium.SSD) * block,
        Math.max(0, saved) * vertex.reusability());
  }
}
