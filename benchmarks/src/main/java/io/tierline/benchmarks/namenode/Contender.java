/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import io.tierline.cli.Keyed;
import java.util.Locale;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;

/** A NameNode, and whose files it is asked for. */
enum Contender implements Keyed {
  /** Hadoop's own. */
  STOCK(false, false),
  /** Hadoop's own with a storage policy set by hand: what LDM decides, decided by an operator. */
  STOCK_ONE_SSD(false, false),
  /** Hadoop's own, slower by three per cent: whether the pairs find it. */
  PLANTED(false, false),
  /** With LDM and all the lineage, for files of no dataset. */
  LDM_UNMANAGED(true, false),
  /** With LDM and all the lineage, for files of managed datasets. */
  LDM_MANAGED(true, true);

  private final boolean ours;
  private final boolean managed;

  Contender(boolean ours, boolean managed) {
    this.ours = ours;
    this.managed = managed;
  }

  boolean ours() {
    return ours;
  }

  boolean managed() {
    return managed;
  }

  /** The storage policy of what is written. */
  StoragePolicy policy() {
    return this == STOCK_ONE_SSD ? StoragePolicy.ONE_SSD : StoragePolicy.HOT;
  }

  /** As users write it, and as figures name it. */
  @Override
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The contender with that key. */
  static Contender of(String key) {
    return Keyed.of(Contender.class, key);
  }
}
