/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

/** What became of a target. */
enum Verdict {
  PASS,
  /** It is missed, and might be met as far as the bound knows. */
  MISS,
  /** It is below the bound, which no scheduler can beat: the target is wrong. */
  REFUTED;

  /**
   * Judges.
   *
   * @param rule the target
   * @param value what was measured; NaN when nothing was
   * @param leastPossible the bound's ratio; NaN when there is none
   */
  static Verdict of(Rule rule, double value, double leastPossible) {
    if (rule.met(value)) {
      return PASS;
    }
    return leastPossible > rule.most() ? REFUTED : MISS;
  }
}
