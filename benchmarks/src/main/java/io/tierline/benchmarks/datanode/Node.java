/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.datanode;

import java.io.IOException;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** A DataNode with a NameNode, all whose blocks lie on one kind of volume. */
interface Node extends AutoCloseable {
  /** A client's view of it. */
  DistributedFileSystem files();

  /** Time of processors that the DataNode has taken, in ns; 0 where others are in its process. */
  long processorNanos();

  @Override
  void close() throws IOException;
}
