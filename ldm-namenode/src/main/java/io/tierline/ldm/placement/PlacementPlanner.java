/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.LineageQuotient;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.List;

/**
 * Algorithms 4 and 5 of Mishra 2018, chapter 5: the medium of a block's first replica by its
 * reusability, then those of the others with one reader less for each.
 *
 * <p>Of replicas on disks and on fast media the writer's own node takes one on a disk. All nodes
 * have about as many tasks, so what these write to their own disks is spread evenly. The other
 * nodes are drawn by lot, and a writer waits for the slowest disk of a block: in a closed network
 * of {@code m} queues with {@code n} customers, each sent on by lot, a queue is empty for {@code (m
 * - 1) / (n + m - 1)} of the time (W. J. Gordon and G. F. Newell, "Closed queuing systems with
 * exponential servers", Operations Research 15, 1967). Fast devices are not what writers wait for.
 * Readers lose nothing: as many nodes have a fast replica. Where other racks lack fast nodes, the
 * writer's takes it as before.
 *
 * <p>So a block that is read once gets one fast replica, a block read three times may get three,
 * and a block that nobody reads stays on disk. The ratings of the first replica are refactored from
 * the writer, those of the second from there into another rack, those of the third into the same
 * rack as the second, which is HDFS's rack rule; which nodes carry them is the host's choice.
 */
public final class PlacementPlanner {
  private static final int MEDIA = Medium.values().length;

  private PlacementPlanner() {}

  /**
   * Plans the replicas of a block of that vertex.
   *
   * @param vertex the block's place in the block graph
   * @param replicas how many replicas the block will have, at least 0
   * @param writer where it is written from
   * @param table the state of the storages
   */
  public static PlacementPlan plan(
      Vertex vertex, int replicas, Place writer, GlobalStorageTable table) {
    return plan(
        vertex.reusability(),
        vertex.slack(),
        vertex.stay(),
        table.latitude(vertex.dataset()),
        replicas,
        writer,
        table);
  }

  /**
   * As {@link #plan(Vertex, int, Place, GlobalStorageTable)}, from bare figures, for readers that
   * come at the same time, with nothing foreseen.
   */
  public static PlacementPlan plan(
      int reusability, int slack, int replicas, Place writer, GlobalStorageTable table) {
    return plan(reusability, slack, slack, Latitude.NONE, replicas, writer, table);
  }

  /**
   * Plans a block without lineage in room that nobody wants: all its replicas on fast tiers, as far
   * as these have nodes with room above the reserve.
   *
   * @param replicas how many the block will have, at least 0
   * @param writer where it is written from
   */
  public static PlacementPlan lent(int replicas, Place writer, GlobalStorageTable table) {
    List<ReplicaChoice> choices = new ArrayList<>(replicas);
    int[] taken = new int[MEDIA];
    for (int i = 0; i < replicas; i++) {
      ReplicaChoice choice = table.choose(Admission.SPARE, 0, writer, nearest(i, table), taken);
      taken[choice.medium().ordinal()]++;
      choices.add(choice);
    }
    return new PlacementPlan(0, 0, choices);
  }

  /** A kind is an object only once, for the first block of it: the others cost no memory. */
  private static PlacementPlan plan(
      int reusability,
      int slack,
      int stay,
      Latitude latitude,
      int replicas,
      Place writer,
      GlobalStorageTable table) {
    KnownPlans known = table.plans();
    int hash = Kind.hash(reusability, slack, stay, latitude, replicas, writer);
    KnownPlans.Known last = known.at(hash);
    if (last != null && last.kind().is(reusability, slack, stay, latitude, replicas, writer)) {
      return last.plan();
    }
    Kind kind = new Kind(reusability, slack, stay, latitude, replicas, writer);
    PlacementPlan plan = made(kind, table);
    known.keep(hash, kind, plan);
    return plan;
  }

  /** The plan, whether it was made before or not. */
  static PlacementPlan made(Kind kind, GlobalStorageTable table) {
    List<ReplicaChoice> choices = new ArrayList<>(kind.replicas());
    int[] taken = new int[MEDIA];
    int spare = kind.reusability() == 0 ? 0 : kind.latitude().spare();
    Admission readers = kind.latitude().readers();
    Place from = kind.writer();
    for (int i = 0; i < kind.replicas(); i++) {
      int fast = i - taken[TierSettings.BASE.ordinal()];
      double worth = worth(kind, i, fast, table);
      Distance nearest = nearest(i, table);
      ReplicaChoice choice = table.choose(readers, worth, from, nearest, taken);
      if (choice.medium() == TierSettings.BASE && spare > 0) {
        spare--;
        choice = table.choose(Admission.SPARE, 0, from, nearest, taken);
      }
      taken[choice.medium().ordinal()]++;
      choices.add(choice);
      if (i == 1 && table.rackCount() > 1) {
        from = table.placeOutside(kind.writer().rack(), choice.medium());
      }
    }
    int fast = choices.size() - taken[TierSettings.BASE.ordinal()];
    boolean isMixed = fast > 0 && fast < choices.size();
    return new PlacementPlan(
        kind.reusability(),
        kind.slack(),
        choices,
        isMixed && table.hasFastNodesBeside(kind.writer(), fast));
  }

  private static double worth(Kind kind, int replica, int fast, GlobalStorageTable table) {
    return table.value() == ValueModel.QUOTIENT
        ? LineageQuotient.of(Math.max(kind.reusability() - replica, 0), kind.slack())
        : ReplicaClaim.of(
            kind.reusability(), kind.slack(), kind.stay(), replica, fast, table.shareOfAnother());
  }

  private static Distance nearest(int replica, GlobalStorageTable table) {
    if (replica == 0) {
      return Distance.NODE;
    }
    return replica == 1 && table.rackCount() > 1 ? Distance.REMOTE : Distance.RACK;
  }
}
