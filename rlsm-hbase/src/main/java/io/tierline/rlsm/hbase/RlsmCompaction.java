/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.plan.Plan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.RatioBasedCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One compaction of an RLSM store: what is to be done, and the doing of it. */
final class RlsmCompaction extends CompactionContext {

  private static final Logger LOG = LoggerFactory.getLogger(RlsmCompaction.class);

  /** What the engine of a store compacts with. */
  record Parts(
      RlsmStoreFileManager files, StorePlans plans, RlsmCompactor compactor, EngineGuard guard) {}

  private final RlsmStoreFileManager files;
  private final RatioBasedCompactionPolicy policy;
  private final StorePlans plans;
  private final RlsmCompactor compactor;
  private final StockCompaction stock;
  private final EngineGuard guard;
  private StoreState state;
  private Plan plan;
  private boolean isByStock;

  /**
   * Creates one that has selected nothing yet.
   *
   * @param stock takes over where ours fails
   */
  RlsmCompaction(Parts ours, StockCompaction stock) {
    this.files = ours.files();
    this.plans = ours.plans();
    this.compactor = ours.compactor();
    this.guard = ours.guard();
    this.stock = stock;
    this.policy = stock.policy();
  }

  @Override
  public List<HStoreFile> preSelect(List<HStoreFile> filesCompacting) {
    List<HStoreFile> free = new ArrayList<>(files.getStoreFiles());
    free.removeAll(filesCompacting);
    return free;
  }

  /**
   * {@inheritDoc}
   *
   * <p>A major compaction that is due, but that nobody asked for, is put off while reads meet more
   * files than one compaction takes in the stock engine. Off-peak hours count as idle time: that is
   * what they are for. The request is never null, even if there is nothing to do.
   */
  @Override
  public boolean select(
      List<HStoreFile> filesCompacting, boolean isUser, boolean mayUseOffPeak, boolean forceMajor)
      throws IOException {
    if (files.isLaidOut()) {
      try {
        return selectOurs(filesCompacting, isUser, mayUseOffPeak, forceMajor);
      } catch (RuntimeException | Error e) {
        guard.failed("choosing what to compact", e);
      }
    }
    boolean isSelected = stock.select(filesCompacting, isUser, mayUseOffPeak, forceMajor);
    byStock();
    return isSelected;
  }

  private void byStock() {
    request = stock.getRequest();
    plan = null;
    isByStock = true;
  }

  private boolean selectOurs(
      List<HStoreFile> filesCompacting, boolean isUser, boolean mayUseOffPeak, boolean forceMajor)
      throws IOException {
    if (!(policy instanceof RlsmCompactionPolicy ours)) {
      force(
          policy.selectCompaction(
              files.getStoreFiles(), filesCompacting, isUser, mayUseOffPeak, forceMajor));
      return plan != null;
    }
    state = files.state();
    boolean putOff = ours.isMajorPutOff() && filesCompacting.isEmpty();
    boolean major = isMajor(filesCompacting, forceMajor || putOff);
    Optional<Plan> found = plans.chosen(state, filesCompacting, files.isIdle(), major);
    boolean offPeak = found.isEmpty() && mayUseOffPeak;
    if (offPeak) {
      found = plans.plan(state, filesCompacting, true, major);
    }
    if (found.isEmpty() && isUser && !major) {
      found = plans.asked(state, filesCompacting);
    }
    plan = found.orElse(null);
    request =
        new CompactionRequestImpl(
            plan == null
                ? new ArrayList<>()
                : plan.inputs().stream().map(state::file).collect(Collectors.toList()));
    if (plan != null) {
      // To HBase these are all files if nothing is left that overlaps them.
      request.setIsMajor(major, major || plan.drops().deletes());
      request.setOffPeak(offPeak);
      // A region with half files cannot be split again: HBase puts their compaction first.
      request.setAfterSplit(StoreUtils.hasReferences(request.getFiles()));
      if (major) {
        ours.majorIsSelected();
      }
      RlsmCompactionPolicy.selected(this, plans.isLong(state, filesCompacting, plan), major);
    }
    return plan != null;
  }

  private boolean isMajor(List<HStoreFile> filesCompacting, boolean forceMajor) throws IOException {
    return forceMajor
        || filesCompacting.isEmpty()
            && !state.files().isEmpty()
            && state.mostSources() < files.mostFilesToCompact()
            && policy.shouldPerformMajorCompaction(state.files());
  }

  /** What has been selected; null if nothing. */
  Plan plan() {
    return plan;
  }

  /** A coprocessor has chosen the files. */
  @Override
  public void forceSelect(CompactionRequestImpl forced) {
    if (files.isLaidOut()) {
      try {
        force(forced);
        return;
      } catch (RuntimeException | Error e) {
        guard.failed("compacting what was chosen by others", e);
      }
    }
    stock.forceSelect(forced);
    byStock();
  }

  /** A coprocessor, or a policy that is not RLSM's, has chosen the files: they become a run. */
  private void force(CompactionRequestImpl forced) {
    super.forceSelect(forced);
    state = files.state();
    List<FileMeta> chosen =
        state.layout().files().stream()
            .filter(meta -> forced.getFiles().contains(state.file(meta)))
            .toList();
    plan = chosen.isEmpty() ? null : plans.forced(state, chosen);
  }

  /**
   * {@inheritDoc}
   *
   * <p>An error of ours fails the compaction as a full disk does, and not HBase's thread.
   */
  @Override
  public List<Path> compact(ThroughputController throughput, User user) throws IOException {
    if (isByStock) {
      return stock.compact(throughput, user);
    }
    try {
      if (policy instanceof RlsmCompactionPolicy ours) {
        ours.begins(this);
      }
      LOG.debug("{} of {} bytes: {}", plan.kind(), plan.bytes(), plan.reason());
      return compactor.compact(plan, request, throughput, user);
    } catch (RuntimeException | Error e) {
      guard.failed("compacting", e);
      throw new IOException("RLSM's compaction failed", e);
    }
  }
}
