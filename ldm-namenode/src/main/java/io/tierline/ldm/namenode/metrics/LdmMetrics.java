/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.metrics;

import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.shadow.ShadowCounts;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableGaugeInt;
import org.apache.hadoop.metrics2.lib.MutableGaugeLong;

/** What LDM counts in a NameNode, under the metrics source {@link #SOURCE}. */
@InterfaceAudience.Private
@Metrics(name = LdmMetrics.SOURCE, about = "Tierline LDM in the NameNode", context = "dfs")
public class LdmMetrics {
  /** The name of the source, in sinks and in JMX. */
  public static final String SOURCE = "TierlineLdm";

  private static final Medium[] MEDIA = Medium.values();

  @Metric("Decisions that gave a managed block a fast replica")
  public MutableCounterLong decisionsFast;

  @Metric("Decisions that left a managed block to the stock policy: nobody reads it, or no room")
  public MutableCounterLong decisionsStock;

  @Metric("Replicas decided onto NVDIMM or RAM_DISK")
  MutableCounterLong replicasMemory;

  @Metric("Replicas decided onto SSD")
  public MutableCounterLong replicasSsd;

  @Metric("Replicas of managed blocks decided onto DISK")
  MutableCounterLong replicasDisk;

  @Metric("Fast replicas that were decided but for which no storage was found")
  public MutableCounterLong fastReplicasMissed;

  @Metric("Decisions that left a block to DISK since all SSDs have had their writes for today")
  public MutableCounterLong placementsHeldBackByWear;

  @Metric("Decisions that left a block to DISK since its user has had what he may for today")
  public MutableCounterLong placementsHeldBackByUser;

  @Metric("SSDs that have had their writes for today")
  public MutableGaugeInt ssdsWorn;

  @Metric("Paths that jobs were seen to use on an HDFS not known as this one nor as another")
  public MutableCounterLong usesOfUnknownFileSystems;

  @Metric("Kinds of work of LDM's threads that are late or have stopped; the status says which")
  public MutableGaugeInt choresLate;

  @Metric("Faults of LDM's own code; whoever had asked was answered as without it")
  public MutableCounterLong fallbacksException;

  @Metric("Calls answered by the stock policy because the decided types gave too few targets")
  public MutableCounterLong fallbacksTooFewTargets;

  @Metric("Calls answered by the stock policy during a pause after decisions over budget")
  public MutableCounterLong fallbacksPaused;

  @Metric("New blocks of managed paths left to the stock policy because a first try had failed")
  public MutableCounterLong fallbacksRetry;

  @Metric("New blocks left to the stock policy because the registered lineage was being loaded")
  public MutableCounterLong fallbacksLoading;

  @Metric("Decisions over their time budget")
  public MutableCounterLong decisionsOverBudget;

  @Metric("Managed blocks left to the storage policy that a user set")
  public MutableCounterLong storagePolicyOfUser;

  @Metric("Directories given the storage policy that fits their placement")
  public MutableCounterLong storagePoliciesSet;

  @Metric("Directories that got no storage policy since they are in snapshots")
  public MutableCounterLong storagePoliciesSpared;

  @Metric("Directories whose storage policy was restored")
  public MutableCounterLong storagePoliciesRestored;

  @Metric("Storage policies that could not be set or restored")
  public MutableCounterLong storagePolicyFailures;

  @Metric("Surplus replicas taken from DISK so that the only fast one stays")
  public MutableCounterLong surplusFastKept;

  @Metric("Surplus replicas of types that HDFS alone would not have taken, which the racks allowed")
  public MutableCounterLong surplusOfOtherTypes;

  @Metric("Reads whose replicas were ordered by rating")
  public MutableCounterLong readsOrdered;

  @Metric("Device reports taken")
  public MutableCounterLong deviceReports;

  @Metric("Requests turned away since there were too many, of all users or of one")
  public MutableCounterLong requestsTurnedAway;

  @Metric("Registrations accepted")
  public MutableCounterLong registrations;

  @Metric("Registrations refused")
  public MutableCounterLong registrationsRefused;

  @Metric("Workflows withdrawn")
  public MutableCounterLong withdrawals;

  @Metric("Workflows registered now")
  public MutableGaugeInt workflows;

  @Metric("Migration plans made")
  public MutableCounterLong migrationPlans;

  @Metric("Replicas that migration has moved")
  public MutableCounterLong migrationMovesDone;

  @Metric("Tries to move a replica that failed")
  public MutableCounterLong migrationMovesFailed;

  @Metric("Blocks whose last move failed and that are left alone for a while")
  public MutableGaugeInt migrationBlocksFailing;

