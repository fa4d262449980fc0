/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.state;

import io.tierline.ldm.state.FormatVersion;
import io.tierline.ldm.state.StateCodec;
import io.tierline.ldm.state.StateStore;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.NameNode;

/** Where each kind of state is kept, all under one format mark; nowhere when none is to be kept. */
public final class StateStores {
  private final NameNode nameNode;
  private final boolean durable;
  private final FormatMark mark;

  public StateStores(NameNode nameNode, boolean durable, FormatVersion format) {
    this.nameNode = nameNode;
    this.durable = durable;
    this.mark = new FormatMark(format);
  }

  public StateStore of(String kind) {
    return durable ? new NamespaceStateStore(nameNode, mark, kind) : StateStore.NOWHERE;
  }

  /** Writes no more than HDFS takes as attributes of one directory. */
  public StateCodec codec(Configuration conf) {
    if (!durable) {
      return StateCodec.UNLIMITED;
    }
    int bytes =
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_MAX_XATTR_SIZE_KEY,
            DFSConfigKeys.DFS_NAMENODE_MAX_XATTR_SIZE_DEFAULT);
    int attributes =
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_MAX_XATTRS_PER_INODE_KEY,
            DFSConfigKeys.DFS_NAMENODE_MAX_XATTRS_PER_INODE_DEFAULT);
    return new StateCodec(bytes - NamespaceStateStore.NAME_BYTES, attributes, mark.own());
  }
}
