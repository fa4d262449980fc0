/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import java.util.Map;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;

/** The store engine that these tests are about, and HBase's own. */
final class Engines {
  /** What {@code hbase.hstore.engine.class} is set to; a property names another engine. */
  static final String UNDER_TEST =
      System.getProperty("tierline.tests.engine", "io.tierline.rlsm.hbase.RlsmStoreEngine");

  static final String STOCK = DefaultStoreEngine.class.getName();

  /**
   * So small that a few dozen kilobytes make partitions, slices and runs, and nothing happens
   * unasked.
   */
  static final Map<String, String> TINY =
      Map.of(
          "tierline.rlsm.partition.max.bytes", "8192",
          "tierline.rlsm.slices.max", "4",
          "tierline.rlsm.idle.millis", "3600000");

  private Engines() {}

  /** Sets the engine under test on a family, with tiny limits. */
  static ColumnFamilyDescriptorBuilder underTest(ColumnFamilyDescriptorBuilder family) {
    TINY.forEach(family::setConfiguration);
    return family.setConfiguration(StoreEngine.STORE_ENGINE_CLASS_KEY, UNDER_TEST);
  }

  static ColumnFamilyDescriptorBuilder stock(ColumnFamilyDescriptorBuilder family) {
    return family.setConfiguration(StoreEngine.STORE_ENGINE_CLASS_KEY, STOCK);
  }
}
