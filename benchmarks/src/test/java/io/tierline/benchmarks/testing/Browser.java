/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Pages as a browser has them after their scripts have run. */
public final class Browser {
  /** A plot that Chart.js has drawn has been given a size. */
  private static final Pattern NOT_DRAWN = Pattern.compile("<canvas(?![^>]* style=)[^>]*>");

  private Browser() {}

  /** The plots of a page, which has some, that its scripts have not drawn. */
  public static List<String> notDrawn(String page, Path directory)
      throws IOException, InterruptedException {
    Path file = Files.writeString(directory.resolve("page.html"), page);
    Process browser =
        new ProcessBuilder(
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--user-data-dir=" + directory.resolve("profile"),
                "--virtual-time-budget=20000",
                "--dump-dom",
                file.toUri().toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String shown = new String(browser.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!browser.waitFor(2, TimeUnit.MINUTES) || !shown.contains("<canvas")) {
      throw new IOException("the browser shows no plot: " + shown.lines().findFirst().orElse(""));
    }
    return NOT_DRAWN.matcher(shown).results().map(found -> found.group()).toList();
  }
}
