/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli;

import java.util.List;

/** A module's commands, found by {@link java.util.ServiceLoader}. */
public interface CommandSource {
  /**
   * The commands in the order of the help: objects with picocli's annotations.
   *
   * @param console where they print
   */
  List<Object> commands(Console console);

  /** Notes why a command failed, for those who look into the log. */
  void log(String command, Exception failure);
}
