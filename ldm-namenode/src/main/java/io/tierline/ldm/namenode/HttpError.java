/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import java.io.IOException;

/** A request that is refused with that HTTP status. */
final class HttpError extends IOException {
  private static final long serialVersionUID = 1L;

  private final int status;

  HttpError(int status, String message) {
    super(message);
    this.status = status;
  }

  int status() {
    return status;
  }
}
