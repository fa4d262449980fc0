/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.rating.Network;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Lives of a cluster: what was planned before never stands for what would be planned now. */
class KnownPlansProperties {
  private static final int STEPS = 400;
  private static final DatasetPath DATA = DatasetPath.of("/data");

  private static Vertex vertex(int readers, int slack, int stay) throws Exception {
    return new Vertex(
        DATA,
        List.of(new JobId("w", "writer")),
        Collections.nCopies(readers, new JobId("w", "reader")),
        slack,
        stay,
        List.of());
  }

  private static Place writer(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> Place.OUTSIDE;
      case 1 -> new Place("", "/r" + random.nextInt(4));
      default -> new Place("n" + random.nextInt(10), "/r" + random.nextInt(4));
    };
  }

  /** Room, nodes, racks and the network change with the table. */
  private static GlobalStorageTable table(Random random) {
    List<StorageState> volumes = new ArrayList<>();
    int nodes = 1 + random.nextInt(10);
    int racks = 1 + random.nextInt(3);
    volumes.addAll(
        Clusters.nodes(nodes, racks, random.nextInt(nodes + 1), random.nextDouble() * 1.1 - 0.1));
    Network network = random.nextBoolean() ? Network.TYPICAL : new Network(110, 11);
    long room = Math.max(0, Clusters.table(volumes, network).roomBytes());
    Outlook outlook =
        new Outlook(
            (long) (room * random.nextDouble()),
            (long) (room * random.nextDouble()),
            random.nextBoolean());
    GlobalStorageTable table = Clusters.table(volumes, network);
    return random.nextBoolean() ? table : table.foreseeing(Map.of(DATA, outlook));
  }

  @Property(tries = 100)
  void planThatWasMadeBeforeIsThePlanThatWouldBeMadeNow(@ForAll Random random) throws Exception {
    GlobalStorageTable table = table(random);
    for (int i = 0; i < STEPS; i++) {
      if (random.nextInt(50) == 0) {
        table = table(random);
      }
      int slack = random.nextInt(3);
      int stay = slack + random.nextInt(3);
      int readers = random.nextInt(5);
      int replicas = random.nextInt(5);
      Place writer = writer(random);
      assertThat(PlacementPlanner.plan(vertex(readers, slack, stay), replicas, writer, table))
          .isEqualTo(
              PlacementPlanner.made(
                  new Kind(readers, slack, stay, table.latitude(DATA), replicas, writer), table));
    }
  }

  @Example
  void planIsMadeOnceForBlocksOfAKind() throws Exception {
    GlobalStorageTable table = GlobalStorageTable.reference(3);
    PlacementPlan plan =
        PlacementPlanner.plan(vertex(2, 0, 1), 3, new Place("node0", "/rack0"), table);
    Place same = new Place(String.join("", "node", "0"), String.join("", "/rack", "0"));
    assertThat(PlacementPlanner.plan(vertex(2, 0, 1), 3, same, table)).isSameAs(plan);
    GlobalStorageTable next = GlobalStorageTable.reference(3);
    assertThat(PlacementPlanner.plan(vertex(2, 0, 1), 3, same, next)).isNotSameAs(plan);
  }

  @Example
  void moreKindsThanThereIsRoomForAreStillPlannedRight() throws Exception {
    GlobalStorageTable table = GlobalStorageTable.reference(3);
    for (int i = 0; i < 3 * KnownPlans.SLOTS; i++) {
      Place writer = new Place("node" + i, "/rack" + i % 2);
      assertThat(PlacementPlanner.plan(vertex(1 + i % 3, 0, 0), 3, writer, table))
          .isEqualTo(
              PlacementPlanner.made(new Kind(1 + i % 3, 0, 0, Latitude.NONE, 3, writer), table));
    }
  }

  /** NameNodes ask for each block: a plan that is known costs no memory, foreseen data neither. */
  @Example
  void planThatIsKnownAllocatesNothing() throws Exception {
    Outlook outlook = new Outlook(1L << 30, 1L << 30, true);
    GlobalStorageTable table = GlobalStorageTable.reference(3).foreseeing(Map.of(DATA, outlook));
    Vertex vertex = vertex(2, 0, 1);
    Place writer = new Place("node0", "/rack0");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    plans(vertex, writer, table);
    long before = threads.getCurrentThreadAllocatedBytes();
    plans(vertex, writer, table);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(STEPS);
  }

  private static void plans(Vertex vertex, Place writer, GlobalStorageTable table) {
    for (int i = 0; i < STEPS; i++) {
      PlacementPlanner.plan(vertex, 3, writer, table);
    }
  }
}
