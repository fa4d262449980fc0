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

/**
 * Lets a guard that is off for good go on, as only a restart does; copied into its question whether
 * it is off. One process can so be tried at many places.
 */
final class MendingAdvice {
  private MendingAdvice() {}

  @Advice.OnMethodEnter
  static void enter(@Advice.FieldValue(value = "misfit", readOnly = false) LinkageError misfit) {
    if (misfit != null && FaultAgent.isMended()) {
      misfit = null;
    }
  }
}
