/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.faults;

import net.bytebuddy.asm.Advice;

/** What every armed method begins with; copied into it. */
final class ThrowingAdvice {
  private ThrowingAdvice() {}

  @Advice.OnMethodEnter
  static void enter(@Advice.Origin("#t.#m") String point) {
    FaultAgent.at(point);
  }
}
