/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.Place;
import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.placement.ValueModel;
import io.tierline.ldm.rating.DeviceProfile;
import io.tierline.ldm.rating.DeviceSpeeds;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * LDM: its planner on its table of the cluster's storages, and readers sent to the replica with the
 * best rating. What no registered job writes is placed as in stock, or by the storage policy that
 * its directory carries.
 */
class LdmPlacement extends Placement {
  /** The service rebuilds its table so often. */
  private static final double TABLE_SECONDS = 3;

  private static final long DISK_BYTES = 1L << 50;

  private final Lineage lineage;
  private final List<Medium> rest;
  private final Network network;
  private final TierSettings settings;
  private final Map<DatasetPath, Dataset> datasets = new HashMap<>();
  private final Set<Dataset> lent = new LinkedHashSet<>();
  private boolean isGivenBack;
  private GlobalStorageTable table = GlobalStorageTable.EMPTY;
  private double tableAt = Double.NEGATIVE_INFINITY;

  /**
   * LDM on a cluster.
   *
   * @param value by what it measures a replica's worth
   */
  LdmPlacement(Cluster cluster, SplittableRandom random, Lineage lineage, ValueModel value) {
    this(cluster, random, lineage, value, ON_DISKS);
  }

  /**
   * The same with a storage policy on all directories that no registered job reads.
   *
   * @param rest media of that policy
   */
  LdmPlacement(
      Cluster cluster,
      SplittableRandom random,
      Lineage lineage,
      ValueModel value,
      List<Medium> rest) {
    super(cluster, random);
    this.lineage = lineage;
    this.rest = rest;
    this.settings = TierSettings.DEFAULT.by(value);
    double link = cluster.hardware().linkBytesPerSecond() / Hardware.MIB;
    this.network = new Network(link, link / 2);
    refresh(0);
  }

  @Override
  List<Medium> media(Dataset dataset, Node writer, double now) {
    refresh(now);
    Place place = new Place(writer.name(), writer.rackName());
    Optional<Vertex> managed = lineage.managed(dataset);
    if (managed.isEmpty() && lends() && !isGivenBack && table.hasRoomToLend()) {
      lent.add(dataset);
      return PlacementPlanner.lent(REPLICAS, place, table).media();
    }
    Optional<Vertex> vertex = managed.filter(each -> !isLeft(each));
    if (vertex.isEmpty()) {
      return rest;
    }
    PlacementPlan plan = PlacementPlanner.plan(vertex.get(), REPLICAS, place, table);
    table.placed(vertex.get().dataset(), plan);
    return plan.media();
  }

  /** Whether room that no registered job wants is lent to data without lineage. */
  boolean lends() {
    return false;
  }

  /** Data that are to leave room which they had been lent; none while nobody wants it. */
  final Set<Dataset> givingBack() {
    return isGivenBack ? lent : Set.of();
  }

  /** All that was lent is given back, and nothing is lent anew before. */
  private void lookAtLent() {
    isGivenBack = !lent.isEmpty() && (isGivenBack || table.wantsLentRoom());
    if (isGivenBack && lent.stream().noneMatch(Dataset::isOnSsd)) {
      lent.clear();
      isGivenBack = false;
    }
  }

  /** A policy of the operator's goes before what LDM would do, which is nothing there. */
  private boolean isLeft(Vertex vertex) {
    return vertex.reusability() == 0 && !rest.equals(ON_DISKS);
  }

  @Override
  public final void knows(Dataset dataset) {
    datasets.put(Lineage.path(dataset.name()), dataset);
  }

  private long written(DatasetPath path) {
    Dataset dataset = datasets.get(path);
    return dataset == null ? 0 : dataset.bytes();
  }

  @Override
  final Comparator<Replica> order(Node reader) {
    Comparator<Replica> fastest = Comparator.comparingInt(replica -> -rating(replica, reader));
    return fastest.thenComparing(super.order(reader));
  }

  private int rating(Replica replica, Node reader) {
    String storage = storage(replica.node(), replica.medium());
    return table
        .reads()
        .of(replica.node().name(), storage, replica.medium(), distance(replica, reader));
  }

  private static String storage(Node node, Medium medium) {
    return medium + "-" + node.number();
  }

  @Override
  public final void finished(String job) {
    lineage.finished(job, this::written);
  }

  private void refresh(double now) {
    if (now - tableAt >= TABLE_SECONDS) {
      tableAt = now;
      lineage.refresh();
      table =
          GlobalStorageTable.of(storages(), settings, network, GlobalStorageTable.BLOCK_BYTES)
              .foreseeing(lineage.outlooks(this::written, disks()));
      lookAtLent();
    }
  }

  private int disks() {
    return cluster().nodes().size() * cluster().hardware().disks();
  }

  final Lineage lineage() {
    return lineage;
  }

  final TierSettings tiers() {
    return settings;
  }

  final Network network() {
    return network;
  }

  /** Null where nothing of it is there. */
  final Dataset dataset(DatasetPath path) {
    return datasets.get(path);
  }

  /** The table as it is now, at most as old as the service's. */
  final GlobalStorageTable table(double now) {
    refresh(now);
    return table;
  }

  final List<StorageState> storages() {
    Hardware hardware = cluster().hardware();
    List<StorageState> storages = new ArrayList<>();
    for (Node node : cluster().nodes()) {
      if (node.ssdBytes() > 0) {
        storages.add(
            state(node, Medium.SSD, node.ssdBytes(), node.ssdFree(), hardware.ssdMibPerSecond()));
      }
      storages.add(
          state(node, Medium.DISK, DISK_BYTES, DISK_BYTES, hardware.disk().mibPerSecond()));
    }
    return storages;
  }

  private static StorageState state(
      Node node, Medium medium, long bytes, long free, double mibPerSecond) {
    DeviceProfile profile =
        new DeviceProfile(mibPerSecond, medium.typical().latencySeconds(), 1, 0);
    return new StorageState(
        node.name(),
        node.rackName(),
        medium,
        bytes,
        free,
        new StorageState.Device(storage(node, medium), new DeviceSpeeds(profile, profile), true));
  }
}
