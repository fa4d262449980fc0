/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.tierline.ldm.migration.LyingBytes;
import io.tierline.ldm.namenode.namespace.Listing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FastCensusTest {
  private static final long BLOCK = 100;

  private final Listing listing = mock(Listing.class);
  private final LyingBytes lying = new LyingBytes();
  private final Map<String, String> users = new LinkedHashMap<>();
  private final List<String> listed = new ArrayList<>();
  private String missing = "";
  private long now;
  private final FastCensus census = new FastCensus(listing, new OfUsers(), lying, () -> now);

  /** The datasets of the test, and who has them. */
  private final class OfUsers implements FastCensus.Counted {
    @Override
    public List<String> roots() {
      return List.copyOf(users.keySet());
    }

    @Override
    public Set<String> existing(List<String> roots) {
      return roots.stream().filter(root -> !root.equals(missing)).collect(Collectors.toSet());
    }

    @Override
    public String userOf(String root) {
      return users.get(root);
    }

    @Override
    public String rootOf(String path) {
      return users.keySet().stream()
          .filter(root -> path.startsWith(root + "/") && !users.get(root).isEmpty())
          .max((a, b) -> a.length() - b.length())
          .orElse(null);
    }
  }

  private void directory(String path, HdfsFileStatus... children) throws IOException {
    when(listing.page(eq(path), any(), eq(true)))
        .thenAnswer(
            call -> {
              listed.add(path);
              return new DirectoryListing(children, 0);
            });
  }

  private static HdfsFileStatus sub(String name) {
    return new HdfsFileStatus.Builder()
        .isdir(true)
        .path(name.getBytes(StandardCharsets.UTF_8))
        .build();
  }

  private static HdfsFileStatus file(String name, String owner, StorageType... types) {
    DatanodeInfo[] nodes = new DatanodeInfo[types.length];
    String[] storages = new String[types.length];
    for (int i = 0; i < types.length; i++) {
      DatanodeID id = new DatanodeID("10.0.0." + i, "n" + i, "u" + i, 1, 2, 3, 4);
      nodes[i] = new DatanodeInfo.DatanodeInfoBuilder().setNodeID(id).build();
      storages[i] = "s" + i;
    }
    LocatedBlock block =
        new LocatedBlock(new ExtendedBlock("p", 1, BLOCK, 1), nodes, storages, types);
    return new HdfsFileStatus.Builder()
        .path(name.getBytes(StandardCharsets.UTF_8))
        .owner(owner)
        .locations(new LocatedBlocks(BLOCK, false, List.of(block), block, true, null, null))
        .build();
  }

  private void count() throws IOException {
    census.step(false, () -> true);
  }

  @BeforeEach
  void twoDatasets() throws IOException {
    users.put("/a", "ann");
    users.put("/a/sub", "bob");
    directory(
        "/a",
        file("one", "eve", StorageType.SSD, StorageType.DISK),
        file("slow", "eve", StorageType.DISK, StorageType.DISK),
        sub("sub"),
        sub("deep"));
    directory("/a/deep", file("two", "eve", StorageType.SSD, StorageType.SSD));
    directory("/a/sub", file("three", "eve", StorageType.NVDIMM, StorageType.DISK));
  }

  @Test
  void bytesOfFastReplicasCountForWhoStatesTheNearestDataset() throws IOException {
    count();
    assertThat(lying.of("ann")).isEqualTo(3 * BLOCK);
    assertThat(lying.of("bob")).isEqualTo(BLOCK);
    assertThat(lying.users()).containsExactlyInAnyOrder("ann", "bob");
  }

  @Test
  void whatHasLeftTheLineageCountsForTheOwnersOfItsFiles() throws IOException {
    users.put("/a", FastCensus.OWNERS);
    count();
    assertThat(lying.of("eve")).isEqualTo(3 * BLOCK);
    assertThat(lying.of("bob")).isEqualTo(BLOCK);
  }

  @Test
  void whereNobodysWordCountsNothingIsListed() throws IOException {
    users.put("/a", null);
    users.remove("/a/sub");
    count();
    assertThat(listed).isEmpty();
    assertThat(lying.users()).isEmpty();
  }

  @Test
  void whatIsStillToBeWrittenIsNotListed() throws IOException {
    missing = "/a/sub";
    users.put("/a", null);
    count();
    assertThat(listed).isEmpty();
  }

  @Test
  void aCountIsMadeInSteps() throws IOException {
    for (int i = 0; i < 3; i++) {
      census.step(false, () -> false);
    }
    assertThat(listed).as("looked for, found, listed").hasSize(1);
    assertThat(lying.users()).as("not known before all of it is seen").isEmpty();
    for (int i = 0; i < 5; i++) {
      census.step(false, () -> false);
    }
    assertThat(lying.of("ann")).isEqualTo(3 * BLOCK);
  }

  @Test
  void itIsMadeAnewEveryHourAndSoonerForWhoWaits() throws IOException {
    count();
    directory("/a");
    now += TimeUnit.SECONDS.toMillis(30);
    count();
    assertThat(lying.of("ann")).isEqualTo(3 * BLOCK);
    census.step(true, () -> true);
    assertThat(lying.of("ann")).isZero();
    twoDatasets();
    now += TimeUnit.HOURS.toMillis(1);
    count();
    assertThat(lying.of("ann")).isEqualTo(3 * BLOCK);
  }

  @Test
  void whatCannotBeListedLeavesTheLastCount() throws IOException {
    count();
    now += TimeUnit.HOURS.toMillis(1);
    when(listing.page(anyString(), any(), eq(true))).thenThrow(new IOException("no"));
    assertThatThrownBy(this::count).hasMessage("no");
    assertThat(lying.of("ann")).isEqualTo(3 * BLOCK);
  }
}
