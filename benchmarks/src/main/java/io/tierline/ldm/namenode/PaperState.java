/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.namenode.state.FormatMark;
import io.tierline.ldm.namenode.state.NamespaceStateStore;
import io.tierline.ldm.state.FormatVersion;
import io.tierline.ldm.state.StateCodec;
import io.tierline.ldm.state.StateStore;
import org.apache.hadoop.hdfs.server.namenode.NameNode;

/** LDM's durable state in a NameNode, without the service around it. */
public final class PaperState {
  private PaperState() {}

  /** The store of the workflows that are registered with that NameNode. */
  public static StateStore workflows(NameNode nameNode) {
    return new NamespaceStateStore(nameNode, new FormatMark(FormatVersion.CURRENT), "workflows");
  }

  /** The codec for HDFS's default limits. */
  public static StateCodec codec() {
    return new StateCodec((16 << 10) - NamespaceStateStore.NAME_BYTES, 32);
  }
}
