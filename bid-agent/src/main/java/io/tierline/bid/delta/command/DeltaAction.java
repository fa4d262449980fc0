/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta.command;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can be done with a delta log that no process has open. */
public enum DeltaAction {
  /** Read all of it and count. */
  CHECK,
  /** List the records. */
  DUMP,
  /** Bring home what can be read, damage or not, and empty it. */
  REPAIR,
  /** Bring home and empty. */
  DRAIN,
  /** Give up the log of a volume. */
  FORGET;

  /** The one that is written so, in letters of any size. */
  static Optional<DeltaAction> named(String word) {
    return Arrays.stream(values())
        .filter(action -> action.toString().equalsIgnoreCase(word))
        .findFirst();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
