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
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScanInfo;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.regionserver.TierlineStoreAccess;
import org.apache.hadoop.hbase.regionserver.compactions.AbstractMultiOutputCompactor;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;

/** Carries out a plan: merges its inputs and writes its outputs. */
final class RlsmCompactor extends AbstractMultiOutputCompactor<RlsmFileWriter> {

  RlsmCompactor(Configuration conf, HStore store) {
    super(conf, store);
  }

  /**
   * Compacts.
   *
   * @param plan the plan
   * @param request what HBase was told: the files of the plan
   * @return the outputs, in the order in which they must be moved into place
   */
  List<Path> compact(
      Plan plan, CompactionRequestImpl request, ThroughputController throughput, User user)
      throws IOException {
    return compact(
        request,
        new PlanScannerFactory(plan),
        new CellSinkFactory<RlsmFileWriter>() {
          @Override
          public RlsmFileWriter createWriter(
              InternalScanner scanner,
              FileDetails details,
              boolean dropBehind,
              boolean major,
              Consumer<Path> tracker)
              throws IOException {
            RlsmFileWriter writer =
                new RlsmFileWriter(
                    plan, List.copyOf(request.getFiles()), SelectiveDeletes.in(store));
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
    } catch (IOException | RuntimeException | Error e) {
      // Nobody else deletes what cannot be finished, as on a full disk or without memory, before
      // the region is closed.
      abortWriter(writer);
      throw e;
    }
  }

  /**
   * A family that keeps any number of versions. What is older than its time to live goes all the
   * same, unless the family keeps some such versions: then they are counted, and all stay.
   */
  private static ScanInfo withSurplus(ScanInfo info) {
    return TierlineStoreAccess.withVersions(
        info, info.getMinVersions() > 0 ? Integer.MAX_VALUE : 0, Integer.MAX_VALUE);
  }

  private final class PlanScannerFactory implements InternalScannerFactory {
    private final Plan plan;

    private PlanScannerFactory(Plan plan) {
      this.plan = plan;
    }

    @Override
    public ScanType getScanType(CompactionRequestImpl request) {
      return plan.drops().deletes()
          ? ScanType.COMPACT_DROP_DELETES
          : ScanType.COMPACT_RETAIN_DELETES;
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
          store,
          plan.drops().surplus() ? info : withSurplus(info),
          scanners,
          type,
          smallestReadPoint,
          details.earliestPutTs);
    }
  }
}
