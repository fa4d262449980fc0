/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.measure;

import io.tierline.cli.report.Page;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Mixed into a command: {@code --report}. */
public final class ReportDirectory {
  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Also write DIR/index.html with plots and tables; it needs no network.")
  private Path directory;

  /** What makes a page, once it is known to be wanted. */
  @FunctionalInterface
  public interface PageMaker {
    /** Makes it. */
    Page make() throws IOException;
  }

  /** Whether the user wants a page. */
  public boolean isWanted() {
    return directory != null;
  }

  /** Writes the page where the user wants it, and prints where that is. */
  public void write(PageMaker page, PrintStream out) throws IOException {
    if (isWanted()) {
      write(page.make(), directory, out);
    }
  }

  /** Writes a page, and prints where it is. */
  public static void write(Page page, Path directory, PrintStream out) throws IOException {
    Path file = page.write(directory);
    out.println();
    out.println("report: " + file.toAbsolutePath().normalize());
  }
}
