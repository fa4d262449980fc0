/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.tell;

/** For tests elsewhere: that a NameNode says so. */
public final class Later {
  private Later() {}

  /** A busy answer, or a fault. */
  public static LaterException of(boolean isFault) {
    return new LaterException(isFault, "NameNode answered: later", null);
  }

  /** That the gateway may not speak for a user. */
  public static DeniedException denied() {
    return new DeniedException(
        "the gateway may not speak for this user: NameNode answered 403", null);
  }
}
