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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.querymatcher.DeleteTracker;
import org.apache.hadoop.hbase.security.visibility.ScanLabelGenerator;
import org.apache.hadoop.hbase.security.visibility.SimpleScanLabelGenerator;
import org.apache.hadoop.hbase.security.visibility.VisibilityLabelServiceManager;
import org.apache.hadoop.hbase.security.visibility.VisibilityScanDeleteTracker;
import org.apache.hadoop.hbase.security.visibility.VisibilityUtils;

/**
 * Visibility labels in a region without a region server: the part of HBase's visibility controller
 * that says what a marker covers.
 */
public final class Labels implements HostObserver {

  /** The label of a cell that has none. */
  static final int NONE = 0;

  /** HBase loads it by its class. */
  public Labels() {}

  /**
   * Has a configuration take a reader's labels as they are asked for.
   *
   * <p>There is one service for labels in a process, with the configuration of whoever was the
   * first to want it. One without this would let readers of a cluster that is started later see
   * nothing.
   */
  public static void believeReaders(Configuration conf) {
    conf.setClass(
        VisibilityUtils.VISIBILITY_LABEL_GENERATOR_CLASS,
        SimpleScanLabelGenerator.class,
        ScanLabelGenerator.class);
  }

  /** Gives labels a meaning in a region, before it is opened or after. */
  static void install(HRegion region, Configuration site) throws IOException {
    Configuration conf = new Configuration(site);
    believeReaders(conf);
    VisibilityLabelServiceManager.getInstance().getVisibilityLabelService(conf);
    RegionCoprocessorHost host = new RegionCoprocessorHost(region, null, conf);
    host.load(Labels.class, Coprocessor.PRIORITY_USER, conf);
    region.setCoprocessorHost(host);
  }

  /** The tags of a cell with a label. */
  static List<Tag> tags(int label) {
    return label == NONE
        ? List.of()
        : List.of(
            new ArrayBackedTag(TagType.VISIBILITY_TAG_TYPE, new byte[] {(byte) label}),
            VisibilityUtils.SORTED_ORDINAL_SERIALIZATION_FORMAT_TAG);
  }

  @Override
  public DeleteTracker tracker(DeleteTracker stock) {
    return new VisibilityScanDeleteTracker(CellComparator.getInstance());
  }
}
