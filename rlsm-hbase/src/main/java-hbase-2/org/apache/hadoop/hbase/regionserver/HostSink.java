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
import org.apache.hadoop.hbase.Cell;

/** What takes the cells of a flush or a compaction: in HBase 2 they are any {@link Cell}. */
public interface HostSink extends CellSink {

  /** Adds a cell that a sink was given to a file. */
  static void append(Cell cell, StoreFileWriter file) throws IOException {
    file.append(cell);
  }
}
