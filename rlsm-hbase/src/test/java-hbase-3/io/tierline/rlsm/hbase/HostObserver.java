/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;
import org.apache.hadoop.hbase.regionserver.querymatcher.DeleteTracker;

/** HBase 3's coprocessor of a region, with the same methods to override in every version. */
public interface HostObserver extends RegionCoprocessor, RegionObserver {

  /**
   * A compaction is to be selected.
   *
   * @return whether the candidates are now what is to be compacted
   */
  default boolean selects(Store store, List<? extends StoreFile> candidates) {
    return false;
  }

  /** Which cells are kept by compactions; null if nothing is to be done to them. */
  default Predicate<Cell> kept() {
    return null;
  }

  /** What tells covered cells of a scan. */
  default DeleteTracker tracker(DeleteTracker stock) {
    return stock;
  }

  @Override
  default Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  default void preCompactSelection(
      ObserverContext<? extends RegionCoprocessorEnvironment> context,
      Store store,
      List<? extends StoreFile> candidates,
      CompactionLifeCycleTracker tracker) {
    if (selects(store, candidates)) {
      context.bypass();
    }
  }

  @Override
  default InternalScanner preCompact(
      ObserverContext<? extends RegionCoprocessorEnvironment> context,
      Store store,
      InternalScanner scanner,
      ScanType type,
      CompactionLifeCycleTracker tracker,
      CompactionRequest request) {
    return kept() == null ? scanner : new Filtered(scanner, kept());
  }

  @Override
  @SuppressWarnings("deprecation")
  default DeleteTracker postInstantiateDeleteTracker(
      ObserverContext<? extends RegionCoprocessorEnvironment> context, DeleteTracker stock) {
    return tracker(stock);
  }

  /** Leaves out cells of a compaction. */
  record Filtered(InternalScanner scanner, Predicate<Cell> kept) implements InternalScanner {
    @Override
    public boolean next(List<? super ExtendedCell> cells, ScannerContext context)
        throws IOException {
      boolean more = scanner.next(cells, context);
      cells.removeIf(cell -> !kept.test((Cell) cell));
      return more;
    }

    @Override
    public void close() throws IOException {
      scanner.close();
    }
  }
}
