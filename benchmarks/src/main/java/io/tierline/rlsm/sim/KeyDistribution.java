/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

/** Where in the key space writes fall. */
public enum KeyDistribution {
  /** New keys anywhere; updates of any key. */
  UNIFORM,
  /** New keys anywhere; updates by Zipf's law, few keys most of the time, and these anywhere. */
  ZIPFIAN,
  /** Every new key above all others; updates of any key. */
  SEQUENTIAL,
  /** New keys in a window that passes over the key space once; updates of what is as young. */
  LOCALIZED,
  /** Half of the writes uniform, a quarter sequential, a quarter localized. */
  MIXTURE
}
