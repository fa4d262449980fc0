/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta.command;

import io.tierline.java8.NeedsJava17;

/** On a Java that is too old for it: {@code hdfs biddelta}, which says so. */
public final class BidDelta {
  private BidDelta() {}

  /** Says what is missing and ends the process. */
  public static void main(String[] arguments) {
    System.err.println("biddelta: " + NeedsJava17.line());
    System.exit(1);
  }
}
