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

/**
 * One operation on a table.
 *
 * @param at the time by HBase's clock; milliseconds; higher than that of the operation before
 * @param text what is done, for people
 * @param action does it
 */
record Op(long at, String text, Action action) {

  /** Does something to a table; what it returns must not depend on the store engine. */
  @FunctionalInterface
  interface Action {
    Object on(LocalTable table) throws IOException;
  }

  @Override
  public String toString() {
    return at + " " + text;
  }
}
