/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;

/** HBase's way to put a compaction's results in the place of what was compacted. */
@FunctionalInterface
public interface StockReplacement {

  /**
   * Replaces the files.
   *
   * @param actionUnderLock is run once, when all is ready and nobody else changes the store
   */
  void run(Runnable actionUnderLock) throws IOException;
}
