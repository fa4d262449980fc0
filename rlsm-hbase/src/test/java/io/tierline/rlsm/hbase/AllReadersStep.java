/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;

/** One operation of an {@link AllReadersRun}: the time at which it happens, and what it does. */
record AllReadersStep(long at, String text, Action action) {

  /** Does something, if it can be done now; steps before it may have been left out. */
  @FunctionalInterface
  interface Action {
    void on(AllReadersLife life) throws IOException;
  }

  @Override
  public String toString() {
    return at + " " + text;
  }
}
