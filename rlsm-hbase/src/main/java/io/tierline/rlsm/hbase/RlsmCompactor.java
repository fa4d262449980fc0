/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.plan.Plan;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScanInfo;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.regionserver.compactions.AbstractMultiOutputCompactor;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;

/** Carries out a plan: merges the live slices of its inputs and writes its outputs. */
final class RlsmCompactor extends AbstractMultiOutputCompactor<RlsmFileWriter> {

  RlsmCompactor(Configuration conf, HStore store) {
    super(conf, store);
  }

  /**
   * Compacts.
   *
   * @param job the plan, with the files and ranges to read
   * @param request what HBase was told: the files that are given up
   * @return the outputs, in the order in which they must be moved into place
   */
  List<Path> compact(
      Job job, CompactionRequestImpl request, ThroughputController throughput, User user)
      throws IOException {
    CompactionRequestImpl all = new CompactionRequestImpl(job.slices());
    all.setIsMajor(request.isMajor(), request.isMajor() || job.plan().dropDeletes());
    all.setTracker(request.getTracker());
    all.setPriority(request.getPriority());
    all.setWriterCreationTracker(request.getWriterCreationTracker());
    return compact(
        all,
        new PlanScannerFactory(job.plan()),
        new CellSinkFactory<RlsmFileWriter>() {
          @Override
          public RlsmFileWriter createWriter(
              InternalScanner scanner,
              FileDetails details,
              boolean dropBehind,
              boolean major,
              Consumer<Path> tracker)
              throws IOException {
            RlsmFileWriter writer = new RlsmFileWriter(job.plan(), job.consumed());
            initMultiWriter(writer, scanner, details, dropBehind, major, tracker);
            return writer;
          }
        },
        throughput,
        user);
  }

  @Override
  protected List<Path> commitWriter(
      RlsmFileWriter writer, FileDetails details, CompactionRequestImpl request)
      throws IOException {
    try {
      return writer.commit(details.maxSeqId, request.isMajor());
    } catch (IOException e) {
      // Nobody else deletes what cannot be finished, as on a full disk, before the region is
      // closed.
      abortWriter(writer);
      throw e;
    }
  }

  /**
   * A plan on open files.
   *
   * @param plan the plan
   * @param slices the inputs, as the parts that are read of them
   * @param consumed the files that are given up
   */
  record Job(Plan plan, List<HStoreFile> slices, List<HStoreFile> consumed) {}

  private final class PlanScannerFactory implements InternalScannerFactory {
    private final Plan plan;

    private PlanScannerFactory(Plan plan) {
      this.plan = plan;
    }

    @Override
    public ScanType getScanType(CompactionRequestImpl request) {
      return plan.dropDeletes() ? ScanType.COMPACT_DROP_DELETES : ScanType.COMPACT_RETAIN_DELETES;
    }

    @Override
    public InternalScanner createScanner(
        ScanInfo info,
        List<StoreFileScanner> scanners,
        ScanType type,
        FileDetails details,
        long smallestReadPoint)
        throws IOException {
      return RlsmCompactor.this.createScanner(
          store, info, scanners, type, smallestReadPoint, details.earliestPutTs);
    }
  }
}
