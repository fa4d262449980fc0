/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

import java.io.FileDescriptor;
import java.io.IOException;

/**
 * One disk's scheduler: the files of one volume are read and written in its order. For any thread.
 */
public interface Volume extends AutoCloseable {
  /**
   * Makes an open file known.
   *
   * @param descriptor of a regular file; it is duplicated, and may be closed afterwards. What it
   *     was opened for, reading or writing, is what can be done. One that appends writes where it
   *     is told to nevertheless.
   * @throws IOException if it is closed or of no regular file, or the volume is closed ({@link
   *     java.nio.channels.ClosedChannelException})
   */
  VolumeFile open(FileDescriptor descriptor) throws IOException;

  /** Who moves the data: {@code io_uring}, {@code threads}, {@code emulated} or {@code java}. */
  String engine();

  /** What it has counted; also after it was closed. */
  VolumeStatistics statistics();

  /**
   * Nobody wants what the stream has asked for any more, nor what it has announced. What waits ends
   * at once with a {@link CancelledException}, what is under way when it is done.
   */
  void cancelStream(long stream);

  /**
   * Ends what is under way as {@link #cancelStream} does, and closes all files. Returns when the
   * disk is done with it. A second time it does nothing.
   */
  @Override
  void close();
}
