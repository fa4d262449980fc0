/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

/**
 * What a reader of a block is going to read, as far as that can be told: HDFS does not say where
 * its read ends. So a little is announced at first, and the rest of the block once that was read to
 * its end. Who stops early has made the disk read at most {@link #FIRST} or one turn for nothing.
 */
final class ReadAhead {
  /** Enough to pay for a positioning of a disk. */
  static final long FIRST = 4L << 20;

  private final long blockEnd;
  private long announcedEnd;
  private boolean began;

  ReadAhead(long blockEnd) {
    this.blockEnd = blockEnd;
  }

  /**
   * How many bytes are to be announced before the read there; 0: those were announced already, or
   * nothing is left.
   */
  long due(long position) {
    if (position < announcedEnd || position >= blockEnd) {
      return 0;
    }
    long length = began ? blockEnd - position : Math.min(FIRST, blockEnd - position);
    began = true;
    announcedEnd = position + length;
    return length;
  }

  /** Whether something was announced that lies at or past the position. */
  boolean isOpen(long position) {
    return position < announcedEnd;
  }

  /** The reader went elsewhere: it begins anew. */
  void restart() {
    began = false;
    announcedEnd = 0;
  }
}
