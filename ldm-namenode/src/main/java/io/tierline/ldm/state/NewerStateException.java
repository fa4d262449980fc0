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

/** A record in a form that only a later version of Tierline reads. */
public final class NewerStateException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Says so.
   *
   * @param found the form of the record
   * @param reader the latest form that is read
   */
  public NewerStateException(FormatVersion found, FormatVersion reader) {
    super(
        "written in format %s by a later version of Tierline; this one reads up to %d.x"
            .formatted(found, reader.major()));
  }
}
