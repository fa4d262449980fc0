/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.testing;

/** How much of a random test runs: all with {@code -Dtierline.extended=true}, else a part. */
public final class Extended {
  private static final int SHARE = 5;

  private Extended() {}

  /** That many inputs, or a fifth of them. */
  public static int inputs(int all) {
    return Boolean.getBoolean("tierline.extended") ? all : all / SHARE;
  }
}
