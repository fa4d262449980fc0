/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Medium;
import java.util.Objects;
import java.util.Set;

/**
 * One entry of a plan: a replica that goes from one volume to another.
 *
 * @param why the rule it follows from
 * @param reason the same in a line for people
 * @param root the dataset
 * @param file the block's file when the plan was made
 * @param block the block's id
 * @param bytes its length, at least 0
 * @param fromNode identity of the DataNode that has the replica
 * @param from the medium it is on
 * @param toNode identity of the DataNode that gets it; may be the same
 * @param to the medium it goes to
 * @param seconds expected time of the copy on idle devices, at least 0
 */
public record Move(
    Why why,
    String reason,
    String root,
    String file,
    long block,
    long bytes,
    String fromNode,
    Medium from,
    String toNode,
    Medium to,
    double seconds) {

  /** The rules that moves follow from. */
  public enum Why {
    /** A use is near. */
    USE_IS_NEAR,
    /** No use is left. */
    NO_USE_LEFT,
    /** A dataset that is worth more needs the room. */
    DISPLACED,
    /** The plan that moved it here is undone. */
    UNDO
  }

  /** Checks the ranges, and that the replica moves at all. */
  public Move {
    Objects.requireNonNull(why, "why");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    if (bytes < 0 || !(seconds >= 0 && Double.isFinite(seconds))) {
      throw new IllegalArgumentException("a move has bytes and time: " + bytes + ", " + seconds);
    }
    if (fromNode.isEmpty() || toNode.isEmpty() || (fromNode.equals(toNode) && from == to)) {
      throw new IllegalArgumentException("a move leads somewhere else: " + fromNode + " " + from);
    }
  }

  /** True when it leads to a faster medium than disk. */
  public boolean isUp() {
    return isFast(to);
  }

  /** Bytes it writes to flash, which wears by them. */
  public long ssdBytes() {
    return to == Medium.SSD ? bytes : 0;
  }

  /** True when no network is needed. */
  public boolean staysOnNode() {
    return fromNode.equals(toNode);
  }

  /** The DataNodes that work for it. */
  public Set<String> nodes() {
    return staysOnNode() ? Set.of(toNode) : Set.of(fromNode, toNode);
  }

  /** The move back. */
  public Move reversed() {
    return new Move(
        Why.UNDO,
        "undoes: " + reason,
        root,
        file,
        block,
        bytes,
        toNode,
        to,
        fromNode,
        from,
        seconds);
  }

  static boolean isFast(Medium medium) {
    return medium.compareTo(TierSettings.BASE) < 0;
  }
}
