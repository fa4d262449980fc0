/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.measure;

import io.tierline.cli.report.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** Mixed into a command: {@code --json}. */
public final class JsonFile {
  @Option(names = "--json", paramLabel = "FILE", description = "Also write the figures as JSON.")
  private Path file;

  /** Writes the figures where the user wants them. */
  public void write(Supplier<Figures> figures) throws IOException {
    if (file != null) {
      figures.get().write(file);
    }
  }
}
