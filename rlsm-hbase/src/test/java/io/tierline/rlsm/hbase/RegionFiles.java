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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;

/**
 * The files of a table's regions, as a master handles them: with half files for a split, and with
 * links for a merge.
 */
record RegionFiles(Configuration conf, FileSystem fs, Path tableDir, TableDescriptor descriptor) {
  private StoreFileTracker tracker(ColumnFamilyDescriptor family, HRegionFileSystem files) {
    return StoreFileTrackerFactory.create(conf, descriptor, family, files);
  }

  private static HStoreFile storeFile(StoreFileInfo info, ColumnFamilyDescriptor family) {
    return new HStoreFile(info, family.getBloomFilterType(), CacheConfig.DISABLED);
  }

  private HRegionFileSystem of(RegionInfo region) throws IOException {
    return HRegionFileSystem.openRegionFromFileSystem(conf, fs, tableDir, region, false);
  }

  /** Gives the files of a closed region to two that part at a row. */
  void split(RegionInfo parent, RegionInfo low, RegionInfo high, byte[] row) throws IOException {
    HRegionFileSystem files = of(parent);
    files.createSplitsDir(low, high);
    for (ColumnFamilyDescriptor family : descriptor.getColumnFamilies()) {
      StoreFileTracker tracker = tracker(family, files);
      for (StoreFileInfo file : tracker.load()) {
        String name = family.getNameAsString();
        files.splitStoreFile(low, name, storeFile(file, family), row, false, null, tracker);
        files.splitStoreFile(high, name, storeFile(file, family), row, true, null, tracker);
      }
    }
  }

  /** Gives the files of closed regions to a new one. */
  void merge(List<RegionInfo> parents, RegionInfo into) throws IOException {
    HRegionFileSystem merged = HRegionFileSystem.createRegionOnFileSystem(conf, fs, tableDir, into);
    for (RegionInfo parent : parents) {
      HRegionFileSystem files = of(parent);
      for (ColumnFamilyDescriptor family : descriptor.getColumnFamilies()) {
        StoreFileTracker tracker = tracker(family, files);
        for (StoreFileInfo file : tracker.load()) {
          merged.mergeStoreFile(parent, family.getNameAsString(), storeFile(file, family), tracker);
        }
      }
    }
  }

  /** Files in the directories of the stores, apart from those that the stores have. */
  List<String> strays(Collection<HRegion> regions) throws IOException {
    List<String> stray = new ArrayList<>();
    for (HRegion region : regions) {
      Path dir = region.getRegionFileSystem().getRegionDir();
      for (HStore store : region.getStores()) {
        List<String> known =
            store.getStorefiles().stream().map(file -> file.getPath().getName()).toList();
        for (var status : fs.listStatus(new Path(dir, store.getColumnFamilyName()))) {
          // What a tracker of store files keeps is no store file.
          String name = status.getPath().getName();
          if (!known.contains(name) && !name.startsWith(".")) {
            stray.add(status.getPath().toString());
          }
        }
      }
      Path temporary = new Path(dir, ".tmp");
      if (fs.exists(temporary)) {
        addFiles(temporary, stray);
      }
    }
    return stray;
  }

  private void addFiles(Path directory, List<String> files) throws IOException {
    for (var status : fs.listStatus(directory)) {
      if (status.isDirectory()) {
        addFiles(status.getPath(), files);
      } else {
        files.add(status.getPath().toString());
      }
    }
  }
}
