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
import org.apache.hadoop.util.ServicePlugin;
import org.slf4j.LoggerFactory;

/** On a Java that is too old for LDM: a plug-in that does nothing. */
@InterfaceAudience.LimitedPrivate("HDFS")
public class LdmService implements ServicePlugin {
  /** Created by HDFS through reflection. */
  public LdmService() {}

  @Override
  public void start(Object service) {
    NeedsJava17.say(LoggerFactory.getLogger(LdmService.class), LineageBlockPlacementPolicy.STOCK);
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
