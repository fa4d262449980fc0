/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.java8.NeedsJava17;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.slf4j.LoggerFactory;

/** On a Java that is too old for LDM: the default placement policy. */
@InterfaceAudience.LimitedPrivate("HDFS")
public class LineageBlockPlacementPolicy extends BlockPlacementPolicyDefault {
  static final String STOCK = "LDM is off, and HDFS does as without it";

  /** Created by HDFS through reflection. */
  public LineageBlockPlacementPolicy() {
    NeedsJava17.say(LoggerFactory.getLogger(LineageBlockPlacementPolicy.class), STOCK);
  }
}
