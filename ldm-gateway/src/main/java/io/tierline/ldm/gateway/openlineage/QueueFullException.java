/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import java.io.IOException;

/** There is no room for a user's events now; nothing of them was kept. */
public final class QueueFullException extends IOException {
  private static final long serialVersionUID = 1L;

  QueueFullException(String message) {
    super(message);
  }
}
