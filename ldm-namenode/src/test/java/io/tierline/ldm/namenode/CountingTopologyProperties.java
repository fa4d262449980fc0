/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;

/** Ours against stock, over the same nodes in two trees. */
class CountingTopologyProperties {
  private static final List<String> RACKS = List.of("/d1/r1", "/d1/r11", "/d1/r2", "/d2/r1");
  private static final List<String> SCOPES =
      List.of(
          "/",
          "",
          "~/",
          "/d1",
          "/d1/",
          "~/d1",
          "/d1/r1",
          "~/d1/r1",
          "/d1//r1",
          "/d1/r11",
          "/d2",
          "/d2/r1",
          "/d3",
          "/d1/r",
          "/d1/r1/10.0.0.0:9866",
          "/d1/r1/10.0.0.0:986");

  private static final List<String> LOCATIONS =
      Stream.concat(
              SCOPES.stream(), Stream.of("//", "///d1", "d1", "/d1/r1/", "/d1/r1/10.0.0.0:9866/x"))
          .toList();

  @Tag("slow")
  @Property(tries = 200)
  void countsAsStockDoes(
      @ForAll @Size(max = 12) List<@IntRange(max = 3) Integer> racks,
      @ForAll @Size(max = 12) Set<@IntRange(max = 11) Integer> excluded,
      @ForAll boolean foreign) {
    DFSNetworkTopology stock = DFSNetworkTopology.getInstance(new Configuration());
    DFSNetworkTopology ours = DFSNetworkTopology.getInstance(configured());
    Set<Node> excludedOfStock = new HashSet<>(fill(stock, racks, excluded));
    Set<Node> excludedOfOurs = new HashSet<>(fill(ours, racks, excluded));
    if (foreign) {
      Node elsewhere = new NodeBase("10.0.0.0:9866", "/d1/r1");
      excludedOfStock.add(elsewhere);
      excludedOfOurs.add(elsewhere);
    }

    for (String scope : SCOPES) {
      assertThat(ours.countNumOfAvailableNodes(scope, excludedOfOurs))
          .as(scope)
          .isEqualTo(stock.countNumOfAvailableNodes(scope, excludedOfStock));
      assertThat(ours.countNumOfAvailableNodes(scope, null))
          .as(scope)
          .isEqualTo(stock.countNumOfAvailableNodes(scope, null));
    }
  }

  @Tag("slow")
  @Property(tries = 200)
  void findsWhatStockFinds(@ForAll @Size(max = 12) List<@IntRange(max = 3) Integer> racks) {
    DFSNetworkTopology stock = DFSNetworkTopology.getInstance(new Configuration());
    DFSNetworkTopology ours = DFSNetworkTopology.getInstance(configured());
    fill(stock, racks, Set.of());
    fill(ours, racks, Set.of());

    for (String location : LOCATIONS) {
      assertThat(found(ours, location)).as(location).isEqualTo(found(stock, location));
    }
  }

  /** How it is told apart from others there: its path, or why it was refused. */
  private static String found(DFSNetworkTopology topology, String location) {
    try {
      Node node = topology.getNode(location);
      return node == null ? "none" : NodeBase.getPath(node) + " of level " + node.getLevel();
    } catch (IllegalArgumentException refused) {
      return refused.getMessage();
    }
  }

  private static Configuration configured() {
    Configuration conf = new Configuration();
    conf.setClass(
        DFSConfigKeys.DFS_NET_TOPOLOGY_IMPL_KEY, RatedTopology.class, DFSNetworkTopology.class);
    return conf;
  }

  /** Adds a node for each rack number, and returns the excluded ones: one of them left again. */
  private static List<Node> fill(
      DFSNetworkTopology topology, List<Integer> racks, Set<Integer> excluded) {
    List<Node> chosen = new ArrayList<>();
    for (int i = 0; i < racks.size(); i++) {
      DatanodeID id = new DatanodeID("10.0.0." + i, "n" + i, "u" + i, 9866, 1, 2, 3);
      DatanodeDescriptor node = new DatanodeDescriptor(id, RACKS.get(racks.get(i)));
      topology.add(node);
      if (excluded.contains(i)) {
        chosen.add(node);
        if (i == 11) {
          topology.remove(node);
        }
      }
    }
    return chosen;
  }
}
