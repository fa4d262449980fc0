/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.bid.volume.VolumeOptions.Engine;
import io.tierline.common.Rows;
import io.tierline.common.Setting;
import io.tierline.common.Settings;

/** Keys of the DataNode's dataset. */
public final class DatasetKeys {
  private static final Rows ROWS = new Rows("tierline.bid.");

  /** Which volumes are served. */
  enum Which {
    /** Those that HDFS has as DISK. */
    DISK,
    /** Those, and SSD and ARCHIVE. */
    ALL,
    /** None. */
    NONE
  }

  static final Setting<Which> VOLUMES =
      ROWS.word("volumes", Which.DISK)
          .doc(
              """
              Whose blocks are read and written back by the scheduler, if
              dfs.datanode.fsdataset.factory is
              io.tierline.bid.dataset.TierlineDatasetFactory: disk (of the storage type DISK), all
              (ARCHIVE and SSD too) or none. Memory and provided storage never are.""");

  static final Setting<Engine> ENGINE =
      ROWS.word("engine", Engine.ANY)
          .doc(
              """
              Who moves the data of scheduled volumes: any (io_uring; threads where that is
              forbidden; Java without the library), or one of these. emulated is a modelled disk
              with real data, for demonstrations. One that cannot be had: stock's way.""");

  static final Setting<String> MODEL =
      ROWS.of("emulated.model", "hdd-16t", "a model", text -> text)
          .doc("Which disk the engine emulated is: a preset's name or a description's path.");

  static final Setting<Integer> TIME_SCALE =
      ROWS.integer("emulated.time.scale", "1")
          .atLeast(1)
          .atMost(1000)
          .doc("How many seconds of an emulated disk pass in one second.");

  static final Setting<Long> READ_AFTER =
      ROWS.size("read.after", "256k")
          .atLeast(0L)
          .doc(
              """
              What a reader of a block takes in stock's way, through the kernel's cache, before its
              read counts as a long one. Only what follows is read by the scheduler.""");

  static final Setting<Boolean> READ_FROM_CACHE =
      ROWS.flag("read.from.cache", true)
          .doc(
              """
              Whether what the kernel's cache holds of a block is read from there, in stock's way,
              as it is for a block that was written a short while ago.""");

  static final Setting<Boolean> READ_DIRECT =
      ROWS.flag("read.direct", true)
          .doc(
              """
              Whether the scheduler reads past the kernel's cache, where the file system can. Then
              a long read pushes nothing out of that cache, and leaves nothing there.""");

  static final Setting<Long> WRITE_BACK =
      ROWS.size("write.back", "8m")
          .atLeast(0L)
          .doc(
              """
              Each time that much of a block has been written to the kernel's cache, the scheduler
              brings it to the disk in one turn. 0: the kernel alone decides when.""");

  /** All of them, in order. */
  public static final Settings ALL = new Settings(ROWS.all());

  private DatasetKeys() {}
}
