/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.rest;

import java.io.IOException;

/** A request that is answered with that HTTP status and one line. */
final class Refused extends IOException {
  private static final long serialVersionUID = 1L;

  static final int TOO_LARGE = 413;
  static final int UNAVAILABLE = 503;

  private final int status;

  Refused(int status, String message) {
    super(message);
    this.status = status;
  }

  int status() {
    return status;
  }
}
