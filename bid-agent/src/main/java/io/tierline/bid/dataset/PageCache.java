/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.hadoop.util.CleanerUtil;

/** Asks the kernel what of a file its cache holds. */
final class PageCache {
  private PageCache() {}

  /**
   * Whether all of that part is in memory, by mincore(2). No page is touched, so a file that
   * shrinks meanwhile does no harm.
   *
   * @return also false where it cannot be told
   */
  static boolean holds(FileChannel file, long offset, long length) {
    // An interrupted thread's call would close the channel; a map that stays would hold the file.
    if (Thread.currentThread().isInterrupted() || !CleanerUtil.UNMAP_SUPPORTED) {
      return false;
    }
    try {
      MappedByteBuffer map = file.map(FileChannel.MapMode.READ_ONLY, offset, length);
      try {
        return map.isLoaded();
      } finally {
        CleanerUtil.getCleaner().freeBuffer(map);
      }
    } catch (IOException e) {
      return false;
    }
  }
}
