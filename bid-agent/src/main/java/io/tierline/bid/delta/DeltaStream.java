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
   * Makes durable what was written to both files.
   *
   * @return whether it is; otherwise whoever asks syncs the files themselves, and then says so
   * @throws IOException when the files could not be synced by the log before: nobody can tell what
   *     is in them
   */
  boolean sync() throws IOException;

  /**
   * The files were synced themselves.
   *
   * @throws IOException as {@link #sync}
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
