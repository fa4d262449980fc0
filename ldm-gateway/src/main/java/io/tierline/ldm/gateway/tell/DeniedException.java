/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.tell;

import io.tierline.ldm.lineage.LineageException;

/**
 * The NameNode does not let the gateway speak for a user. Nothing is wrong with what was told: the
 * same report is taken once an operator has allowed it.
 */
public final class DeniedException extends LineageException {
  private static final long serialVersionUID = 1L;

  DeniedException(String message, Throwable cause) {
    super(message, cause);
  }
}
