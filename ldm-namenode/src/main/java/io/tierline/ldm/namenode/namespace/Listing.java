/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.namespace;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.UnauditedListing;

/** Lists directories for LDM itself, a page at a time. */
@FunctionalInterface
public interface Listing {
  /**
   * A page.
   *
   * @param after the name that it begins after; empty for the first
   * @param located whether files come with their blocks
   * @return null when there is no such directory
   */
  DirectoryListing page(String directory, byte[] after, boolean located) throws IOException;

  /** The one of a NameNode. */
  static Listing of(NameNode nameNode) {
    return (directory, after, located) ->
        UnauditedListing.of(nameNode.getNamesystem(), directory, after, located);
  }
}
