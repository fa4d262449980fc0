/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.limits;

import io.tierline.ldm.lineage.LineageException;

/** More than one user may have; nothing was changed. */
public final class LimitException extends LineageException {
  private static final long serialVersionUID = 1L;

  private final Limit limit;

  LimitException(String user, Limit limit, long wanted, long most) {
    super(
        "%s would have %d %s; at most %d are allowed (tierline.ldm.limits.%s): withdraw some"
            .formatted(user, wanted, limit.text(), most, limit.key()));
    this.limit = limit;
  }

  /** The limit that was reached. */
  public Limit limit() {
    return limit;
  }
}
