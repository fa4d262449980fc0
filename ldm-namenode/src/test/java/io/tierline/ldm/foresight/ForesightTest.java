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
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.placement.Advisors;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.Outlook;
import io.tierline.ldm.registry.LineageRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
  private final OutputHistory history = new OutputHistory();
  private final Foresight foresight = new Foresight(path -> lying.getOrDefault(path, 0L), history);

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
    BlockStoragePolicy wanted = advisor.advise("/tera/in/part-0", 3, null, HOT, false);
    return (wanted == null ? HOT : wanted)
        .chooseStorageTypes((short) 3).stream().filter(StorageType.SSD::equals).count();
  }

  private void look() {
    foresight.look(registry.view(), 0);
    advisor.publish(GlobalStorageTable.reference(3).foreseeing(foresight.outlooks().datasets()));
  }

  /** Until what has ended is learned. */
  private void lookForLong() {
    for (int i = 0; i < Foresight.ROUNDS; i++) {
      look();
    }
  }

  @Test
  void datasetThatIsBeingWrittenIsLookedAtAndSpareRoomIsUsed() {
    assertThat(fastReplicas()).isEqualTo(1);
    lying.put(GENERATED, GIB);
    look();
    assertThat(foresight.outlooks().datasets())
        .containsExactly(Map.entry(GENERATED, new Outlook(GIB, 2 * GIB, true)));
    assertThat(fastReplicas()).isEqualTo(3);
  }

  private void registerWithASingleReader() throws LineageException {
    registry.withdraw("tera");
    Workflow chain = Samples.teraChain();
    List<Job> jobs = new ArrayList<>(chain.jobs());
    jobs.set(2, Job.like(jobs.get(2)).reading(Reading.UNKNOWN.by(1)).build());
    registry.register(Workflow.of("tera", "tera", jobs, List.of()), "alice");
  }

  @Test
  void roomForASingleReaderIsHeldFromTheFirstBlock() throws LineageException {
    registerWithASingleReader();
    foresight.look(registry.view(), 4);
    advisor.publish(GlobalStorageTable.reference(3).foreseeing(foresight.outlooks().datasets()));
    assertThat(fastReplicas()).isZero();
    lying.put(GENERATED, GIB);
    foresight.look(registry.view(), 4);
    assertThat(foresight.outlooks().datasets())
        .containsExactly(Map.entry(GENERATED, new Outlook(GIB, 2 * GIB, 2 * GIB, true)));
    advisor.publish(GlobalStorageTable.reference(3).foreseeing(foresight.outlooks().datasets()));
    assertThat(fastReplicas()).isEqualTo(3);
    registry.finish("tera", "gen");
    foresight.look(registry.view(), 4);
    assertThat(foresight.outlooks().datasets()).isEmpty();
  }

  @Test
  void nothingIsHeldWhereThatIsSwitchedOff() throws LineageException {
    registerWithASingleReader();
    look();
    assertThat(foresight.outlooks().datasets()).isEmpty();
    assertThat(fastReplicas()).isOne();
  }

  @Test
  void datasetOfUnknownSizeTakesNoSpareRoom() {
    fastReplicas();
    lying.put(GENERATED, 1L << 60);
    look();
    assertThat(fastReplicas()).isEqualTo(1);
  }

  @Test
  void sizeOfTheLastRunIsKnownInTheNext() throws LineageException {
    fastReplicas();
    lying.put(GENERATED, GIB);
    look();
    lying.put(GENERATED, 4 * GIB);
    registry.finish("tera", "gen");
    look();
    // What was counted before its end may have been true for a while.
    lying.put(GENERATED, 5 * GIB);
    lookForLong();
    registry.withdraw("tera");
    registry.register(Samples.teraChain(), "alice");
    fastReplicas();
    lying.put(GENERATED, 2 * GIB);
    look();
    // The rest of five, and as much as the sort will read.
    assertThat(foresight.outlooks().datasets())
        .containsExactly(Map.entry(GENERATED, new Outlook(3 * GIB, 5 * GIB, true)));
  }

  @Test
  void ratioOfTheLastRunIsKnownInTheNext() throws LineageException {
    DatasetPath sorted = DatasetPath.of("/tera/out");
    lying.put(GENERATED, 9 * GIB);
    registry.finish("tera", "gen");
    foresight.note("/tera/out");
    look();
    lying.put(sorted, 3 * GIB);
    registry.finish("tera", "sort");
    look();
    // Inputs may be deleted as soon as the job has ended.
    lying.remove(GENERATED);
    lookForLong();
    registry.withdraw("tera");
    registry.register(Samples.teraChain(), "alice");
    lying.put(GENERATED, 30 * GIB);
    lying.put(sorted, GIB);
    registry.finish("tera", "gen");
    foresight.note("/tera/out");
    look();
    assertThat(foresight.outlooks().datasets().get(sorted).ownBytes()).isEqualTo(9 * GIB);
  }

  /** A job may take long over its last block, or over its commit. */
  @Test
  void jobThatEndsLongAfterItsLastBlockIsLearnedTooAndWhatIsWithdrawnIsNot()
      throws LineageException {
    lying.put(GENERATED, GIB);
    fastReplicas();
    for (int i = 0; i < 3 * Foresight.ROUNDS; i++) {
      look();
    }
    registry.finish("tera", "gen");
    look();
    assertThat(history.size()).isZero();
    lookForLong();
    assertThat(history.size()).isEqualTo(1);
    foresight.note("/tera/out");
    look();
    registry.withdraw("tera");
    lookForLong();
    assertThat(history.size()).isEqualTo(1);
  }

  @Test
  void whatIsWithdrawnAsSoonAsItHasEndedIsLearned() throws LineageException {
    lying.put(GENERATED, GIB);
    fastReplicas();
    look();
    registry.finish("tera", "gen");
    look();
    registry.withdraw("tera");
    look();
    assertThat(history.size()).isEqualTo(1);
  }

  @Test
  void configurationTellsASizeBeforeAnythingIsWritten() {
    history.told("alice", GENERATED, 8 * GIB);
    fastReplicas();
    look();
    assertThat(foresight.outlooks().datasets().get(GENERATED))
        .isEqualTo(new Outlook(8 * GIB, 8 * GIB, true));
  }

  @Test
  void nothingIsLearnedOfWhatNobodyCouldCountNorOfWhatIsWrittenAfterItsEnd()
      throws LineageException {
    fastReplicas();
    lying.put(GENERATED, 1L << 60);
    look();
    registry.finish("tera", "gen");
    lookForLong();
    lying.put(GENERATED, GIB);
    fastReplicas();
    lookForLong();
    assertThat(history.size()).isZero();
  }

  @Test
  void nobodyLooksAtWhatIsNotBeingWritten() {
    look();
    assertThat(foresight.outlooks().datasets()).isEmpty();
    fastReplicas();
    for (int i = 0; i < Foresight.ROUNDS; i++) {
      look();
      assertThat(foresight.outlooks().datasets()).hasSize(1);
    }
    look();
    assertThat(foresight.outlooks().datasets()).isEmpty();
  }

  @Test
  void whatHasBeenWrittenOrWithdrawnIsNotForeseen() throws LineageException {
    fastReplicas();
    look();
    assertThat(foresight.outlooks().datasets()).hasSize(1);
    registry.withdraw("tera");
    look();
    assertThat(foresight.outlooks().datasets()).isEmpty();
  }

  @Test
  void notesAreBounded() {
    for (int i = 0; i < 10 * Foresight.MOST; i++) {
      foresight.note("/data/" + i);
    }
    foresight.look(registry.view(), 0);
    assertThat(foresight.outlooks().datasets()).isEmpty();
    assertThat(foresight.noted()).isEqualTo(Foresight.MOST);
  }
}
