/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import org.apache.hadoop.hbase.regionserver.HRegion;

/** Has the files of a life read by others than its region. */
final class AllReadersCopies {

  private final AllReadersTable table;
  private final AllReadersFiles files;
  private HRegion replica;

  AllReadersCopies(AllReadersTable table, AllReadersFiles files) {
    this.table = table;
    this.files = files;
  }

  void snapshot() throws IOException {
    table.readers().snapshot(table.now());
    table.coverage().count("snapshot");
  }

  /** Opens the files as a table of its own. */
  void copy() throws IOException {
    table.readers().clone(table.now());
    table.coverage().count("clone");
  }

  /** Opens the directory as a killed server leaves it. */
  void crashImage() throws IOException {
    files.withoutLogFlush();
    table.readers().crashImage(table.now(), table.isLogged());
    table.coverage().count("crash image");
  }

  /**
   * A replica of the region looks at the files again. It sees what was compacted away as long as
   * that is there.
   */
  void replica() throws IOException {
    files.discharge();
    if (replica == null) {
      replica = table.now().openReplica(table.region());
    }
    table.readers().replica(table.now(), replica);
    table.coverage().count("replica");
  }

  void closeReplica() throws IOException {
    if (replica != null) {
      replica.close(true);
      replica = null;
    }
  }
}
