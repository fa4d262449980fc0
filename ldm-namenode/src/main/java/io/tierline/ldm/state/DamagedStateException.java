/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import java.io.IOException;

/** A record that cannot be read; the message is one line that says why. */
public final class DamagedStateException extends IOException {
  private static final long serialVersionUID = 1L;

  DamagedStateException(String message) {
    super(message);
  }

  DamagedStateException(String message, Throwable cause) {
    super(message, cause);
  }
}
