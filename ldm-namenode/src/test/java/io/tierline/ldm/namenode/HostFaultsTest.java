/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.apache.hadoop.fs.StorageType.DISK;
import static org.apache.hadoop.fs.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.placement.Advisors;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.settings.PlacementKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.FSClusterStats;
import org.apache.hadoop.hdfs.server.blockmanagement.Storages;
import org.apache.hadoop.net.Node;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Errors from inside of every hook in block management: stock answers, and its own errors pass. */
class HostFaultsTest {
  private static final BlockStoragePolicy HOT =
      BlockStoragePolicySuite.createDefaultSuite().getPolicy(StoragePolicy.HOT.value());
  private static final StorageType[] NONE = {};
  private static final String MANAGED = "/tera/in/part-0";

  private final LdmMetrics metrics = LdmMetrics.create();
  private final LineageRegistry registry = new LineageRegistry(1);
  private final DFSNetworkTopology topology = (DFSNetworkTopology) Advisors.topology();
  private final FSClusterStats stats = mock(FSClusterStats.class);
  private final List<DatanodeDescriptor> nodes = new ArrayList<>();
  private int decisions;
  private Throwable thrown;
  private PlacementAdvisor advisor;

  static Stream<Throwable> faults() {
    return Stream.of(
        new NoSuchMethodError("injected"),
        new NoClassDefFoundError("injected"),
        new OutOfMemoryError("injected"),
        new StackOverflowError("injected"),
        new AssertionError("injected"),
        new IllegalStateException("injected"));
  }

  @BeforeEach
  void startCluster() throws LineageException {
    for (int i = 0; i < 4; i++) {
      nodes.add(Storages.node(i, "/r" + i / 2, SSD, DISK));
      topology.add(nodes.get(i));
    }
    when(stats.getNumDatanodesInService()).thenReturn(nodes.size());
    advisor =
        Advisors.advisor(
            registry,
            new Configuration(false),
            metrics,
            (vertex, replicas, writer, table) -> {
              decisions++;
              raise(thrown);
              return PlacementPlanner.plan(vertex, replicas, writer, table);
            });
    registry.register(Samples.teraChain(), "alice");
    advisor.publish(GlobalStorageTable.reference(3));
    LdmInstances.attach(topology, advisor);
  }

  @AfterEach
  void stop() {
    LdmInstances.detach(topology);
    metrics.close();
  }

  private static void raise(Throwable fault) {
    if (fault instanceof Error error) {
      throw error;
    }
    if (fault != null) {
      throw (RuntimeException) fault;
    }
  }

  private <T extends BlockPlacementPolicyDefault> T initialized(T policy) {
    Storages.initialize(policy, stats, topology);
    return policy;
  }

  private List<StorageType> place(BlockPlacementPolicyDefault policy, BlockStoragePolicy asked) {
    DatanodeStorageInfo[] targets =
        policy.chooseTarget(
            MANAGED,
            3,
            nodes.get(0),
            new ArrayList<>(),
            false,
            new HashSet<>(),
            1L << 20,
            asked,
            EnumSet.noneOf(AddBlockFlag.class));
    return Arrays.asList(DatanodeStorageInfo.toStorageTypes(targets));
  }

