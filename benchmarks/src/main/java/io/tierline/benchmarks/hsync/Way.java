/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.hsync;

import org.apache.hadoop.fs.StorageType;

/** Where a block lies whose writer syncs, and what makes it durable. */
enum Way {
  /** HDFS's hflush, which makes nothing durable: what a sync costs beside its device. */
  HFLUSH("hflush", StorageType.DISK, false),
  /** HDFS's own syncs, on a modelled disk. */
  DISK("disk", StorageType.DISK, true),
  /** The block lies on the SSD by its storage policy, and HDFS syncs it there. */
  SSD("ssd-policy", StorageType.SSD, false),
  /** HDFS's own syncs, on the file system that the user names. */
  JOURNAL("journal", StorageType.DISK, false),
  /** On the modelled disk, with the delta log on the SSD. */
  LOG("delta-log", StorageType.DISK, true);

  final String word;
  final StorageType type;

  /** Whether syncs of the block's files take a modelled disk's time in place of this machine's. */
  final boolean isModelled;

  Way(String word, StorageType type, boolean isModelled) {
    this.word = word;
    this.type = type;
    this.isModelled = isModelled;
  }
}
