/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file of a volume. For any thread; requests that are under way together have no order among
 * them. What is written here, or by any other way through the kernel's cache, is what is read.
 *
 * <p>Every call blocks its thread until it is answered. An interrupt does not end it and stays set:
 * {@link Volume#cancelStream} ends it. An error of the disk or the kernel is an {@link IOException}
 * with the system's text. One that was cancelled ends with a {@link CancelledException}, one on a
 * closed file or volume with a {@link java.nio.channels.ClosedChannelException}. No argument,
 * however bad, does more than throw: {@link NullPointerException}, or {@link
 * IllegalArgumentException} for a buffer that is not direct, a negative number, or an end past
 * {@link Long#MAX_VALUE}.
 *
 * <p>A stream is a number that stands for one sequence of requests, such as a block transfer.
 */
public interface VolumeFile extends Closeable {
  /**
   * Reads into a direct buffer as much as it has room for, and moves its position. Less only at the
   * end of the file.
   *
   * @return the bytes that were read; -1 at the end of the file; 0 when there is no room
   * @throws java.nio.ReadOnlyBufferException if nothing may be put there
   */
  int read(long stream, ServiceClass service, long offset, ByteBuffer memory) throws IOException;

  /**
   * Writes all of a direct buffer, and moves its position. After an error any part of it may have
   * been written.
   */
  void write(long stream, ServiceClass service, long offset, ByteBuffer memory) throws IOException;

  /** Returns when all that was written to the file before is on the device. */
  void sync(long stream, ServiceClass service) throws IOException;

  /**
   * Has the kernel write what its cache holds of a part of the file, in the scheduler's turn, and
   * returns when it is written. No promise of durability: neither the disk's cache nor the file's
   * length and place are written. The engine {@code java} leaves it to the kernel and returns.
   *
   * @param length in bytes, not 0
   * @param waited somebody waits for it, for example a writer until the kernel's cache takes more;
   *     if not, it is gathered until the disk has time
   */
  void writeBack(long stream, ServiceClass service, long offset, long length, boolean waited)
      throws IOException;

  /**
   * The stream is going to read that part of the file from its beginning to its end, as far as the
   * file reaches by now. It takes the place of what the stream announced before, and is served
   * ahead. Whoever changes that part but by this volume cancels the stream.
   *
   * @param length in bytes, not 0
   */
  void announce(long stream, ServiceClass service, long offset, long length) throws IOException;

  /** As {@link Volume#cancelStream}, of all that was asked of this file by whichever way. */
  void cancel();

  /** What is under way is still served. A second time it does nothing. */
  @Override
  void close();
}
