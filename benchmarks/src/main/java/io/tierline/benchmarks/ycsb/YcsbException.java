/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import io.tierline.cli.CommandException;

/** A comparison that cannot go on; the message is one line: what, why, what to do. */
final class YcsbException extends CommandException {
  private static final long serialVersionUID = 1L;

  YcsbException(String message) {
    super(message);
  }
}
