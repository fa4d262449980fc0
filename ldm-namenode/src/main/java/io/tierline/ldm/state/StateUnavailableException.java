/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import io.tierline.ldm.lineage.LineageException;

/** Nothing can be changed at the moment; nothing was. The message says why. */
public final class StateUnavailableException extends LineageException {
  private static final long serialVersionUID = 1L;

  /** Says why, in one line. */
  public StateUnavailableException(String message) {
    super(message);
  }

  /** Says why, in one line, and keeps what it comes from. */
  public StateUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
