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
import java.lang.reflect.Field;

/**
 * The number that the kernel knows a descriptor by. Without native code only a private field has
 * it; {@code sun.misc.Unsafe}, by its name because compilers warn of it, reads that in every JVM
 * without an option on its command line.
 */
final class DescriptorNumber {
  private DescriptorNumber() {}

  /** The number of an open descriptor. */
  static int of(FileDescriptor descriptor) throws IOException {
    int number = read(descriptor);
    if (number < 0) {
      throw new IOException("Bad file descriptor");
    }
    return number;
  }

  private static int read(FileDescriptor descriptor) throws IOException {
    try {
      Class<?> type = Class.forName("sun.misc.Unsafe");
      Field only = type.getDeclaredField("theUnsafe");
      only.setAccessible(true);
      Object unsafe = only.get(null);
      Field field = FileDescriptor.class.getDeclaredField("fd");
      Object offset = type.getMethod("objectFieldOffset", Field.class).invoke(unsafe, field);
      return (Integer)
          type.getMethod("getInt", Object.class, long.class).invoke(unsafe, descriptor, offset);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new IOException("this JVM does not tell the numbers of descriptors", e);
    }
  }
}
