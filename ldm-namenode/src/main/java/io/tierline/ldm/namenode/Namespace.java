/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;

/** The three things {@link StoragePolicyAgreement} does to the namespace. */
interface Namespace {
  /** What {@link #policyOf} returns for a path that does not exist. */
  byte MISSING = -1;

  /** The id of the storage policy in force at the path: 0 when none is set, or {@link #MISSING}. */
  byte policyOf(String path) throws IOException;

  void set(String path, String policy) throws IOException;

  void unset(String path) throws IOException;

  /** The namespace of a NameNode in this process, used as the user the NameNode runs as. */
  static Namespace of(NamenodeProtocols nameNode) {
    return new Namespace() {
      @Override
      public byte policyOf(String path) throws IOException {
        HdfsFileStatus status = nameNode.getFileInfo(path);
        return status == null ? MISSING : status.getStoragePolicy();
      }

      @Override
      public void set(String path, String policy) throws IOException {
        nameNode.setStoragePolicy(path, policy);
      }

      @Override
      public void unset(String path) throws IOException {
        nameNode.unsetStoragePolicy(path);
      }
    };
  }
}
