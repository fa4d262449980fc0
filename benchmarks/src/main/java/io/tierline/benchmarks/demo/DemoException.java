/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.cli.CommandException;

/** A demo that cannot go on; the message is one line: what, why, what to do. */
final class DemoException extends CommandException {
  private static final long serialVersionUID = 1L;

  DemoException(String message) {
    super(message);
  }

  DemoException(String message, Throwable cause) {
    super(message, cause);
  }

  /** What Hadoop's daemons said is there, whatever went wrong. */
  @Override
  public boolean isInLog() {
    return true;
  }
}
