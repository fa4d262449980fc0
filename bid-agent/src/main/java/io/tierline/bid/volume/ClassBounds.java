/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

/**
 * What the requests of one class may have of a volume. 0 is no bound.
 *
 * @param sharePercent of the places for requests, kept for the class; of all classes at most 100
 * @param requests outstanding at a time
 * @param bytes outstanding at a time
 * @param bytesPerSecond let in, each request when those before it have had their time
 */
public record ClassBounds(int sharePercent, int requests, long bytes, long bytesPerSecond) {
  /** As much as there is room for. */
  public static final ClassBounds NONE = new ClassBounds(0, 0, 0, 0);

  /**
   * @throws IllegalArgumentException for what is negative, or a share past 100
   */
  public ClassBounds {
    if (sharePercent < 0 || sharePercent > 100) {
      throw new IllegalArgumentException("share of a class is " + sharePercent + ", not 0 to 100");
    }
    if (requests < 0 || bytes < 0 || bytesPerSecond < 0) {
      throw new IllegalArgumentException("a bound of a class is negative");
    }
  }
}
