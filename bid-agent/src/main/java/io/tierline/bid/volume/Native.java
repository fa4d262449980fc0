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
import java.nio.ByteBuffer;

/**
 * The library in C ({@code src/main/native/jni/library.c}). Volumes and files are numbers, of which
 * one that stands for nothing is an error; errors are negative and have the system's numbers.
 */
final class Native {
  /** What {@link #abi} must say. */
  static final int ABI = 8;

  static final int READ = 0;
  static final int WRITE = 1;
  static final int SYNC = 2;
  static final int WRITE_BACK = 3;
  static final int WRITE_BACK_WAITED = 4;

  static final int EBADF = 9;
  static final int ENOENT = 2;
  static final int ESHUTDOWN = 108;
  static final int ESTALE = 116;
  static final int ECANCELED = 125;

  /** Places that {@link #statistics} fills, in the order of {@link VolumeStatistics}. */
  static final int STATISTICS = 18;

  private Native() {}

  static native int abi();

  static native String version();

  static native String errorText(int number);

  static native long open(String policy, String model, long[] numbers, String[] reason);

  static native String engine(long volume);

  static native int statistics(long volume, long[] to);

  static native int cancelStream(long volume, long stream);

  static native int close(long volume, long[] last);

  static native long openFile(long volume, FileDescriptor descriptor);

  static native int closeFile(long file);

  static native int cancelFile(long file);

  static native long fileLength(long file);

  static native long call(
      long file,
      int op,
      long stream,
      int service,
      long offset,
      ByteBuffer memory,
      int position,
      int length);

  static native int announce(long file, long stream, int service, long offset, long length);
}
