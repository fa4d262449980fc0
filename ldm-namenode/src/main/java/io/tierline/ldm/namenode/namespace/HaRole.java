/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.namespace;

import org.apache.hadoop.hdfs.server.namenode.NameNode;

/** What a NameNode is at the moment. */
public interface HaRole {
  boolean isActive();

  /** A number that another term as active or standby changes. */
  long term();

  boolean isInSafeMode();

  /** The role of a NameNode in this process. */
  static HaRole of(NameNode nameNode) {
    return new HaRole() {
      @Override
      public boolean isActive() {
        return nameNode.isActiveState();
      }

      @Override
      public long term() {
        return nameNode.getLastHATransitionTime();
      }

      @Override
      public boolean isInSafeMode() {
        return nameNode.isInSafeMode();
      }
    };
  }
}
