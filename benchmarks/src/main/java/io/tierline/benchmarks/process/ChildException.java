/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.process;

import io.tierline.cli.CommandException;

/** A process of its own that failed; the message is one line: which, at what, why, its log. */
public final class ChildException extends CommandException {
  private static final long serialVersionUID = 1L;

  ChildException(String message) {
    super(message);
  }
}
