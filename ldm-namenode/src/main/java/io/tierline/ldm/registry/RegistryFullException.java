/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import io.tierline.ldm.lineage.LineageException;

/** What is registered would take more of the heap than all users together may have of it. */
public final class RegistryFullException extends LineageException {
  private static final long serialVersionUID = 1L;

  RegistryFullException(long wanted, long most) {
    super(
        ("all registered workflows would take %d bytes of the NameNode's memory, at most %d are"
                + " given to them (tierline.ldm.limits.heap-share)")
            .formatted(wanted, most));
  }
}
