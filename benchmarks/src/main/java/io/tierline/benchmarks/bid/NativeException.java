/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.CommandException;

/** A native program that failed; the message is its one line, the exit code its own. */
final class NativeException extends CommandException {
  private static final long serialVersionUID = 1L;

  NativeException(String message, int exitCode) {
    super(message, exitCode);
  }
}
