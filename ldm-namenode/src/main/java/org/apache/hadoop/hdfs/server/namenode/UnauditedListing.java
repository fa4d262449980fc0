/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.server.namenode.NameNode.OperationCategory;

/**
 * A page of a directory as the NameNode lists it for a client, under the same lock and as long as
 * any page ({@code dfs.ls.limit}), but without a line in HDFS's audit log: nobody has asked for it.
 */
public final class UnauditedListing {
  private static final String OPERATION = "tierline-ldm-listing";

  private UnauditedListing() {}

  /**
   * Lists.
   *
   * @param after the name that the page begins after; empty for the first
   * @param located whether files come with their blocks
   * @return null when there is no such directory
   * @throws IOException when the NameNode is not active, or this process's user may not list it
   */
  public static DirectoryListing of(
      FSNamesystem namesystem, String directory, byte[] after, boolean located) throws IOException {
    namesystem.checkOperation(OperationCategory.READ);
    FSPermissionChecker permissions = namesystem.getPermissionChecker();
    FSPermissionChecker.setOperationType(OPERATION);
    namesystem.readLock();
    try {
      namesystem.checkOperation(OperationCategory.READ);
      return FSDirStatAndListingOp.getListingInt(
          namesystem.getFSDirectory(), permissions, directory, after, located);
    } finally {
      namesystem.readUnlock(OPERATION);
    }
  }
}
