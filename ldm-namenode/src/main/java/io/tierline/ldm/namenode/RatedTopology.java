/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.guard.TestedHadoop;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.placement.StorageMedium;
import io.tierline.ldm.placement.ReadRatings;
import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Medium;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.util.VersionInfo;

/**
 * The network topology of LDM ({@code dfs.net.topology.impl}): offers replicas to a reader in the
 * order of their refactored performance rating, since a fast replica that nobody reads is wasted.
 *
 * <p>Stock's order comes first (distance, its secondary sort, its shuffle among equals), then a
 * stable sort by rating, which is that of the device where an agent has measured it: replicas of
 * one rating keep stock's order and its balance of load. So where all replicas lie on disks nothing
 * changes at all. Nodes that stock puts last because they are stale, slow or leaving stay last.
 */
@InterfaceAudience.LimitedPrivate("HDFS")
public class RatedTopology extends CountingTopology {
  private static final int SAME_RACK_WEIGHT = 2;

  private final LdmInstances.Link link = new LdmInstances.Link();

  /** Created by HDFS through reflection. */
  public RatedTopology() {}

  @Override
  public <T extends Node> void sortByDistance(
      Node reader, T[] nodes, int activeLen, Consumer<List<T>> secondarySort) {
    super.sortByDistance(reader, nodes, activeLen, secondarySort);
    sortByRating(reader, nodes, activeLen, false);
  }

  @Override
  public <T extends Node> void sortByDistanceUsingNetworkLocation(
      Node reader, T[] nodes, int activeLen, Consumer<List<T>> secondarySort) {
    super.sortByDistanceUsingNetworkLocation(reader, nodes, activeLen, secondarySort);
    sortByRating(reader, nodes, activeLen, true);
  }

  private <T extends Node> void sortByRating(
      Node reader, T[] nodes, int activeLen, boolean byLocation) {
    try {
      PlacementAdvisor advisor = link.get(this);
      if (advisor == null || activeLen < 2 || !advisor.ordersReads()) {
        return;
      }
      ReadRatings known = advisor.table().reads();
      Comparator<T> slower =
          Comparator.comparingInt(node -> rating(known, reader, node, byLocation));
      if (advisor.isShadow()) {
        countWhatWouldComeFirst(advisor, nodes, activeLen, slower);
        return;
      }
      // A copy is sorted, so that what fails half way leaves stock's order.
      T[] sorted = Arrays.copyOf(nodes, activeLen);
      Arrays.sort(sorted, slower.reversed());
      System.arraycopy(sorted, 0, nodes, 0, activeLen);
      advisor.metrics().readsOrdered.incr();
    } catch (RuntimeException | Error e) {
      failed("ordering replicas by rating", e);
    }
  }

  @Override
  boolean isOff() {
    PlacementAdvisor advisor = link.get(this);
    return link.isOff()
        || (advisor == null ? !TestedHadoop.isTested(VersionInfo.getVersion()) : advisor.isOff());
  }

  @Override
  void failed(String what, Throwable fault) {
    link.failed(this, what, fault);
  }

  private static <T> void countWhatWouldComeFirst(
      PlacementAdvisor advisor, T[] nodes, int activeLen, Comparator<T> slower) {
    T fastest = Arrays.stream(nodes, 0, activeLen).max(slower).orElseThrow();
    if (slower.compare(nodes[0], fastest) < 0) {
      advisor.metrics().shadowReadsReordered.incr();
    }
  }

  private int rating(ReadRatings known, Node reader, Node node, boolean byLocation) {
    if (!(node instanceof DatanodeInfoWithStorage stored) || stored.getStorageType() == null) {
      return known.of(null, null, Medium.DISK, distance(reader, node, byLocation));
    }
    Medium medium = StorageMedium.of(stored.getStorageType());
    return medium == null
        ? Integer.MIN_VALUE
        : known.of(
            stored.getDatanodeUuid(),
            stored.getStorageID(),
            medium,
            distance(reader, node, byLocation));
  }

  private Distance distance(Node reader, Node node, boolean byLocation) {
    if (reader == null) {
      return Distance.REMOTE;
    }
    int weight = byLocation ? getWeightUsingNetworkLocation(reader, node) : getWeight(reader, node);
    if (weight == 0) {
      return Distance.NODE;
    }
    return weight <= SAME_RACK_WEIGHT ? Distance.RACK : Distance.REMOTE;
  }
}
