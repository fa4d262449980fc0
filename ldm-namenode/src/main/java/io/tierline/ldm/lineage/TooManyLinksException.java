/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

/** Lineage whose graph would be too large to be kept, or take too long to be found. */
public final class TooManyLinksException extends LineageException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the refusal.
   *
   * @param most links that there may be
   */
  public TooManyLinksException(long most) {
    super(
        ("it would make more than %d links between jobs and datasets, with the workflows that it is"
                + " linked with: name what the jobs use more exactly")
            .formatted(most));
  }
}
