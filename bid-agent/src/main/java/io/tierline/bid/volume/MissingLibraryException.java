/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

import java.io.IOException;

/** The library in C cannot be used. {@link NativeLibrary} has logged why, once. */
public final class MissingLibraryException extends IOException {
  private static final long serialVersionUID = 1L;

  /** With what cannot be had, and why. */
  public MissingLibraryException(String message) {
    super(message);
  }
}
