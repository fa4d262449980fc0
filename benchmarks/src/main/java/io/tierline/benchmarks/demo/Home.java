/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import java.nio.file.Files;
import java.nio.file.Path;

/** The source tree: given by {@code ./tierline}, else the nearest one above. */
final class Home {
  private static final String PROPERTY = "tierline.home";
  private static final String MARK = "conf/examples/terasort-chain/workflow.xml";

  private Home() {}

  static Path find() throws DemoException {
    Path start = Path.of(System.getProperty(PROPERTY, "")).toAbsolutePath();
    for (Path directory = start; directory != null; directory = directory.getParent()) {
      if (Files.isRegularFile(directory.resolve(MARK))) {
        return directory;
      }
    }
    throw new DemoException(
        MARK + " is not found at or above " + start + ": run ./tierline of a whole source tree");
  }
}
