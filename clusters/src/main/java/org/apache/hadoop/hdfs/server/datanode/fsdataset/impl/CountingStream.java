/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.LongAdder;

/** Adds every byte that is read, not those skipped, to a counter. */
final class CountingStream extends FilterInputStream {
  private final LongAdder bytes;

  CountingStream(InputStream in, LongAdder bytes) {
    super(in);
    this.bytes = bytes;
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    if (read >= 0) {
      bytes.increment();
    }
    return read;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int read = super.read(buffer, offset, length);
    if (read > 0) {
      bytes.add(read);
    }
    return read;
  }
}
