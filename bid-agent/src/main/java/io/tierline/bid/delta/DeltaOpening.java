/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A log that one thread opens while another one waits for it, and may give it up: a device that
 * hangs neither answers nor fails ({@code deltafile/opening.h}). Once it is given up, one call that
 * had begun may still end; no other one changes a block, a mark or the log.
 */
public final class DeltaOpening {
  private static final VarHandle WORDS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final int CALLS_AT = 0;
  private static final int GIVEN_UP_AT = Long.BYTES;

  /** The library's too; both words are on multiples of their length. */
  private final ByteBuffer memory =
      ByteBuffer.allocateDirect(3 * Long.BYTES).alignedSlice(Long.BYTES);

  /** Nobody waits for it. */
  public static DeltaOpening unwatched() {
    return new DeltaOpening();
  }

  /** The log's device is asked for something; by the thread that opens the log. */
  public void ask() {
    WORDS.getAndAdd(memory, CALLS_AT, 1L);
  }

  /** It has answered. */
  public void answered() {
    WORDS.getAndAdd(memory, CALLS_AT, 1L);
  }

  /** Questions and answers: an odd number while the device owes an answer. */
  public long calls() {
    return (long) WORDS.getVolatile(memory, CALLS_AT);
  }

  /** Nobody waits any more. */
  public void giveUp() {
    WORDS.setVolatile(memory, GIVEN_UP_AT, 1L);
  }

  /** Whether somebody waited and waits no more. */
  public boolean isGivenUp() {
    return (long) WORDS.getVolatile(memory, GIVEN_UP_AT) != 0;
  }

  ByteBuffer memory() {
    return memory;
  }
}
