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
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;

/** A disk with room for so many bytes apart from the log, until space comes back. */
final class FullDisk implements FaultyFileSystem.Probe {

  static final String MESSAGE = "No space left on device";

  private long left;
  private int refused;

  FullDisk(long left) {
    this.left = left;
  }

  /** Number of writes that were refused. */
  int refused() {
    return refused;
  }

  @Override
  public void writing(Path path, int bytes) throws IOException {
    if (path.toString().contains(HConstants.HREGION_LOGDIR_NAME)) {
      return;
    }
    if (bytes > left) {
      refused++;
      throw new IOException(MESSAGE);
    }
    left -= bytes;
  }
}
