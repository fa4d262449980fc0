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
              Volumes whose blocks the scheduler reads and writes back, if
              dfs.datanode.fsdataset.factory is
              io.tierline.bid.dataset.TierlineDatasetFactory: disk (storage type DISK), all
              (ARCHIVE and SSD too) or none. Memory and provided storage are never included.""");

  static final Setting<Engine> ENGINE =
      ROWS.word("engine", Engine.ANY)
          .doc(
              """
              What performs the I/O of scheduled volumes: any (io_uring; threads if that is
              forbidden; Java without the library), or one of these. emulated is a modelled
              disk with real data, for demonstrations. If the chosen engine is not available,
              the volume is served as stock.""");

  static final Setting<String> MODEL =
      ROWS.of("emulated.model", "hdd-16t", "a model", text -> text)
          .doc("Which disk the engine emulated is: a preset's name or a description's path.");

  static final Setting<Double> TIME_SCALE =
      ROWS.number("emulated.time.scale", "1")
          .atLeast(0.001)
          .atMost(1000.0)
          .doc(
              """
              How many seconds of an emulated disk pass in one second. Less than 1 makes the
              disk slower, for machines with few cores.""");

  static final Setting<Long> READ_AFTER =
      ROWS.size("read.after", "256k")
          .atLeast(0L)
          .doc(
              """
              How much of a block a reader reads as with stock, through the kernel's cache,
              before the read counts as long. Only what follows is read by the scheduler.""");

  static final Setting<Boolean> READ_FROM_CACHE =
      ROWS.flag("read.from.cache", true)
          .doc(
              """
              Whether parts of a block that the kernel's cache holds, such as those of a
              recently written block, are read from there, as with stock.""");

  static final Setting<Boolean> READ_DIRECT =
      ROWS.flag("read.direct", true)
          .doc(
              """
              Whether the scheduler bypasses the kernel's cache, if the file system supports
              it. Then a long read evicts nothing from that cache, and leaves nothing in it.""");

  static final Setting<Long> WRITE_BACK =
      ROWS.size("write.back", "8m")
          .atLeast(0L)
          .doc(
              """
              Each time this much of a block has been written to the kernel's cache, the
              scheduler writes it to the disk in one turn. With 0, the kernel alone decides
              when.""");

  /** All of them, in order. */
  public static final Settings ALL = new Settings(ROWS.all());

  private DatasetKeys() {}
}