  private void assertCounted(Throwable fault, int times) {
    assertThat(metrics.fallbacksException.value()).isEqualTo(times);
    assertThat(advisor.hostGuard().isOff()).isEqualTo(fault instanceof LinkageError);
    assertThat(metrics.offForGood.value()).isEqualTo(fault instanceof LinkageError ? 1 : 0);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void decisionThatThrowsIsAnsweredByStock(Throwable fault) {
    LineageBlockPlacementPolicy policy = initialized(new LineageBlockPlacementPolicy());
    thrown = fault;
    assertThat(place(policy, HOT)).containsExactly(DISK, DISK, DISK);
    assertCounted(fault, 1);
    thrown = null;
    boolean isOff = fault instanceof LinkageError;
    assertThat(place(policy, HOT).contains(SSD)).as("places again").isNotEqualTo(isOff);
    assertThat(decisions).isEqualTo(isOff ? 1 : 2);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void countingInShadowModeMayThrow(Throwable fault) {
    Configuration shadow = new Configuration(false);
    shadow.setBoolean(PlacementKeys.SHADOW.key(), true);
    advisor.settings(LdmSettings.from(shadow));
    thrown = fault;
    assertThat(place(initialized(new LineageBlockPlacementPolicy()), HOT))
        .containsExactly(DISK, DISK, DISK);
    assertCounted(fault, 1);
  }

  /** A policy whose own part of the hooks throws. */
  private static final class Faulty extends LineageBlockPlacementPolicy {
    private final String where;
    private final Throwable fault;

    Faulty(String where, Throwable fault) {
      this.where = where;
      this.fault = fault;
    }

    private void at(String hook) {
      if (where.equals(hook)) {
        raise(fault);
      }
    }

    @Override
    protected BlockStoragePolicy retype(
        String src, int replicas, Node writer, BlockStoragePolicy asked, boolean retry) {
      at("retype");
      return super.retype(src, replicas, writer, asked, retry);
    }

    @Override
    protected void retyped(
        BlockStoragePolicy wanted,
        List<DatanodeStorageInfo> others,
        DatanodeStorageInfo[] targets) {
      at("retyped");
    }

    @Override
    protected boolean refuses(DatanodeDescriptor node, StorageType type, long bytes) {
      at("refuses");
      return false;
    }

    @Override
    protected void added(DatanodeStorageInfo target) {
      at("added");
    }
  }

  @ParameterizedTest
  @MethodSource("faults")
  void everyHookOfThePolicyMayThrow(Throwable fault) {
    assertThat(place(initialized(new Faulty("retype", fault)), HOT))
        .containsExactly(DISK, DISK, DISK);
    for (String hook : List.of("retyped", "added", "refuses")) {
      PlacementAdvisor fresh = Advisors.advisor(registry, metrics);
      fresh.publish(GlobalStorageTable.reference(3));
      LdmInstances.attach(topology, fresh);
      assertThat(place(initialized(new Faulty(hook, fault)), HOT)).as(hook).hasSize(3);
    }
    assertThat(metrics.fallbacksException.value()).isGreaterThanOrEqualTo(4);
  }

  private List<DatanodeStorageInfo> replicas() {
    List<DatanodeStorageInfo> replicas = new ArrayList<>();
    for (DatanodeDescriptor node : nodes) {
      StorageType wanted = replicas.isEmpty() ? SSD : DISK;
      for (DatanodeStorageInfo storage : node.getStorageInfos()) {
        if (storage.getStorageType() == wanted) {
          replicas.add(storage);
        }
      }
    }
    return replicas;
  }

  @ParameterizedTest
  @MethodSource("faults")
  void surplusIsChosenByStock(Throwable fault) {
    LineageBlockPlacementPolicy policy = initialized(new LineageBlockPlacementPolicy());
    advisor
        .surplus()
        .knowsBlocks(
            (candidates, count, added) -> {
              raise(fault);
              return null;
            });
    List<DatanodeStorageInfo> replicas = replicas();
    assertThat(
            policy.chooseReplicasToDelete(
                replicas, replicas, 3, new ArrayList<>(List.of(SSD)), null, null))
        .containsExactly(replicas.get(0));
    assertCounted(fault, 1);
  }

  /** Excluded nodes that throw when they are looked at first. */
  private static final class ThrowingOnce extends HashSet<Node> {
    private static final long serialVersionUID = 1L;
    private transient Throwable fault;

    ThrowingOnce(Throwable fault, Node... nodes) {
      super(Set.of(nodes));
      this.fault = fault;
    }

    @Override
    public Iterator<Node> iterator() {
      Throwable now = fault;
      fault = null;
      raise(now);
      return super.iterator();
    }
  }

  @ParameterizedTest
  @MethodSource("faults")
  void nodesAreCountedByStock(Throwable fault) {
    Set<Node> excluded = new ThrowingOnce(fault, nodes.get(0));
    assertThat(topology.countNumOfAvailableNodes("/", excluded)).isEqualTo(3);
    assertCounted(fault, 1);
    assertThat(topology.countNumOfAvailableNodes("/r0", Set.of(nodes.get(0)))).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void replicasAreOrderedByStock(Throwable fault) {
    DatanodeInfoWithStorage faulty =
        new DatanodeInfoWithStorage(nodes.get(1), "s1", SSD) {
          @Override
          public StorageType getStorageType() {
            raise(fault);
            return SSD;
          }
        };
    DatanodeInfoWithStorage other = new DatanodeInfoWithStorage(nodes.get(0), "s0", DISK);
    Node[] order = {faulty, other};
    topology.sortByDistance(nodes.get(0), order, 2, null);
    assertThat(order).containsExactly(other, faulty);
    assertCounted(fault, 1);
  }

  /** A storage policy that throws inside of stock's own code. */
  private static final class ThrowingPolicy extends BlockStoragePolicy {
    private final Throwable fault;
    private int asked;

    ThrowingPolicy(Throwable fault) {
      super(HOT.getId(), "THROWING", new StorageType[] {SSD}, NONE, NONE);
      this.fault = fault;
    }

    @Override
    public List<StorageType> chooseStorageTypes(
        short replication,
        Iterable<StorageType> chosen,
        EnumSet<StorageType> unavailables,
        boolean isNewBlock) {
      asked++;
      raise(fault);
      return List.of();
    }
  }

  @ParameterizedTest
  @MethodSource("faults")
  void whatStockThrowsIsItsCallersAndStockIsNotAskedAgain(Throwable fault) {
    LdmInstances.detach(topology);
    ThrowingPolicy asked = new ThrowingPolicy(fault);
    LineageBlockPlacementPolicy policy = initialized(new LineageBlockPlacementPolicy());
    assertThatThrownBy(() -> place(policy, asked)).isSameAs(fault);
    assertThat(asked.asked).isEqualTo(1);
    assertThat(LdmInstances.guard(topology).faults()).isZero();
  }

  /** Asked by a policy of ours stock may fail because of it; but not for want of memory. */
  @Test
  void whatStockThrowsOfAReplacedPolicyIsAnsweredByItsOwn() {
    for (Throwable fault : faults().toList()) {
      LdmInstances.attach(topology, Advisors.advisor(registry, metrics));
      ThrowingPolicy wish = new ThrowingPolicy(fault);
      LineageBlockPlacementPolicy policy =
          initialized(
              new LineageBlockPlacementPolicy() {
                @Override
                protected BlockStoragePolicy retype(
                    String src,
                    int replicas,
                    Node writer,
                    BlockStoragePolicy asked,
                    boolean retry) {
                  return wish;
                }
              });
      if (fault instanceof RuntimeException || fault instanceof LinkageError) {
        assertThat(place(policy, HOT)).as("%s", fault).containsExactly(DISK, DISK, DISK);
      } else {
        assertThatThrownBy(() -> place(policy, HOT)).isSameAs(fault);
      }
      assertThat(wish.asked).isEqualTo(1);
    }
  }
}
