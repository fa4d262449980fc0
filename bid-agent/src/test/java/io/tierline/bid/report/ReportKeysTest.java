/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import io.tierline.testing.SettingsFiles;
import io.tierline.testing.SettingsFiles.Section;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** As {@code -Dtierline.help.write=true} writes them. */
class ReportKeysTest {
  @Test
  void everyRowIsSoundAndDescribed() {
    SettingsFiles.checkRows(ReportKeys.ALL.rows());
  }

  @Test
  void defaultsAreTheRows() throws Exception {
    SettingsFiles.checkDefaults(
        Path.of("src", "main", "resources", "tierline-bid-default.xml"),
        List.of(
            "Every key of BID's agent with its default. Put what you want to differ into the"
                + " hdfs-site.xml of the DataNodes."),
        ReportKeys.ALL.rows());
  }

  @Test
  void referenceIsTheRows() throws Exception {
    SettingsFiles.checkReference(
        Path.of("..", "docs", "settings", "bid.md"),
        List.of(
            "# Settings of BID's agent",
            "",
            "Set them in the `hdfs-site.xml` of the DataNodes. The scheduler's tunables are in"
                + " [bid-tunables.md](../bid-tunables.md)."),
        "",
        List.of(new Section("Keys", ReportKeys.ALL.rows())));
  }
}
