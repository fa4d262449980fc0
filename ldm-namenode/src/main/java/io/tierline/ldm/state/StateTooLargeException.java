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

/** A workflow too large to be kept; the message gives the limit and how to raise it. */
public final class StateTooLargeException extends LineageException {
  private static final long serialVersionUID = 1L;

  StateTooLargeException(String message) {
    super(message);
  }
}
