/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.testing.SettingsFiles;
import io.tierline.testing.SettingsFiles.Section;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** As {@code -Dtierline.help.write=true} writes them. */
class RlsmKeysTest {
  @Test
  void everyRowIsSoundAndDescribed() {
    SettingsFiles.checkRows(RlsmKeys.ALL.rows());
  }

  @Test
  void defaultsAreTheRows() throws Exception {
    SettingsFiles.checkDefaults(
        Path.of("src", "main", "resources", "rlsm-default.xml"),
        List.of(
            "Keys of the RLSM store engine, their defaults and what they do. For reading: HBase does"
                + " not load this file.",
            "Set what differs in hbase-site.xml, in a table's or in a family's configuration; the"
                + " most specific value holds.",
            "hbase.hstore.engine.class, HBase's own key, selects the engine:"
                + " io.tierline.rlsm.hbase.RlsmStoreEngine."),
        RlsmKeys.ALL.rows());
  }

  @Test
  void referenceIsTheRows() throws Exception {
    SettingsFiles.checkReference(
        Path.of("..", "docs", "settings", "rlsm.md"),
        List.of(
            "# Settings of RLSM",
            "",
            "Set them in `hbase-site.xml`, in a table's or in a family's configuration; the most"
                + " specific value holds.",
            "They come into force when the store is opened.",
            "For an invalid value the default counts, and the region server's log says so in one"
                + " line."),
        "",
        List.of(new Section("Keys", RlsmKeys.ALL.rows())));
  }
}
