/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.dist;

import io.tierline.cli.CommandSource;
import io.tierline.cli.Console;
import java.nio.file.Path;
import java.util.List;

/** The command of this package. */
public final class DistCommands implements CommandSource {
  @Override
  public List<Object> commands(Console console) {
    Path home = Path.of(System.getProperty("tierline.home", "."));
    return List.of(new DistCommand(home, console.out(), console.err()));
  }

  @Override
  public void log(String command, Exception failure) {
    // Maven has written what it did; of the rest the line that says why is all there is.
  }
}
