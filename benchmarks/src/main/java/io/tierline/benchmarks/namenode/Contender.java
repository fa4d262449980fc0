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
  STOCK,
  /** Hadoop's own with a storage policy set by hand: what LDM decides, decided by an operator. */
  STOCK_ONE_SSD,
  /** Hadoop's own, slower by three per cent: whether the pairs find it. */
  PLANTED,
  /** With LDM and all the lineage, for files of no dataset. */
  LDM_UNMANAGED,
  /** With LDM and all the lineage, for files of managed datasets. */
  LDM_MANAGED;

  /** Whether LDM decides in this NameNode. */
  boolean ours() {
    return managed() || this == LDM_UNMANAGED;
  }

  /** Whether the files belong to datasets that lineage knows. */
  boolean managed() {
    return this == LDM_MANAGED;
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
