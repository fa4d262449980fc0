/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.runtime;

import io.tierline.ldm.namenode.state.StateLifeCycle;
import io.tierline.ldm.namenode.uninstall.Uninstall;
import org.apache.hadoop.hdfs.server.namenode.NameNode;

/**
 * What LDM may do just now, by the state it is in and that of its NameNode.
 *
 * @param uninstall whether LDM is being taken out
 */
record Permission(NameNode nameNode, StateLifeCycle state, Uninstall uninstall) {

  /** Whether what is registered is known, and is to be acted on. */
  boolean mayAct() {
    return state.isCurrent() && !uninstall.isOn();
  }

  /** Whether anything new is to be kept, and can be. */
  boolean mayKeep() {
    return state.isWritable() && !uninstall.isOn() && !nameNode.isInSafeMode();
  }
}
