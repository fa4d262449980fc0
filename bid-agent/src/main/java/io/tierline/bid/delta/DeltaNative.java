/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta;

import java.io.FileDescriptor;
import java.nio.ByteBuffer;

/**
 * The library in C ({@code src/main/native/jni/delta.c}). Logs and streams are numbers, of which
 * one that stands for nothing is an error; errors are negative and have the system's numbers.
 */
final class DeltaNative {

  /** Something else is where it was to be. */
  static final int EBADMSG = 74;

  /** A block's own files could not be synced. */
  static final int ENOTRECOVERABLE = 131;

  /** Places that {@link #open} fills. */
  static final int FOUND = 5;

  /** Places that {@link #statistics} fills, in the order of {@link DeltaStatistics}. */
  static final int STATISTICS = 14;

  private DeltaNative() {}

  static native long open(
      byte[] path,
      long[] numbers,
      byte[][] folders,
      long[] found,
      String[] reason,
      ByteBuffer opening);

  static native int close(long log);

  static native int statistics(long log, long[] to);

  static native long openStream(
      long log, long[] numbers, byte[][] names, FileDescriptor data, FileDescriptor sums);

  static native long put(long stream);

  static native int await(long stream, long commit);

  static native int synced(long stream);

  static native int closeStream(long stream);
}
