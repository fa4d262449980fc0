/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta.command;

import java.io.FileDescriptor;

/** The library in C ({@code src/main/native/jni/delta_command.c}). */
final class CommandNative {
  private CommandNative() {}

  /**
   * Does what an operator asks of a log.
   *
   * @param texts the action, the path, then folders of volumes, in UTF-8
   * @param out gets lines of fields separated by tabs, the first one a header
   * @param err gets what went wrong
   * @return 0; 1 when a line tells of an error; or an error number of the system, negative
   */
  static native int run(byte[][] texts, FileDescriptor out, FileDescriptor err);
}
