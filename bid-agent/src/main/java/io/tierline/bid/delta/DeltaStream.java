/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta;

import java.io.Closeable;
import java.io.IOException;

/** A block that is being written. One call at a time, but for closing. */
public interface DeltaStream extends Closeable {
  /**
   * Gives the log what was written to both files. It is durable once the commit is that has it.
   *
   * @return the commit's number, above 0; 0: the log does not take it, and whoever asks syncs the
   *     files themselves, and then says so
   * @throws IOException when the files could not be synced by the log before: nobody can tell what
   *     is in them
   */
  long put() throws IOException;

  /**
   * Waits until a commit is durable, and all before it. When the log has failed the files are
   * synced instead. From any thread.
   *
   * @return whether the log has it; false: the files were synced
   * @throws IOException when they could not be, or the stream is closed
   */
  boolean await(long commit) throws IOException;

  /**
   * Gives the log what was written, and waits.
   *
   * @return whether the log has it; otherwise whoever asks syncs the files, and then says so
   * @throws IOException as {@link #put} and {@link #await}
   */
  default boolean sync() throws IOException {
    long commit = put();
    return commit > 0 && await(commit);
  }

  /**
   * The files were synced themselves.
   *
   * @throws IOException as {@link #put}
   */
  void synced() throws IOException;

  /**
   * Nobody writes any more: the files are synced if the log has anything of them. They may be
   * renamed then.
   *
   * @throws IOException when they could not be synced; the log keeps what it has
   */
  @Override
  void close() throws IOException;
}
