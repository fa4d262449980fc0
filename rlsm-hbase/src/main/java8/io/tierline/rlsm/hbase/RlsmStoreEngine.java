/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.java8.NeedsJava17;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.slf4j.LoggerFactory;

/**
 * On a Java that is too old for RLSM: the stock engine, which answers as RLSM does from the same
 * files.
 */
public class RlsmStoreEngine extends DefaultStoreEngine {
  /** HBase makes engines by reflection. */
  public RlsmStoreEngine() {
    NeedsJava17.say(
        LoggerFactory.getLogger(RlsmStoreEngine.class),
        "RLSM is off, and the stock engine has the stores of this process");
  }
}
