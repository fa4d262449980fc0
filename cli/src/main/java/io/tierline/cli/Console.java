/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli;

import java.io.PrintStream;

/**
 * Where a command prints.
 *
 * @param out its tables
 * @param err how far it is
 */
public record Console(PrintStream out, PrintStream err) {
  /** What the process was started with. */
  public static Console standard() {
    return new Console(System.out, System.err);
  }

  /** Shows from now on how far the command is. */
  public Progress progress() {
    return new Progress(err, Tierline.onTerminal());
  }
}
