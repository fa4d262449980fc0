/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.util.List;

/**
 * How the acceptance matrix is run, once per setting.
 *
 * @param name as in JSON
 * @param title for people
 * @param open open loop, or closed
 * @param ncq requests that the disk takes at a time
 * @param outstanding the request queue's bound, 0 for none
 */
record Setting(String name, String title, boolean open, int ncq, int outstanding) {
  /** As the source measured. */
  static final Setting SOURCE =
      new Setting(
          "source", "the source's setting: open loop, no NCQ, 256 outstanding", true, 1, 256);

  /** As a user sees it. */
  static final Setting USERS =
      new Setting("users", "what users see: closed loop, no NCQ, 256 outstanding", false, 1, 256);

  static final List<Setting> ALL =
      List.of(
          SOURCE,
          USERS,
          new Setting("ncq", "closed loop, NCQ 32, 256 outstanding", false, 32, 256),
          new Setting("short-queue", "closed loop, no NCQ, 128 outstanding", false, 1, 128),
          new Setting("unbounded", "closed loop, no NCQ, no bound", false, 1, 0));

  /** The simulator's options for it. */
  List<String> options() {
    return List.of("--ncq", Integer.toString(ncq), "--outstanding", Integer.toString(outstanding));
  }
}
