/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;

/**
 * The scanners that HBase makes for one scan, which therefore may be chained. It makes one for each
 * file, in one call, the oldest first, with ascending ranks, and touches none before all are made.
 * As the engine has no part in that call, they find each other here: scanners are of one call if
 * one thread makes them one after the other, with ascending ranks, one read point and one way of
 * reading, and none of them has been touched meanwhile.
 */
final class ScannerGroup {

  private static final Comparator<ChainedScanner> BY_PLACE =
      Comparator.comparing(ChainedScanner::place, ChainPlace.ORDER);

  /** What the thread is making; null for nothing. */
  private static final ThreadLocal<ScannerGroup> BEING_MADE = new ThreadLocal<>();

  /** Stands for the few scanners of a get, which are not worth chaining. */
  private static final ScannerGroup OF_A_GET = new ScannerGroup(0, false);

  private final long readPoint;
  private final boolean isStream;
  private final List<ChainedScanner> members = new ArrayList<>();
  private long rank = -1;
  private boolean isComplete;

  private ScannerGroup(long readPoint, boolean isStream) {
    this.readPoint = readPoint;
    this.isStream = isStream;
  }

  /** The thread was told which files a read needs, and makes their scanners next. */
  static void begin(boolean isGet) {
    BEING_MADE.set(isGet ? OF_A_GET : null);
  }

  /**
   * Takes a scanner that has just been made, and closes it if it cannot.
   *
   * @param place of its file; null if that is in no chain
   * @param rank the scanner's, among those that stand on equal cells
   * @return what HBase is given: the scanner, or one that may read other files as well
   */
  static StoreFileScanner join(
      RlsmFileScanner scanner, ChainPlace place, long rank, long readPoint, boolean isStream) {
    try {
      ScannerGroup group = BEING_MADE.get();
      if (group == OF_A_GET && !isStream) {
        return scanner;
      }
      if (group != null && !group.takes(rank, readPoint, isStream)) {
        group = null;
        BEING_MADE.set(null);
      }
      if (place == null) {
        return scanner;
      }
      if (group == null) {
        group = new ScannerGroup(readPoint, isStream);
        BEING_MADE.set(group);
      }
      return group.add(scanner, place, rank);
    } catch (RuntimeException | Error e) {
      scanner.close();
      throw e;
    }
  }

  private ChainedScanner add(RlsmFileScanner scanner, ChainPlace place, long newRank) {
    ChainedScanner member = new ChainedScanner(scanner, place, this);
    members.add(member);
    rank = newRank;
    return member;
  }

  private boolean takes(long next, long nextReadPoint, boolean nextIsStream) {
    return this != OF_A_GET
        && !isComplete
        && next > rank
        && nextReadPoint == readPoint
        && nextIsStream == isStream;
  }

  /** One has been touched: none joins them any more. */
  void complete() {
    if (!isComplete) {
      isComplete = true;
      if (BEING_MADE.get() == this) {
        BEING_MADE.set(null);
      }
    }
  }

  /** Chains those that are open, when the first of them is to go somewhere. */
  void chain() {
    complete();
    List<ChainedScanner> open = new ArrayList<>(members.size());
    for (ChainedScanner member : members) {
      if (member.isOpen()) {
        open.add(member);
      }
    }
    open.sort(BY_PLACE);
    int from = 0;
    for (int to = 1; to <= open.size(); to++) {
      if (to == open.size() || !open.get(to - 1).place().isLinkedTo(open.get(to).place())) {
        read(open.subList(from, to));
        from = to;
      }
    }
  }

  /** Has the first of them read the files of all. */
  private static void read(List<ChainedScanner> byRows) {
    RlsmFileScanner[] files = new RlsmFileScanner[byRows.size()];
    for (int i = 0; i < files.length; i++) {
      files[i] = byRows.get(i).file();
    }
    FileChain chain = new FileChain(files);
    for (int i = 0; i < files.length; i++) {
      byRows.get(i).isReadBy(chain, i == 0);
    }
  }
}
