/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.index;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The negative cache: whole subtrees that hold no entry are turned away by their top directories.
 *
 * <p>It knows the ancestors of all entries down to {@value #MAX_DEPTH} components, as long as they
 * are at most {@value #MOST}. Most files of a cluster are not managed and lie in other people's
 * directories, so a look-up of one ends here instead of probing the big table, which is in no
 * cache, once for each component. Deeper ancestors would turn more away and cost every managed path
 * more.
 *
 * <p>A bit set of 8 KiB, which stays in the first-level cache. A path wrongly let through costs a
 * search, no more.
 */
final class TopDirectories {
  private static final int MAX_DEPTH = 3;

  /** With as many, one in sixteen foreign directories is taken for a known one. */
  private static final int MOST = 4096;

  private static final int BITS_LOG = 16;

  private final PathHash hash;
  private final long[] bits = new long[(1 << BITS_LOG) / Long.SIZE];
  private int depth;

  private TopDirectories(PathHash hash) {
    this.hash = hash;
  }

  /** Those of the given paths, to the longest of which the hash reaches. */
  static TopDirectories of(List<byte[]> paths, PathHash hash) {
    TopDirectories tops = new TopDirectories(hash);
    int known = 0;
    while (tops.depth < MAX_DEPTH && known <= MOST) {
      Set<Long> level = tops.nextLevel(paths, MOST - known);
      known += level.size();
      if (level.isEmpty() || known > MOST) {
        break;
      }
      level.forEach(tops::set);
      tops.depth++;
      tops.markEntries(paths);
    }
    return tops;
  }

  /** Hashes of the ancestors one level below those known already; ends early when too many. */
  private Set<Long> nextLevel(List<byte[]> paths, int most) {
    Set<Long> hashes = new HashSet<>();
    for (byte[] path : paths) {
      int above = end(path, depth);
      if (above < path.length) {
        hashes.add(hash.of(path, nextEnd(path, above)));
      }
      if (hashes.size() > most) {
        break;
      }
    }
    return hashes;
  }

  /** Below an entry nothing is foreign, so the search must not be turned away further down. */
  private void markEntries(List<byte[]> paths) {
    for (byte[] path : paths) {
      if (end(path, depth) == path.length) {
        set(~hash.of(path, path.length));
      }
    }
  }

  private static int end(byte[] path, int depth) {
    int end = 0;
    for (int level = 0; level < depth && end < path.length; level++) {
      end = nextEnd(path, end);
    }
    return end;
  }

  private static int nextEnd(byte[] path, int slash) {
    int end = slash + 1;
    while (end < path.length && path[end] != '/') {
      end++;
    }
    return end;
  }

  /** False only when neither the path nor an ancestor of it is an entry. */
  boolean mayHold(byte[] path, int maxLength) {
    int end = 0;
    for (int level = 0; level < depth; level++) {
      if (end >= path.length) {
        return false;
      }
      end = nextEnd(path, end);
      if (end > maxLength) {
        return false;
      }
      long hashed = hash.of(path, end);
      if (isSet(~hashed)) {
        return true;
      }
      if (!isSet(hashed)) {
        return false;
      }
    }
    return true;
  }

  private void set(long hashed) {
    int bit = bit(hashed);
    bits[bit >>> 6] |= 1L << bit;
  }

  private boolean isSet(long hashed) {
    int bit = bit(hashed);
    return (bits[bit >>> 6] & 1L << bit) != 0;
  }

  private static int bit(long hashed) {
    return (int) (hashed >>> (Long.SIZE - BITS_LOG));
  }
}
