/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.shadow;

import io.tierline.ldm.lineage.JobId;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** What would have been done with one dataset. Not safe for several threads. */
final class ShadowDataset {
  private final String root;
  private final String user;
  private final Set<JobId> readers = new HashSet<>();
  private long blocks;
  private long blocksFast;
  private long blocksNoRoom;
  private long fastReplicas;
  private long readsFast;
  private long movesUp;
  private long movesDown;
  private long movedUpBytes;
  private long gone;
  private long meanBytes;

  ShadowDataset(String root, String user, long blockBytes) {
    this.root = root;
    this.user = user;
    this.meanBytes = blockBytes;
  }

  String root() {
    return root;
  }

  long meanBytes() {
    return meanBytes;
  }

  String user() {
    return user;
  }

  /** A new block, of which so many replicas would have been fast. */
  void placed(int fast, boolean hasRoom) {
    blocks++;
    if (fast > 0 && hasRoom) {
      blocksFast++;
      fastReplicas += fast;
    } else if (fast > 0) {
      blocksNoRoom++;
    }
  }

  /** What its blocks really have on average; a block is taken for full until that is known. */
  void surveyed(long mean) {
    meanBytes = mean;
  }

  /**
   * What a plan of this moment would move. It knows nothing of what is fast on paper only, and none
   * is carried out: what it has up beyond that is new, and the most it has down counts.
   */
  void planned(long up, long upBytes, long down) {
    long more = up - (fastReplicas + movesUp - gone);
    if (more > 0) {
      movesUp += more;
      movedUpBytes += upBytes * more / up;
    }
    movesDown = Math.max(movesDown, down);
  }

  /** Who is still to read it, while it is managed: those that are no more have read it. */
  void readBy(Collection<JobId> now) {
    long ended = readers.stream().filter(reader -> !now.contains(reader)).count();
    readsFast += ended * blocksFast;
    readers.clear();
    readers.addAll(now);
    if (readers.isEmpty()) {
      leave();
    }
  }

  /** Nobody is to read it any more: its fast replicas would have gone down. */
  void leave() {
    readers.clear();
    gone = fastReplicas + movesUp;
  }

  /** Bytes that its fast replicas would take up now. */
  long standing() {
    return (fastReplicas + movesUp - gone) * meanBytes;
  }

  ShadowCounts counts() {
    return new ShadowCounts(
        blocks,
        blocksFast,
        blocksNoRoom,
        blocksFast * meanBytes,
        fastReplicas,
        readsFast,
        movesUp,
        movesDown + gone,
        fastReplicas * meanBytes + movedUpBytes);
  }
}
