/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.agent;

import io.tierline.java8.NeedsJava17;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.ServicePlugin;
import org.slf4j.LoggerFactory;

/** On a Java that is too old for BID: a plug-in that does nothing. */
@InterfaceAudience.LimitedPrivate("HDFS")
public class BidAgent implements ServicePlugin {
  /** Created by HDFS through reflection. */
  public BidAgent() {}

  @Override
  public void start(Object service) {
    NeedsJava17.say(
        LoggerFactory.getLogger(BidAgent.class), "BID's agent does not run in this DataNode");
  }

  @Override
  public void stop() {
    // Nothing was started.
  }

  @Override
  public void close() {
    stop();
  }
}
