/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import io.tierline.bid.IdlePlugin;
import org.apache.hadoop.classification.InterfaceAudience;

/** Stands for the plug-in of this name on a Java that is too old for it. */
@InterfaceAudience.LimitedPrivate("HDFS")
public class DeviceReporter extends IdlePlugin {
  /** Created by HDFS through reflection. */
  public DeviceReporter() {
    super("BID reports no devices of this DataNode");
  }
}
