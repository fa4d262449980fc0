/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli;

import java.io.IOException;

/** What went wrong in one line that a user can do something about: what, why, what to do. */
public class CommandException extends IOException {
  private static final long serialVersionUID = 1;

  private final int exitCode;

  /** Ends the command with 1. */
  public CommandException(String message) {
    this(message, 1);
  }

  /** Ends the command with 1; the cause goes to the log. */
  public CommandException(String message, Throwable cause) {
    super(message, cause);
    exitCode = 1;
  }

  /** Ends the command with this exit code. */
  public CommandException(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  /** What the command exits with. */
  public int exitCode() {
    return exitCode;
  }

  /** Whether the log tells more than the message. */
  public boolean isInLog() {
    return getCause() != null;
  }
}
