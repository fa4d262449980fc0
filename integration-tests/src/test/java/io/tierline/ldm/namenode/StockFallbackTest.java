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

import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.RetypingBlockPlacementPolicy;
import org.apache.hadoop.net.Node;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A wish that HDFS cannot meet, or that throws inside HDFS's own code, is answered by stock. */
@Tag("integration")
class StockFallbackTest {
  private static final StorageType[] NONE = {};
  private static final AtomicInteger SHORT = new AtomicInteger();
  private static final AtomicInteger THREW = new AtomicInteger();

  /** Wishes for one storage policy whatever is asked. */
  public abstract static class Wishing extends RetypingBlockPlacementPolicy {
    abstract BlockStoragePolicy wish(BlockStoragePolicy asked);

    @Override
    protected BlockStoragePolicy retype(
        String src, int replicas, Node writer, BlockStoragePolicy asked, boolean retry) {
      return wish(asked);
    }

    @Override
    protected void retyped(
        BlockStoragePolicy wanted,
        List<DatanodeStorageInfo> others,
        DatanodeStorageInfo[] targets) {}

    @Override
    protected boolean refuses(DatanodeDescriptor node, StorageType type, long bytes) {
      return false;
    }

    @Override
    protected void added(DatanodeStorageInfo target) {}

    @Override
    protected void given(DatanodeStorageInfo target, long bytes) {}

    @Override
    protected void failed(String what, Throwable fault) {
      throw new AssertionError(what, fault);
    }

    @Override
    protected void gaveUp(Throwable cause) {
      (cause == null ? SHORT : THREW).incrementAndGet();
    }
  }

  /** Wishes for a storage type that no node has, with nothing to fall back to. */
  public static final class Impossible extends Wishing {
    @Override
    BlockStoragePolicy wish(BlockStoragePolicy asked) {
      StorageType[] types = {StorageType.ARCHIVE};
      return new BlockStoragePolicy(asked.getId(), "IMPOSSIBLE", types, NONE, NONE);
    }
  }

  /** Wishes for a policy that throws when stock asks it. */
  public static final class Throwing extends Wishing {
    @Override
    BlockStoragePolicy wish(BlockStoragePolicy asked) {
      StorageType[] types = {StorageType.SSD};
      return new BlockStoragePolicy(asked.getId(), "THROWING", types, NONE, NONE) {
        @Override
        public List<StorageType> chooseStorageTypes(
            short replication,
            Iterable<StorageType> chosen,
            EnumSet<StorageType> unavailables,
            boolean isNewBlock) {
          throw new IllegalStateException("injected");
        }
      };
    }
  }

  @BeforeEach
  void forget() {
    SHORT.set(0);
    THREW.set(0);
  }

  private static void writeUnder(Class<?> policy) throws Exception {
    try (LdmCluster cluster =
        LdmCluster.start(
            b ->
                b.configure(
                    conf ->
                        conf.set(
                            DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY, policy.getName())))) {
      cluster.write("/any/file", 3);
      cluster.assertReplicas("/any", 0, 3);
      cluster.assertClean("/");
    }
  }

  @Test
  void tooFewTargetsAreMadeUpByStock() throws Exception {
    writeUnder(Impossible.class);
    assertThat(SHORT).hasValue(3);
    assertThat(THREW).hasValue(0);
  }

  @Test
  void exceptionInsideStockIsAnsweredByStock() throws Exception {
    writeUnder(Throwing.class);
    assertThat(THREW).hasValue(3);
    assertThat(SHORT).hasValue(0);
  }
}
