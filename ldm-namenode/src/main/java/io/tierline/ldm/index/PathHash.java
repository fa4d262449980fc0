/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * A hash of a path's prefixes: the sum over its words of eight bytes w<sub>k</sub> of mix(w<sub>k
 * </sub>) · m<sub>k</sub> mod 2<sup>64</sup>, with a table of odd multipliers m that a seed
 * determines. The last word of a prefix is filled up with zeros.
 *
 * <p>Being a sum, it loses a word by one subtraction, so the hash of a shorter prefix comes for the
 * price of the words trimmed. Its terms do not wait for each other, as those of {@link
 * String#hashCode} do: a NameNode is given fresh strings, whose hash nobody has computed yet.
 */
final class PathHash {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int WORD = Long.BYTES;
  private static final int WORD_LOG = 3;
  private static final int FOLD = 29;
  private static final long FINISH = 0x9E3779B97F4A7C15L;

  private final long[] multipliers;

  /**
   * A hash of its own for each seed.
   *
   * @param seed which multipliers
   * @param maxLength the longest prefix it will be asked for, in bytes
   */
  PathHash(long seed, int maxLength) {
    SplittableRandom random = new SplittableRandom(seed);
    multipliers = new long[(maxLength >>> WORD_LOG) + 1];
    for (int i = 0; i < multipliers.length; i++) {
      multipliers[i] = random.nextLong() | 1;
    }
  }

  /** The hash of the first {@code length} bytes. */
  long of(byte[] path, int length) {
    return finish(wholeWords(path, length) + rest(path, length));
  }

  /** The sum over the whole words among the first {@code length} bytes. */
  long wholeWords(byte[] path, int length) {
    long sum = 0;
    for (int k = 0; k < length >>> WORD_LOG; k++) {
      sum += term(word(path, k), k);
    }
    return sum;
  }

  /** That sum for a shorter prefix, given the one for a longer. */
  long trimmed(long sum, byte[] path, int longer, int shorter) {
    long less = sum;
    for (int k = (longer >>> WORD_LOG) - 1; k >= shorter >>> WORD_LOG; k--) {
      less -= term(word(path, k), k);
    }
    return less;
  }

  /** The hash of a prefix, given the sum over its whole words. */
  long finished(long sum, byte[] path, int length) {
    return finish(sum + rest(path, length));
  }

  private long rest(byte[] path, int length) {
    int k = length >>> WORD_LOG;
    int bits = length % WORD * Byte.SIZE;
    if (bits == 0) {
      return 0;
    }
    if ((k + 1) * WORD <= path.length) {
      return term(word(path, k) & (1L << bits) - 1, k);
    }
    long last = 0;
    for (int i = length - 1; i >= k * WORD; i--) {
      last = last << Byte.SIZE | path[i] & 0xff;
    }
    return term(last, k);
  }

  private static long word(byte[] path, int k) {
    return (long) WORDS.get(path, k * WORD);
  }

  /** Folded first, since a product's low bits know nothing of a factor's high ones. */
  private long term(long word, int k) {
    return (word ^ word >>> FOLD) * multipliers[k];
  }

  private static long finish(long sum) {
    return (sum ^ sum >>> 32) * FINISH;
  }
}
