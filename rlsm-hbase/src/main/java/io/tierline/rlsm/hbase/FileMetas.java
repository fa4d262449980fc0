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
import io.tierline.rlsm.layout.FileMeta.Role;
import io.tierline.rlsm.layout.KeyRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.io.HFileLink;
import org.apache.hadoop.hbase.io.hfile.TierlineIndexAccess;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what the core must know of a store file from the file. */
final class FileMetas {

  private static final Logger LOG = LoggerFactory.getLogger(FileMetas.class);

  /** More samples than this say no more of where a partition is to be cut. */
  private static final int MAX_SAMPLES = 256;

  private FileMetas() {}

  /**
   * Describes an open store file.
   *
   * @param file its reader must be open
   * @param name what to call it: its physical name, unless the store has two links to it
   * @param info what it says of itself; null if nothing
   */
  static FileMeta of(HStoreFile file, String name, RlsmFileInfo info) {
    StoreFileReader reader = file.getReader();
    FileMeta.Builder meta = FileMeta.builder(name);
    meta.sequenceId(file.getMaxSequenceId()).reference(file.isReference());
    // Whoever does not say that there are none may have deletes of one version.
    meta.versionDeletes(info == null || info.versionDeletes() > 0);
    if (info != null && info.role() == Role.RUN) {
      meta.run();
    } else if (info != null && info.role() == Role.BASE) {
      meta.base();
    }
    if (info != null) {
      meta.keys(info.keys());
    }
    meta.size(reader.length(), reader.getEntries(), info == null ? 0 : info.deletes());
    if (file.getFirstKey().isPresent() && file.getLastKey().isPresent()) {
      byte[] first = CellUtil.cloneRow(file.getFirstKey().get());
      byte[] last = CellUtil.cloneRow(file.getLastKey().get());
      meta.rows(first, last).samples(samples(reader, KeyRange.closed(first, last)));
    }
    return meta.build();
  }

  /**
   * The descriptions of a store's files, and which file each is of.
   *
   * @param files described store files, oldest first
   */
  static Map<FileMeta, RlsmStoreFile> ofAll(List<? extends HStoreFile> files) {
    Map<FileMeta, RlsmStoreFile> metas = new HashMap<>();
    Set<String> names = new HashSet<>();
    for (HStoreFile each : files) {
      RlsmStoreFile file = (RlsmStoreFile) each;
      String name = file.physicalName();
      // Two links to one HFile, as after some merges of regions: neither is taken for the other.
      metas.put(file.meta(names.add(name) ? name : file.getPath().getName()), file);
    }
    return metas;
  }

  /** What the file says of itself; null if nothing, or nothing that can be read. */
  static RlsmFileInfo info(HStoreFile file) {
    byte[] data = file.getMetadataValue(RlsmFileInfo.KEY);
    if (data == null) {
      return null;
    }
    try {
      return RlsmFileInfo.parse(data);
    } catch (IOException e) {
      // Nothing is lost: no cell is read or left out by what the file says of itself.
      LOG.error(
          "{}: {}; it is treated as a file of another engine", file.getPath(), e.getMessage());
      return null;
    }
  }

  /** The name of the HFile itself, also of one that another region or table owns. */
  static String physicalName(Path path) {
    String name = path.getName();
    if (StoreFileInfo.isReference(name)) {
      name = StoreFileInfo.getReferredToFile(path).getName();
    }
    return HFileLink.isHFileLink(name) ? HFileLink.getReferencedHFileName(name) : name;
  }

  private static List<byte[]> samples(StoreFileReader reader, KeyRange span) {
    List<byte[]> samples = new ArrayList<>();
    byte[] last = span.start();
    for (byte[] row : TierlineIndexAccess.rootRows(reader.getHFileReader(), MAX_SAMPLES)) {
      if (span.contains(row) && Arrays.compareUnsigned(last, row) <= 0) {
        samples.add(row);
        last = row;
      }
    }
    return samples;
  }
}
