/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.util.ArrayList;
import java.util.List;

/**
 * How the acceptance matrix is run, once per setting.
 *
 * @param name as in JSON
 * @param title for people
 * @param open open loop, or closed
 * @param ncq requests that the disk takes at a time
 * @param outstanding the request queue's bound, 0 for none
 * @param tunables what is set otherwise than by default, NAME=VALUE
 */
record Setting(
    String name, String title, boolean open, int ncq, int outstanding, List<String> tunables) {
  /** The source's Noop has nothing in front of it. */
  private static final String NOT_THROTTLED = "wbt-latency=0";

  /** What Hadoop asks the kernel for, {@code dfs.datanode.readahead.bytes}, in sectors. */
  private static final String READAHEAD = "readahead=8192";

  /** As the source measured. */
  static final Setting SOURCE =
      new Setting(
          "source",
          "the source's setting: open loop, no NCQ, 256 outstanding, CFQ's quantum 4",
          true,
          1,
          256,
          List.of(NOT_THROTTLED));

  /** As a user sees it. */
  static final Setting USERS =
      new Setting(
          "users",
          "what users see: closed loop, no NCQ, 256 outstanding, readahead as traced",
          false,
          1,
          256,
          List.of());

  /** As a user sees it where Hadoop's native library reads ahead. */
  static final Setting READ_AHEAD =
      new Setting(
          "read-ahead",
          "the same with Hadoop's readahead of 4 MiB for all but announced extents",
          false,
          1,
          256,
          List.of(READAHEAD));

  static final List<Setting> ALL =
      List.of(
          SOURCE,
          sourceWithQuantum(2),
          sourceWithQuantum(8),
          USERS,
          READ_AHEAD,
          closedLoop("ncq", "NCQ 32, 256 outstanding", 32, 256),
          new Setting(
              "ncq-read-ahead",
              "closed loop, NCQ 32, 256 outstanding, Hadoop's readahead",
              false,
              32,
              256,
              List.of(READAHEAD)),
          closedLoop("short-queue", "no NCQ, 128 outstanding", 1, 128),
          closedLoop("unbounded", "no NCQ, no bound", 1, 0));

  /** The source does not name CFQ's quantum, and the claim hangs on it. */
  private static Setting sourceWithQuantum(int quantum) {
    return new Setting(
        "source-quantum-" + quantum,
        "the same with CFQ's quantum " + quantum,
        true,
        1,
        256,
        List.of("cfq-quantum=" + quantum, NOT_THROTTLED));
  }

  private static Setting closedLoop(String name, String title, int ncq, int outstanding) {
    return new Setting(name, "closed loop, " + title, false, ncq, outstanding, List.of());
  }

  /** Whether transfers are read ahead before any scheduler sees them. */
  boolean readsAhead() {
    return tunables.contains(READAHEAD);
  }

  /** The name of a contender that reads announced extents itself. */
  String announced(String contender) {
    return readsAhead() ? contender + ":readahead=0" : contender;
  }

  /**
   * The contenders: in a closed loop the peers at all their settings; in an open one all there are.
   */
  List<String> contenders() {
    if (open) {
      return List.of();
    }
    List<String> all = new ArrayList<>(readsAhead() ? Peers.sweptWithReadahead() : Peers.swept());
    all.addAll(List.of("bid-published", "bid-hdd", announced("bid-announced")));
    all.addAll(List.of("bound", "bound-by-address", "bound-in-step"));
    all.addAll(List.of(announced("bid-hybrid"), "bound-hybrid"));
    return all;
  }

  /** The simulator's options for it. */
  List<String> options() {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--ncq", Integer.toString(ncq)));
    options.addAll(List.of("--outstanding", Integer.toString(outstanding)));
    tunables.forEach(tunable -> options.addAll(List.of("--set", tunable)));
    return options;
  }
}
