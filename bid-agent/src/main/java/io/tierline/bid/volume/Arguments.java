/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;

/** What every engine demands of what it is called with. */
final class Arguments {
  private Arguments() {}

  private static void checkDirect(ServiceClass service, long offset, ByteBuffer memory) {
    Objects.requireNonNull(service);
    if (!memory.isDirect()) {
      throw new IllegalArgumentException("the buffer is not direct");
    }
    checkExtent(service, offset, memory.remaining());
  }

  static void checkRead(ServiceClass service, long offset, ByteBuffer memory) {
    checkDirect(service, offset, memory);
    if (memory.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
  }

  static void checkWrite(ServiceClass service, long offset, ByteBuffer memory) {
    checkDirect(service, offset, memory);
  }

  /** Bytes of a file, of which there may be none. */
  private static void checkExtent(ServiceClass service, long offset, long length) {
    Objects.requireNonNull(service);
    if (offset < 0 || length < 0 || offset > Long.MAX_VALUE - length) {
      throw new IllegalArgumentException("no bytes of a file: " + length + " at " + offset);
    }
  }

  static void checkPart(ServiceClass service, long offset, long length) {
    checkExtent(service, offset, length);
    if (length == 0) {
      throw new IllegalArgumentException("a part of a file has a length");
    }
  }
}
