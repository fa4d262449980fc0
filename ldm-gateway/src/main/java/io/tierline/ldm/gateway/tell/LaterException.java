/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.tell;

import java.io.IOException;

/** What is told of one user cannot be taken now; that says nothing of other users'. */
public final class LaterException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean isFault;

  LaterException(boolean isFault, String message, Throwable cause) {
    super(message, cause);
    this.isFault = isFault;
  }

  /** Something has gone wrong over it in the NameNode, and may each time. */
  public boolean isFault() {
    return isFault;
  }
}