  @Metric("Moves given up because the block or its DataNodes had changed, or an SSD is worn")
  public MutableCounterLong migrationMovesSkipped;

  @Metric("Bytes that migration has copied")
  public MutableCounterLong migrationBytes;

  @Metric("Bytes that migration has written to SSDs")
  public MutableCounterLong migrationSsdBytes;

  @Metric("Moves refused because an SSD has no wear left for the day")
  public MutableCounterLong migrationWearRefused;

  @Metric("Moves that are to be started or are under way")
  public MutableGaugeInt migrationQueue;

  @Metric("Surveys that ended before all managed blocks had been looked at")
  public MutableCounterLong migrationSurveysCut;

  @Metric("Observations of jobs taken in, from ResourceManagers and run events")
  public MutableCounterLong liveObservations;

  @Metric("Observations of jobs refused")
  public MutableCounterLong liveObservationsRefused;

  @Metric("Contradictions between sources of lineage")
  public MutableCounterLong lineageConflicts;

  @Metric("Jobs known now that came by themselves, those expected among them")
  public MutableGaugeInt liveJobs;

  @Metric("Jobs expected now, because they came last time or another job names them")
  public MutableGaugeInt expectedJobs;

  @Metric("Paths that a source of lineage names for a job and the job's user may not use")
  public MutableCounterLong reportedUsesDenied;

  @Metric("Times the registered lineage was loaded: at a start, and when becoming active")
  public MutableCounterLong stateLoads;

  @Metric("How long the last load took, in milliseconds")
  public MutableGaugeLong stateLoadMillis;

  @Metric("Records that the last load could not use")
  public MutableGaugeInt stateRecordsSetAside;

  @Metric("Failures to read or keep the registered lineage")
  public MutableCounterLong stateFailures;

  @Metric("1 when LDM is off until a restart: it does not fit this Hadoop, else 0")
  public MutableGaugeInt offForGood;

  @Metric("1 while LDM is off since a later version of it has written what is kept, else 0")
  public MutableGaugeInt stateRefused;

  @Metric("New blocks of managed paths left to HDFS, since they are not below a canary directory")
  public MutableCounterLong decisionsOutsideCanary;

  @Metric("New blocks without lineage in room on fast tiers that is lent to their directory")
  public MutableCounterLong blocksLent;

  @Metric("Shadow mode: new blocks decided on since it began")
  MutableGaugeLong shadowBlocks;

  @Metric("Shadow mode: those of them that would have had a fast replica")
  public MutableGaugeLong shadowBlocksFast;

  @Metric("Shadow mode: their bytes, in one replica each")
  MutableGaugeLong shadowBytesFast;

  @Metric("Shadow mode: readings of a block that would have found a fast replica")
  MutableGaugeLong shadowReadsFast;

  @Metric("Shadow mode: reads that ratings would have led to another replica than HDFS's order")
  public MutableCounterLong shadowReadsReordered;

  @Metric("Shadow mode: replicas that migration would have moved, up and down")
  MutableGaugeLong shadowMoves;

  @Metric("Shadow mode: bytes that would have been written to fast tiers")
  MutableGaugeLong shadowFastBytesWritten;

  /** Registers the source; {@link #close} takes it away again. */
  public static LdmMetrics create() {
    return DefaultMetricsSystem.instance().register(SOURCE, null, new LdmMetrics());
  }

  public void close() {
    DefaultMetricsSystem.instance().unregisterSource(SOURCE);
  }

  /** Counts a decision by what it came to. */
  public void decided(PlacementPlan plan) {
    (plan.isStock() ? decisionsStock : decisionsFast).incr();
    for (Medium medium : MEDIA) {
      int replicas = plan.count(medium);
      if (replicas > 0) {
        counterOf(medium).incr(replicas);
      }
    }
  }

  /** Publishes what shadow mode has counted. */
  public void shadow(ShadowCounts counts) {
    shadowBlocks.set(counts.blocks());
    shadowBlocksFast.set(counts.blocksFast());
    shadowBytesFast.set(counts.bytesFast());
    shadowReadsFast.set(counts.readsFast());
    shadowMoves.set(counts.movesUp() + counts.movesDown());
    shadowFastBytesWritten.set(counts.fastBytesWritten());
  }

  private MutableCounterLong counterOf(Medium medium) {
    return switch (medium) {
      case RAM_DISK, NVDIMM -> replicasMemory;
      case SSD -> replicasSsd;
      case DISK, ARCHIVE -> replicasDisk;
    };
  }

  /** Counts what the guard has taken. */
  public void fault(Throwable cause) {
    fallbacksException.incr();
    if (cause instanceof LinkageError) {
      offForGood.set(1);
    }
  }
}
