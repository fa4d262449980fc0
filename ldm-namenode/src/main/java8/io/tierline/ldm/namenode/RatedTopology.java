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
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.slf4j.LoggerFactory;

/** On a Java that is too old for LDM: HDFS's own topology. */
@InterfaceAudience.LimitedPrivate("HDFS")
public class RatedTopology extends DFSNetworkTopology {
  /** Created by HDFS through reflection. */
  public RatedTopology() {
    NeedsJava17.say(
        LoggerFactory.getLogger(RatedTopology.class), LineageBlockPlacementPolicy.STOCK);
  }
}
