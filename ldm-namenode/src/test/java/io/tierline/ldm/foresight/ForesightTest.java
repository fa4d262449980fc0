/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.foresight;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.placement.Advisors;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.Outlook;
import io.tierline.ldm.registry.LineageRegistry;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ForesightTest {
  private static final BlockStoragePolicy HOT =
      BlockStoragePolicySuite.createDefaultSuite().getPolicy(StoragePolicy.HOT.value());
  private static final long GIB = 1L << 30;
  private static final DatasetPath GENERATED = DatasetPath.of("/tera/in");

  private final LdmMetrics metrics = LdmMetrics.create();
  private final LineageRegistry registry = new LineageRegistry(1_000);
  private final PlacementAdvisor advisor = Advisors.advisor(registry, metrics);
  private final Map<DatasetPath, Long> lying = new HashMap<>();
  private final Foresight foresight = new Foresight(path -> lying.getOrDefault(path, 0L));

  @BeforeEach
  void registerTheChain() throws LineageException {
    registry.register(Samples.teraChain(), "alice");
    advisor.foreseeBy(foresight);
    advisor.publish(GlobalStorageTable.reference(3));
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  private long fastReplicas() {
    return advisor
        .advise("/tera/in/part-0", 3, null, HOT, false)
        .chooseStorageTypes((short) 3)
        .stream()
        .filter(StorageType.SSD::equals)
        .count();
  }

  private void look() {
    foresight.look(registry.view());
    advisor.publish(GlobalStorageTable.reference(3).foreseeing(foresight.outlooks()));
  }

  @Test
  void datasetThatIsBeingWrittenIsLookedAtAndSpareRoomIsUsed() {
    assertThat(fastReplicas()).isEqualTo(1);
    lying.put(GENERATED, GIB);
    look();
    assertThat(foresight.outlooks())
        .containsExactly(Map.entry(GENERATED, new Outlook(GIB, 2 * GIB, true)));
    assertThat(fastReplicas()).isEqualTo(3);
  }

  @Test
  void datasetOfUnknownSizeTakesNoSpareRoom() {
    fastReplicas();
    lying.put(GENERATED, 1L << 60);
    look();
    assertThat(fastReplicas()).isEqualTo(1);
  }

  @Test
  void nobodyLooksAtWhatIsNotBeingWritten() {
    look();
    assertThat(foresight.outlooks()).isEmpty();
    fastReplicas();
    for (int i = 0; i < Foresight.ROUNDS; i++) {
      look();
      assertThat(foresight.outlooks()).hasSize(1);
    }
    look();
    assertThat(foresight.outlooks()).isEmpty();
  }

  @Test
  void whatHasBeenWrittenOrWithdrawnIsNotForeseen() throws LineageException {
    fastReplicas();
    look();
    assertThat(foresight.outlooks()).hasSize(1);
    registry.withdraw("tera");
    look();
    assertThat(foresight.outlooks()).isEmpty();
  }

  @Test
  void notesAreBounded() {
    for (int i = 0; i < 10 * Foresight.MOST; i++) {
      foresight.note("/data/" + i);
    }
    foresight.look(registry.view());
    assertThat(foresight.outlooks()).isEmpty();
    assertThat(foresight.noted()).isEqualTo(Foresight.MOST);
  }
}
